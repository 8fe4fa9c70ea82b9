import { Command, View } from '../manifest.ts';
import type { CredentialLists, CredentialPackageStore, KnownCredential } from '../stores/credentialStore.ts';
import { HIDDEN } from '../util/hidden.ts';
import { anyEvent } from '../util/emitter.ts';
import { credentialFieldLabel } from '../wording/labels.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { commandRow, type Row, listRows, listMessage, readRows } from './row.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** Creates the source of the “Credentials” view: apps, their credentials, and the types of their values. */
export function credentialView(
  packages: CredentialPackageStore,
  credentials: CredentialLists,
): ConnectionSource {
  const credentialRows = (packageName: string): Promise<Row[]> =>
    readRows(credentials.of(packageName), {
      list: `credentials/${packageName}`,
      noun: 'credentials',
      empty: 'No credentials',
      row: credentialRow,
    });
  return {
    view: View.credentials,
    refresh: Command.refreshCredentials,
    onDidChange: anyEvent(packages.onDidChange, credentials.onDidChange),
    ensure: () => packages.ensure(),
    rows: () => {
      if (packages.notOffered) return [];
      const rows = listRows(packages.state, {
        list: 'credentialPackages',
        noun: 'apps',
        isFailureAbove: true,
        row: ({ id, packageName }) => ({
          kind: 'credentialPackage',
          record: { id, packageName },
          item: () => packageItem(packageName),
          children: () => credentialRows(packageName),
        }),
      });
      if (packages.state.kind !== 'ready' || rows.length > 0) return rows;
      const title = 'New Credential…';
      return [commandRow('credentials/new', title, { title, command: Command.createCredential })];
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

function credentialRow(credential: KnownCredential): Row {
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
    children: () => fieldTypes.map(fieldType => valueRow(credential, fieldType)),
  };
}

function valueRow({ id, packageName, credentialName }: KnownCredential, fieldType: string): Row {
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
