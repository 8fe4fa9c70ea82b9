import * as vscode from 'vscode';
import { chooseEvidenceFolder } from '../../host/evidenceFolder.ts';
import { plainFileName } from '../../util/plainText.ts';
import { forDevices, onDevices } from './perDevice.ts';

/** Takes screenshots of devices, saves them in the workspace or a selected folder, and opens them. */
export const takeScreenshot = forDevices('Take Screenshot', async (services, targets) => {
  const folder = await chooseEvidenceFolder('screenshots', 'Screenshots');
  if (!folder) return;
  // The opened picture takes the place of the panel in front.
  const shown = services.devicePanels.inFrontOf(services.scope);
  const moment = new Date().toISOString().replaceAll(/[:.]/g, '-');
  await onDevices(services, 'Take Screenshot', targets, async (client, { id, name }, signal) => {
    const headers = { 'x-device-display-id': shown?.deviceId === id ? shown.screen.display : 0 };
    const { value } = await client.takeScreenshot(
      { params: { deviceId: id }, headers, query: { hideOverlay: true } },
      { signal },
    );
    // The ID keeps file names distinct if device names are equal after the replacement.
    const plain = plainFileName(name);
    const file = vscode.Uri.joinPath(folder, `${plain}-${id}-${moment}.png`);
    await vscode.workspace.fs.writeFile(file, value);
    await vscode.commands.executeCommand('vscode.open', file, { preview: false });
    return `saved as ${vscode.workspace.asRelativePath(file)}`;
  });
});
