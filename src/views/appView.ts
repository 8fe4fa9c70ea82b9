import { Command, View } from '../manifest.ts';
import type { AppUploads } from '../appState/appUploads.ts';
import type { ListedApp } from '../contract/records/app.ts';
import { ALL_APPS, type AppStore, type AppVersionLists } from '../stores/appStore.ts';
import type { Session } from '../stores/session.ts';
import { byteSize } from '../util/byteSize.ts';
import { anyEvent } from '../util/emitter.ts';
import { appItem, appVersionItem, uploadItem } from './appItems.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { emptyText, filterText } from './filterText.ts';
import { commandLine, type Line, listLines, listMessage, readLines, recordLine } from './line.ts';
import { joinFacts } from './treeItem.ts';

/** Creates the source of the “Apps” view: uploads, then the apps with their versions, which are read on expansion. */
export function appView(
  session: Session,
  apps: AppStore,
  versions: AppVersionLists,
  uploads: AppUploads,
): ConnectionSource {
  const versionLines = (appId: string): Promise<Line[]> =>
    readLines(versions.of(appId), {
      list: `versions/${appId}`,
      noun: 'versions',
      empty: 'No versions',
      line: version => recordLine('version', version, appVersionItem),
    });
  const appLine = (app: ListedApp): Line => recordLine('app', app, appItem, () => versionLines(app.id));
  const uploadLines = (): Line[] => {
    const connectionId = session.connection?.id ?? '';
    return uploads
      .of(connectionId)
      .map(upload =>
        recordLine('upload', upload, () => uploadItem(upload, uploads.percentOf(connectionId, upload.id))),
      );
  };
  return {
    view: View.apps,
    refresh: Command.refreshApps,
    onDidChange: anyEvent(apps.onDidChange, versions.onDidChange, uploads.onDidChange),
    ensure: () => apps.ensure(),
    lines: () => {
      if (apps.notOffered) return uploadLines();
      const lines = listLines(apps.state, {
        list: 'apps',
        noun: 'apps',
        isFailureAbove: true,
        empty: emptyText('apps', apps.filter, ALL_APPS),
        line: appLine,
      });
      const upload = { title: 'Upload App…', command: Command.uploadApp };
      const isEmpty =
        apps.state.kind === 'ready' && apps.state.items.length === 0 && apps.filter === ALL_APPS;
      const offer = isEmpty ? [commandLine('apps/upload', upload.title, upload)] : [];
      return [...uploadLines(), ...lines, ...offer];
    },
    message: () =>
      apps.notOffered ? 'This service does not list apps.' : listMessage(apps.state, Date.now()),
    description: () => {
      if (apps.notOffered) return '';
      const { platform, status } = apps.filter;
      return joinFacts(filterText(apps.filter, ALL_APPS, platform, status), storageText(apps));
    },
    watch: isWatched => {
      for (const store of [apps, versions]) store.watch(isWatched);
    },
  };
}

function storageText({ storage, state }: AppStore): string {
  const { usedBytes, quotaBytes } = storage ?? {};
  if (usedBytes == null || state.items.length === 0) return '';
  return quotaBytes == null
    ? `${byteSize(usedBytes)} used`
    : `${byteSize(usedBytes)} of ${byteSize(quotaBytes)} used`;
}
