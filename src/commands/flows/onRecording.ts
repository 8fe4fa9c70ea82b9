import type { RecordingAction } from '../../protocol/recorder.ts';
import type { FlowServices } from './flowServices.ts';

/** Returns the handler of a command for the recording in progress. */
export function onRecording(
  act: Exclude<RecordingAction, 'start'>,
): (services: FlowServices) => Promise<void> {
  return ({ devicePanels }) => devicePanels.actOnRecording(act);
}
