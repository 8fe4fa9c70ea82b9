import { dialogs } from '../../host/dialogs.ts';
import type { RecordingAction } from '../../protocol/recorder.ts';
import type { FlowServices } from './flowServices.ts';
import { trialPhone } from './trialPhone.ts';
import { trialFile } from './trialTarget.ts';

/** Records what the user does on the device of a flow file as steps of the file. */
export async function recordDevice(services: FlowServices, argument?: unknown): Promise<void> {
  const file = trialFile(argument);
  if (!file) return;
  const deviceId = await trialPhone(services, file);
  if (deviceId === null) void dialogs.showInformationMessage('Choose a phone to record.');
  if (deviceId != null) await services.devicePanels.record(deviceId, file);
}

export const stopRecording = onRecording('stop');
export const undoRecordedStep = onRecording('undo');
export const changeSelector = onRecording('changeSelector');
export const useTypedValues = onRecording('usePayload');

/** Returns the handler of a command for the recording in progress. */
function onRecording(action: Exclude<RecordingAction, 'start'>): (services: FlowServices) => Promise<void> {
  return ({ devicePanels }) => devicePanels.actOnRecording(action);
}

/** Forgets the answers about actions of the connection, so that recording and picking ask again. */
export async function forgetActionChoices({ session, actionChoices }: FlowServices): Promise<void> {
  const { id, name } = session.require();
  const count = await actionChoices.forget(id);
  const what = count === 1 ? '1 choice' : `${count} choices`;
  void dialogs.showInformationMessage(
    count === 0
      ? `No choices for recording and picking are stored for the connection “${name}”.`
      : `Forgot ${what} for the connection “${name}”. Recording and picking ask again.`,
  );
}
