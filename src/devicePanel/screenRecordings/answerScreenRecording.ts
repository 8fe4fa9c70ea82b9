import * as vscode from 'vscode';
import { MAX_FILE_BYTES } from '../../client/readBody.ts';
import { runInBackground } from '../../appState/report.ts';
import { dialogs } from '../../host/dialogs.ts';
import { confirmedDeletion } from '../../host/confirmedDeletion.ts';
import type { ScreenRecordingRequest } from '../../protocol/screenRecordings.ts';
import { byteSize } from '../../util/byteSize.ts';
import { parseJsonOrUndefined } from '../../util/jsonText.ts';
import { plainFileName } from '../../util/plainText.ts';
import { videoFormat } from '../../util/videoFormat.ts';
import type { PanelServices } from '../panelServices.ts';
import type { DeviceScreenRecordings } from './deviceScreenRecordings.ts';

type Services = Pick<PanelServices, 'log'> & {
  readonly documents: Pick<PanelServices['documents'], 'openJson'>;
  readonly screenRecordings: DeviceScreenRecordings;
};

/** Answers a request of a page about the screen recordings of a device. May reject with an Error for the user. */
export async function answerScreenRecording(
  device: { readonly name: string },
  services: Services,
  request: ScreenRecordingRequest,
): Promise<unknown> {
  const { screenRecordings, log } = services;
  switch (request.kind) {
    case 'read':
      return screenRecordings.read();
    case 'start':
      return screenRecordings.start();
    case 'stop':
      return screenRecordings.stop(request.id);
    case 'video':
      // A plain Uint8Array, because webview messages do not preserve a Node Buffer.
      return new Uint8Array(await readVideo(screenRecordings, request.id));
    case 'save':
      runInBackground(save(device, screenRecordings, request.id), log);
      break;
    case 'actions':
      runInBackground(showActions(services, request.id), log);
      break;
    case 'delete':
      runInBackground(confirmDelete(screenRecordings, request.id), log);
      break;
  }
  return undefined;
}

/** Reads a video, unless it is known to be too large. */
async function readVideo(recordings: DeviceScreenRecordings, id: string): Promise<Uint8Array> {
  const { sizeBytes } = recordings.require(id).video ?? {};
  if (sizeBytes != null && sizeBytes > MAX_FILE_BYTES)
    throw new Error(
      `This video is too large (${byteSize(sizeBytes)}). The maximum size is ${byteSize(MAX_FILE_BYTES)}.`,
    );
  return recordings.video(id);
}

async function save(
  device: { readonly name: string },
  recordings: DeviceScreenRecordings,
  id: string,
): Promise<void> {
  const name = nameOf(recordings, id);
  const video = await dialogs.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Reading “${name}”` },
    () => readVideo(recordings, id),
  );
  // The format is read from the bytes, because the format that the service states can be wrong. The response can also
  // be a sign-in page.
  if (isText(video)) throw new Error('The service did not return a video, so nothing was saved.');
  const extension = videoFormat(video)?.extension ?? 'bin';
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = `${plainFileName(device.name)}-${plainFileName(name)}.${extension}`;
  const target = await vscode.window.showSaveDialog({
    title: 'Save Video',
    filters: { Video: [extension] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, file) } : {}),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, video);
  const saved = `Saved the video as ${vscode.workspace.asRelativePath(target)}.`;
  void dialogs.showInformationMessage(saved);
}

/** Returns true for bytes that are empty or begin like a page or JSON. */
function isText(bytes: Uint8Array): boolean {
  return /^\s*($|[<{[])/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}

async function showActions({ screenRecordings, documents }: Services, id: string): Promise<void> {
  const name = nameOf(screenRecordings, id);
  const actions = parseJsonOrUndefined(new TextDecoder().decode(await screenRecordings.actions(id)));
  if (actions === undefined) throw new Error('The service did not return the actions of this video as JSON.');
  await documents.openJson(`screen-recordings/${id}`, `${name}.actions.json`, actions);
}

async function confirmDelete(recordings: DeviceScreenRecordings, id: string): Promise<void> {
  const question = `Delete the video “${nameOf(recordings, id)}”?`;
  const detail = 'Its video and actions will be deleted from the service.';
  if (await confirmedDeletion(question, detail)) await recordings.delete(id);
}

function nameOf(recordings: DeviceScreenRecordings, id: string): string {
  return recordings.require(id).name || 'Video';
}
