import { Command, View } from '../manifest.ts';
import type { AppUploads } from '../appState/appUploads.ts';
import type { ListedApp } from '../contract/records/app.ts';
import { ALL_APPS, type AppStore, type AppVersionLists } from '../stores/appStore.ts';
import type { Session } from '../stores/session.ts';
import { byteSize } from '../util/byteSize.ts';
import { anyEvent } from '../util/emitter.ts';
import { appItem, appVersionItem, uploadItem } from './appItems.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { filterText, isFiltered } from './filterText.ts';
import { commandRow, type Row, listRows, listMessage, readRows, recordRow } from './row.ts';
import { joinFacts } from './treeItem.ts';

/** Creates the source of the “Apps” view: uploads, then the apps with their versions, which are read on expansion. */
export function appView(
  session: Session,
  apps: AppStore,
  versions: AppVersionLists,
  uploads: AppUploads,
): ConnectionSource {
  const versionRows = (appId: string): Promise<Row[]> =>
    readRows(versions.of(appId), {
      list: `versions/${appId}`,
      noun: 'versions',
      empty: 'No versions',
      row: version => recordRow('version', version, appVersionItem),
    });
  const appRow = (app: ListedApp): Row => recordRow('app', app, appItem, () => versionRows(app.id));
  const uploadRows = (): Row[] => {
    const connectionId = session.connection?.id ?? '';
    return uploads
      .of(connectionId)
      .map(upload =>
        recordRow('upload', upload, () => uploadItem(upload, uploads.percentOf(connectionId, upload.id))),
      );
  };
  return {
    view: View.apps,
    refresh: Command.refreshApps,
    onDidChange: anyEvent(apps.onDidChange, versions.onDidChange, uploads.onDidChange),
    ensure: () => apps.ensure(),
    rows: () => {
      if (apps.notOffered) return uploadRows();
      const rows = listRows(apps.state, {
        list: 'apps',
        noun: 'apps',
        isFailureAbove: true,
        isFiltered: isFiltered(apps.filter, ALL_APPS),
        row: appRow,
      });
      const upload = { title: 'Upload App…', command: Command.uploadApp };
      const isEmpty =
        apps.state.kind === 'ready' && apps.state.items.length === 0 && apps.filter === ALL_APPS;
      const offer = isEmpty ? [commandRow('apps/upload', upload.title, upload)] : [];
      return [...uploadRows(), ...rows, ...offer];
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
