import type { FlowServices } from './flowServices.ts';
import { trialPhone } from './trialPhone.ts';
import { trialFile } from './trialTarget.ts';
import { dialogs } from '../../host/dialogs.ts';

/** Records what the user does on the device of a flow file as steps of the file. */
export async function recordDevice(services: FlowServices, argument?: unknown): Promise<void> {
  const file = trialFile(argument);
  if (!file) return;
  const deviceId = await trialPhone(services, file);
  if (deviceId === null) void dialogs.showInformationMessage('Choose a phone to record.');
  if (deviceId != null) await services.devicePanels.record(deviceId, file);
}
