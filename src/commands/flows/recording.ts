import type * as vscode from 'vscode';
import type { Services } from '../commandServices.ts';
import { dialogs } from '../../host/dialogs.ts';
import type { PanelFreeAction } from '../../protocol/recorder.ts';
import { trialPhone } from './trialPhone.ts';
import { activeFlowFile } from './flowFiles.ts';
import { counted } from '../../util/counted.ts';

/** Records what the user does on the device of a flow file as steps of the file, or on a device into a new flow. */
export async function recordDevice(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const file = given ?? activeFlowFile();
  if (!file) {
    const { recordNewFlow } = await import('./flowNew.ts');
    await recordNewFlow(services);
    return;
  }
  const deviceId = await trialPhone(services, file);
  if (deviceId === null) void dialogs.showInformationMessage('Choose a phone to record.');
  if (deviceId != null) await services.devicePanels.record(deviceId, services.scope, file);
}

export const stopRecording = onRecording('stop');
export const undoRecordedStep = onRecording('undo');
export const changeSelector = onRecording('changeSelector');
export const useTypedValues = onRecording('usePayload');

/** Returns the handler of a command for the recording in progress. */
function onRecording(action: PanelFreeAction): (services: Services) => Promise<void> {
  return ({ devicePanels }) => devicePanels.actOnRecording(action);
}

/** Forgets the answers about actions of the connection, so that recording and picking ask again. */
export async function forgetActionChoices({ session, actionChoices }: Services): Promise<void> {
  const { id, name } = session.require();
  const count = await actionChoices.forget(id);
  const what = counted(count, 'choice');
  void dialogs.showInformationMessage(
    count === 0
      ? `No choices for recording and picking are stored for the connection “${name}”.`
      : `Forgot ${what} for the connection “${name}”. Recording and picking ask again.`,
  );
}
