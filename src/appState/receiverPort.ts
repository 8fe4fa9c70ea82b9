import type * as vscode from 'vscode';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { Clients } from './clients.ts';
import type { LocalReceiver } from './localReceiver.ts';
import type { SandboxProcess } from './sandboxProcess.ts';
import { SerialQueue } from '../util/serialQueue.ts';

/** Returns the port of the local receiver, which flow steps may call; empty while it does not listen. */
export function receiverPorts({ address }: Pick<LocalReceiver, 'address'>): readonly number[] {
  return address === undefined ? [] : [Number(new URL(address).port)];
}

/** Keeps the running sandbox informed of the receiver's port when either of the two starts or stops. */
export function announceReceiverPort(
  receiver: LocalReceiver,
  sandbox: SandboxProcess,
  clients: Clients,
  log: Pick<vscode.LogOutputChannel, 'warn'>,
): Disposable {
  const owned = new Disposables();
  let announced: string | undefined = '';
  const announcements = new SerialQueue();
  const announce = async (): Promise<void> => {
    const ports = receiverPorts(receiver);
    if (!sandbox.isRunning || announced === String(ports)) return;
    announced = String(ports);
    try {
      const client = await clients.openSandbox();
      await client.setLoopbackPorts({ body: { ports: [...ports] } });
    } catch (error) {
      announced = undefined;
      log.warn('The sandbox could not be told the port of the receiver.', String(error));
    }
  };
  const follow = (): void => {
    void announcements.run(announce);
  };
  owned.add(receiver.onDidChange(follow));
  owned.add(
    sandbox.onDidChange(running => {
      // A newly started sandbox does not know any port.
      announced = '';
      if (running) follow();
    }),
  );
  return owned;
}
