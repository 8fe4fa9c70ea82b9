import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { Registration } from '../../appState/localReceiver.ts';
import type { ReceiverAnswer } from '../../appState/received.ts';
import { Command } from '../../manifest.ts';
import { askNumber, done } from '../prompts/ask.ts';
import { markCurrent } from '../prompts/markCurrent.ts';
import { deleteEndpoint, disableEndpoint, enableEndpoint } from './receiverEndpoint.ts';

type Fate = 'disable' | 'delete' | 'leave';

const MAX_SECONDS = 60;
/** Exceeds the usual response timeout of senders. */
const SLOW_SECONDS = 15;

/** Starts the local receiver and enables its endpoint if it was disabled when the receiver stopped. */
export async function startReceiver(services: Services): Promise<void> {
  const { receiver, session } = services;
  if (receiver.address !== undefined) {
    void dialogs.showInformationMessage(`The local receiver is already listening on ${receiver.address}.`);
    return;
  }
  const address = await receiver.start();
  await enableEndpoint(services);
  const { registration } = receiver;
  const text = `The local receiver is listening on ${address}.`;
  if (receiver.isMisplaced && registration) {
    void offerRegistering(
      services,
      `${text} The port of the registered address ${registration.url} is in use.`,
    );
  } else if (!registration && session.connection) {
    void offerRegistering(services, `${text} No endpoint delivers to it yet.`);
  } else {
    done(text);
  }
}

/** Stops the local receiver after asking what to do with its endpoint. */
export async function stopReceiver(services: Services): Promise<void> {
  const { receiver, session } = services;
  const { registration } = receiver;
  if (!isRunning(services)) return;
  const reachable = session.state.kind === 'open' && session.connection?.id === registration?.connectionId;
  const fate = registration && reachable ? await askFate(registration) : 'leave';
  if (fate === undefined) return;
  await receiver.stop();
  if (registration && fate !== 'leave') await endRegistration(services, registration, fate);
  else if (registration && !reachable) {
    void dialogs.showInformationMessage(
      `The local receiver was stopped. Its endpoint at “${registration.connectionName}” stays; switch to that connection to disable or delete it.`,
    );
  } else done('The local receiver was stopped.');
}

/** Prompts for the response of the receiver to further deliveries. */
export async function answerReceiver(services: Services): Promise<void> {
  const { receiver } = services;
  if (!isRunning(services)) return;
  const { status, afterSeconds } = receiver.answer;
  const slow = afterSeconds > 0;
  const items: (vscode.QuickPickItem & { answer: ReceiverAnswer | undefined })[] = [
    { label: '200', detail: 'Accepts the delivery', answer: { status: 200, afterSeconds: 0 } },
    {
      label: '500',
      detail: 'Fails, so that the service tries again',
      answer: { status: 500, afterSeconds: 0 },
    },
    {
      label: '302',
      detail: 'Redirects, which a service must not follow',
      answer: { status: 302, afterSeconds: 0 },
    },
    { label: 'Slow…', detail: 'Answers 200 after some seconds', answer: undefined },
  ];
  const picked = await dialogs.showQuickPick(
    markCurrent(items, ({ answer }) => (slow ? !answer : answer?.status === status)),
    { title: 'Answer of the Local Receiver', placeHolder: 'Choose how deliveries are answered' },
  );
  if (!picked) return;
  const answer = picked.answer ?? (await askSlow(slow ? afterSeconds : SLOW_SECONDS));
  if (answer) receiver.answerWith(answer);
}

export function clearReceiver(services: Services): void {
  if (isRunning(services)) services.receiver.clear();
}

/** Copies the receiver's URL, for example to set up a tunnel. */
export async function copyReceiverAddress(services: Services): Promise<void> {
  if (!isRunning(services)) return;
  await vscode.env.clipboard.writeText(services.receiver.address ?? '');
  done('Copied the address of the local receiver.');
}

function isRunning({ receiver }: Services): boolean {
  if (receiver.address !== undefined) return true;
  void dialogs.showInformationMessage('The local receiver is not running. Start it first.');
  return false;
}

async function offerRegistering({ run }: Services, text: string): Promise<void> {
  const register = 'Register';
  const choice = await dialogs.showInformationMessage(text, register);
  if (choice === register) await run(Command.registerReceiver);
}

async function askFate({ url, connectionName }: Registration): Promise<Fate | undefined> {
  const items: (vscode.QuickPickItem & { fate: Fate })[] = [
    {
      label: '$(circle-slash) Disable It',
      detail: 'Nothing is delivered until the receiver starts again',
      fate: 'disable',
    },
    { label: '$(trash) Delete It', detail: 'Also deletes its secret and its delivery log', fate: 'delete' },
    {
      label: '$(broadcast) Keep It',
      detail: 'Deliveries fail until the receiver starts again',
      fate: 'leave',
    },
  ];
  const title = 'Stop Local Receiver';
  const placeHolder = `Choose what happens to the endpoint ${url} of “${connectionName}”`;
  return (await dialogs.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.fate;
}

async function endRegistration(
  services: Services,
  registration: Registration,
  fate: 'disable' | 'delete',
): Promise<void> {
  if (fate === 'disable') await disableEndpoint(services, registration);
  else {
    await deleteEndpoint(services, registration);
    await services.receiver.register(undefined);
  }
  done(`The local receiver was stopped and its endpoint ${fate === 'disable' ? 'disabled' : 'deleted'}.`);
}

async function askSlow(value: number): Promise<ReceiverAnswer | undefined> {
  const prompt = `Seconds before each answer, 1 to ${MAX_SECONDS}`;
  const range = { min: 1, max: MAX_SECONDS, unit: 'seconds' };
  const afterSeconds = await askNumber({ title: 'Slow Answer', prompt, value, ...range });
  return afterSeconds === undefined ? undefined : { status: 200, afterSeconds };
}
