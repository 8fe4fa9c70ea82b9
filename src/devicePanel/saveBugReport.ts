import * as vscode from 'vscode';
import { readBaseUrl } from '../appState/baseUrl.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { dialogs } from '../host/dialogs.ts';
import { openMarkdown } from '../host/documents.ts';
import { chooseEvidenceFolder } from '../host/evidenceFolder.ts';
import { readInstalledApps } from '../stores/installedApps.ts';
import { plainFileName } from '../util/plainText.ts';
import { bugReport, withheldPicture } from './bugReport.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { PanelServices } from './panelServices.ts';
import type { DeviceScreenRecordings } from './screenRecordings/deviceScreenRecordings.ts';

const PICTURE = 'screen.png';
const REPORT = 'report.md';

type Services = Pick<PanelServices, 'sandbox'> & { readonly screenRecordings: DeviceScreenRecordings };

/**
 * Saves what is known about the device of a panel in a new folder of the workspace, or of a chosen folder, and opens the
 * report. A report that cannot be written leaves no folder behind.
 */
export async function saveBugReport(session: DevicePanelSession, services: Services): Promise<void> {
  await session.client();
  const parent = await chooseEvidenceFolder('bug-reports', 'Bug Reports');
  if (!parent) return;
  const title = 'Saving the bug report';
  const folder = await dialogs.withProgress({ location: vscode.ProgressLocation.Notification, title }, () =>
    write(parent, session, services),
  );
  await openMarkdown(vscode.Uri.joinPath(folder, REPORT));
}

async function write(
  parent: vscode.Uri,
  session: DevicePanelSession,
  { sandbox, screenRecordings }: Services,
): Promise<vscode.Uri> {
  const { fs } = vscode.workspace;
  const before = await session.readScreen();
  await session.look();
  // A passcode may have arrived while the picture was taken.
  const uiState = await session.readScreen();
  const { screen, device, situation, log } = session.state;
  const bytes = situation ? undefined : session.screen.picture?.bytes;
  const isShown =
    bytes !== undefined && [before, uiState].every(state => withheldPicture(state) === undefined);
  await screenRecordings.read();
  const video = screenRecordings.state.list.find(({ hasVideo }) => hasVideo);
  const baseUrl = video && (await readBaseUrl(session.connection, sandbox));
  const moment = new Date();
  const text = bugReport({
    moment,
    device: { id: device.id, name: device.name, state: device.state, type: device.kind },
    connection: device.connection,
    display: screen.display,
    size: screen.size,
    uiState,
    appVersion: await appVersion(session, uiState),
    log,
    video: video && {
      name: video.name,
      address: `${baseUrl}/devices/${device.id}/recordings/${video.id}/video`,
    },
    picture: isShown ? PICTURE : undefined,
    problem: situation && `${situation.title}. ${situation.sentence}`,
  });
  const name = `${plainFileName(device.name)}-${moment.toISOString().replaceAll(/[:.]/g, '-')}`;
  const folder = vscode.Uri.joinPath(parent, name);
  const part = vscode.Uri.joinPath(parent, `.${name}.part`);
  await fs.createDirectory(part);
  try {
    if (isShown) await fs.writeFile(vscode.Uri.joinPath(part, PICTURE), bytes);
    await fs.writeFile(vscode.Uri.joinPath(part, REPORT), new TextEncoder().encode(text));
    await fs.rename(part, folder);
  } catch (error) {
    await fs.delete(part, { recursive: true });
    throw error;
  }
  return folder;
}

/** Reads the version of the app in front; undefined if that fails. */
async function appVersion(
  session: DevicePanelSession,
  uiState: UiState | undefined,
): Promise<string | undefined> {
  const app = uiState?.phone_state?.packageName;
  if (app == null) return undefined;
  try {
    const apps = await readInstalledApps(await session.client(), session.deviceId);
    return apps.find(({ id }) => id === app)?.detail;
  } catch {
    return undefined;
  }
}
