import type * as vscode from 'vscode';
import type { PendingAppUpload } from '../appState/appUploads.ts';
import type { AppVersion, ListedApp } from '../contract/records/app.ts';
import { appReference } from '../flow/namedReferences.ts';
import { byteSize } from '../util/byteSize.ts';
import { factsTooltip, momentFact } from './markdown.ts';
import { themeIcon, treeItem } from './treeItem.ts';

/** Creates the tree item of an app in cloud storage, with its newest version and its state as the description. */
export function appItem(app: ListedApp): vscode.TreeItem {
  const { id, bundleId, developerName, description, version } = app;
  const { name, detail } = appReference(app);
  const state = stateText(version?.status);
  const now = Date.now();
  return treeItem({
    id: `app/${id}`,
    label: name,
    icon: stateIcon(version?.status, 'package'),
    description: [version?.versionName, state, detail],
    tooltip: factsTooltip(name, description, [
      ['Package', bundleId],
      ['Version', versionText(version)],
      ['State', version?.status],
      ['Size', version?.sizeBytes == null ? undefined : byteSize(version.sizeBytes)],
      ['Developer', developerName],
      ['Added', momentFact(app.createdAt, now)],
      ['Changed', momentFact(app.updatedAt, now)],
      ['ID', id],
    ]),
    spoken: [name, 'app', version?.versionName, state, detail],
    context: ['app record'],
    children: 'collapsed',
  });
}

/** The maximum version code of an Android app. */
const MAX_ANDROID_CODE = 2_147_483_647;

/** Creates the tree item of a version of an app, with its state, size, and age. */
export function appVersionItem(version: AppVersion): vscode.TreeItem {
  const { id, versionName, status, source, country, targetSdk, sizeBytes } = version;
  const versionCode = shownCode(version);
  const name = versionName ?? `Version ${versionCode ?? id.slice(0, 8)}`;
  const state = stateText(status);
  const size = sizeBytes == null ? '' : byteSize(sizeBytes);
  const now = Date.now();
  return treeItem({
    id: `version/${id}`,
    label: name,
    icon: stateIcon(status, 'tag'),
    description: [state, size, source !== 'user' && source],
    tooltip: factsTooltip(name, undefined, [
      ['Version code', versionCode],
      ['State', status],
      ['Size', size],
      ['Source', source],
      ['Country', country],
      ['Target SDK', targetSdk],
      ['Added', momentFact(version.createdAt, now)],
      ['ID', id],
    ]),
    spoken: [name, 'version', state, size],
    context: ['version record'],
  });
}

/** Creates the tree item of an upload; `percent` is undefined if it was interrupted. */
export function uploadItem(
  { id, name, versionName, path }: PendingAppUpload,
  percent: number | undefined,
): vscode.TreeItem {
  const isRunning = percent !== undefined;
  const state = isRunning ? `uploading, ${percent} %` : 'upload interrupted';
  return treeItem({
    id: `upload/${id}`,
    label: name,
    icon: isRunning ? themeIcon('loading~spin') : themeIcon('warning', 'list.warningForeground'),
    description: [versionName, state],
    tooltip: factsTooltip(
      name,
      isRunning ? undefined : 'Resume sends the file again. Discard marks the upload as failed.',
      [
        ['Version', versionName],
        ['File', path],
      ],
    ),
    spoken: [name, versionName, state],
    context: [`upload ${isRunning ? 'running' : 'interrupted'}`],
  });
}

function versionText(version: AppVersion | null | undefined): string | undefined {
  if (!version) return undefined;
  const { versionName } = version;
  const versionCode = shownCode(version);
  return versionCode === undefined
    ? (versionName ?? undefined)
    : `${versionName ?? ''} (${versionCode})`.trim();
}

// The code of an iOS app only keeps the order of its build versions, and says nothing to people.
function shownCode({ versionCode }: AppVersion): number | undefined {
  return versionCode == null || versionCode > MAX_ANDROID_CODE ? undefined : versionCode;
}

function stateText(status: string | null | undefined): string | undefined {
  if (status == null || status === 'available') return undefined;
  return status === 'failed' ? 'upload failed' : status;
}

function stateIcon(status: string | null | undefined, icon: string): vscode.ThemeIcon {
  if (status === 'failed') return themeIcon('error', 'list.errorForeground');
  return status === 'queued' ? themeIcon('clock') : themeIcon(icon);
}
