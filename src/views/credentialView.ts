import { Command, View } from '../manifest.ts';
import type { CredentialLists, CredentialPackageStore, KnownCredential } from '../stores/credentialStore.ts';
import { HIDDEN } from '../util/hidden.ts';
import { anyEvent } from '../util/emitter.ts';
import { credentialFieldLabel } from '../wording/labels.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { commandLine, type Line, listLines, listMessage, readLines } from './line.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** Creates the source of the “Credentials” view: apps, their credentials, and the types of their values. */
export function credentialView(
  packages: CredentialPackageStore,
  credentials: CredentialLists,
): ConnectionSource {
  const credentialLines = (packageName: string): Promise<Line[]> =>
    readLines(credentials.of(packageName), {
      list: `credentials/${packageName}`,
      noun: 'credentials',
      empty: 'No credentials',
      line: credentialLine,
    });
  return {
    view: View.credentials,
    refresh: Command.refreshCredentials,
    onDidChange: anyEvent(packages.onDidChange, credentials.onDidChange),
    ensure: () => packages.ensure(),
    lines: () => {
      if (packages.notOffered) return [];
      const lines = listLines(packages.state, {
        list: 'credentialPackages',
        noun: 'apps',
        isFailureAbove: true,
        line: ({ id, packageName }) => ({
          kind: 'credentialPackage',
          record: { id, packageName },
          item: () => packageItem(packageName),
          children: () => credentialLines(packageName),
        }),
      });
      if (packages.state.kind !== 'ready' || lines.length > 0) return lines;
      const title = 'New Credential…';
      return [commandLine('credentials/new', title, { title, command: Command.createCredential })];
    },
    message: () =>
      packages.notOffered
        ? 'This service does not list credentials.'
        : listMessage(packages.state, Date.now()),
    description: () => '',
    watch: isWatched => {
      for (const store of [packages, credentials]) store.watch(isWatched);
    },
  };
}

function packageItem(packageName: string) {
  return treeItem({
    id: `credentialPackage/${packageName}`,
    label: packageName,
    icon: themeIcon('package'),
    spoken: [packageName, 'app'],
    context: ['credentialPackage'],
    children: 'collapsed',
  });
}

function credentialLine(credential: KnownCredential): Line {
  const { id, credentialName, fieldTypes } = credential;
  const labels = fieldTypes.map(credentialFieldLabel);
  return {
    kind: 'credential',
    record: credential,
    item: () =>
      treeItem({
        id: `credential/${id}`,
        label: credentialName,
        icon: themeIcon('key'),
        description: [labels.join(', ')],
        spoken: [credentialName, 'credential', ...labels],
        context: ['credential'],
        children: 'collapsed',
      }),
    children: () => fieldTypes.map(fieldType => valueLine(credential, fieldType)),
  };
}

function valueLine({ id, packageName, credentialName }: KnownCredential, fieldType: string): Line {
  const label = credentialFieldLabel(fieldType);
  const valueId = `${id}/${fieldType}`;
  return {
    kind: 'credentialValue',
    record: { id: valueId, packageName, credentialName, fieldType },
    item: () =>
      treeItem({
        id: `credentialValue/${valueId}`,
        label,
        icon: themeIcon('lock'),
        // The same for every value, so that it does not tell the length.
        description: [HIDDEN],
        spoken: [label, 'hidden value'],
        context: ['credentialValue'],
      }),
  };
}
