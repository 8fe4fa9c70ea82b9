import type * as vscode from 'vscode';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { Clients } from './clients.ts';
import type { LocalReceiver } from './localReceiver.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/** The port that the local receiver listens on, which steps of flows may call; none while it does not listen. */
export function receiverPorts({ address }: Pick<LocalReceiver, 'address'>): readonly number[] {
  return address === undefined ? [] : [Number(new URL(address).port)];
}

/** Tells the running sandbox which port of this computer is the receiver's, whenever one of the two starts or ends. */
export function nameReceiverPort(
  receiver: LocalReceiver,
  sandbox: SandboxProcess,
  clients: Clients,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Disposable {
  const owned = new Disposables();
  let named: string | undefined = '';
  let last: Promise<void> = Promise.resolve();
  const tell = async (): Promise<void> => {
    const ports = receiverPorts(receiver);
    if (!sandbox.running || named === String(ports)) return;
    named = String(ports);
    try {
      const client = await clients.openSandbox();
      await client.setLoopbackPorts({ body: { ports: [...ports] } });
    } catch (error) {
      named = undefined;
      log.warn('The sandbox could not be told the port of the receiver.', String(error));
    }
  };
  const follow = (): void => {
    last = last.then(tell);
  };
  owned.add(receiver.onDidChange(follow));
  owned.add(
    sandbox.onDidChange(running => {
      // A sandbox that has just started knows of no port.
      named = '';
      if (running) follow();
    }),
  );
  return owned;
}
