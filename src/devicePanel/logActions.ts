import { counted } from '../util/counted.ts';
import * as vscode from 'vscode';
import type { DoneGesture } from '../flow/record/deviceGesture.ts';
import { toTimedInputs } from '../flow/record/timedInputs.ts';
import { recordSteps } from '../flow/record/recording.ts';
import { readBaseUrl } from '../appState/baseUrl.ts';
import { dialogs } from './questions.ts';
import { gestureCurl } from '../wording/gestureCurl.ts';
import type { LogAction, LogSelection } from '../protocol/recorder.ts';
import { chooseActions } from './chooseActions.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { PanelServices } from './panelServices.ts';

/** Runs a command on the completed gestures of a log selection. */
export async function actOnLog(
  session: DevicePanelSession,
  services: PanelServices,
  act: LogAction,
  { numbers, keepPauses }: LogSelection,
): Promise<void> {
  const gestures = session.log.doneOf(numbers);
  if (gestures.length === 0) {
    const nothing = numbers.length === 0 ? 'There are no gestures in the log of this device.' : NOT_DONE;
    void dialogs.showInformationMessage(nothing);
    return;
  }
  switch (act) {
    case 'copyAsCurl':
      await copyAsCurl(session, services, gestures);
      return;
    case 'replay':
      await replay(session, gestures, keepPauses);
      return;
    case 'insert':
      await insert(session, services, gestures, keepPauses);
      return;
  }
}

const NOT_DONE = 'None of the selected gestures succeeded.';

async function copyAsCurl(
  { connection }: DevicePanelSession,
  { sandbox }: PanelServices,
  gestures: readonly DoneGesture[],
): Promise<void> {
  const baseUrl = await readBaseUrl(connection, sandbox);
  const commands = gestures.map(done => gestureCurl(baseUrl, done));
  await vscode.env.clipboard.writeText(`${commands.join('\n\n')}\n`);
  dialogs.setStatusBarMessage('$(check) Copied. Set API_KEY in your shell before you run it.', 5000);
}

async function replay(
  session: DevicePanelSession,
  gestures: readonly DoneGesture[],
  withPauses: boolean,
): Promise<void> {
  const whole: DoneGesture[] = [];
  for (const done of gestures) {
    const { gesture } = done;
    if (gesture.kind !== 'text' || gesture.secret !== true) whole.push(done);
    else {
      const text = await askText();
      if (text === undefined) return;
      whole.push({ ...done, gesture: { ...gesture, text } });
    }
  }
  await session.replay.run(whole, withPauses);
}

function askText(): Thenable<string | undefined> {
  return dialogs.showInputBox({
    title: 'Replay: Hidden Text',
    prompt: 'The log does not keep text that may be a password. Enter it again.',
    password: true,
    ignoreFocusOut: true,
  });
}

async function insert(
  { connection, deviceId }: DevicePanelSession,
  { catalog, actionChoices, flowEditors }: PanelServices,
  gestures: readonly DoneGesture[],
  keepPauses: boolean,
): Promise<void> {
  const inputs = toTimedInputs(gestures, { keepPauses });
  const chosen = await chooseActions(inputs, catalog, actionChoices, connection.id);
  if (!chosen) return;
  const { steps, notes } = recordSteps(inputs, chosen);
  if (steps.length === 0) {
    void dialogs.showWarningMessage(notes.join(' '));
    return;
  }
  const inserted = await flowEditors.insertSteps(steps, deviceId);
  if (!inserted) return;
  const count = counted(steps.length, 'step');
  const message = [`Inserted ${count} into ${inserted}.`, ...notes].join(' ');
  void (notes.length > 0 ? dialogs.showWarningMessage(message) : dialogs.showInformationMessage(message));
}
