import * as vscode from 'vscode';
import { ContextKey } from '../manifest.ts';
import type { MailboxStore } from '../stores/mailboxStore.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import type { LocalReceiver } from './localReceiver.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/** Keeps the context keys that menus and welcome views ask about in step with what they are about. */
export function followContextKeys(
  session: Session,
  sandbox: SandboxProcess,
  receiver: LocalReceiver,
  mailboxes: MailboxStore,
): Disposables {
  const owned = new Disposables();
  const follow = (): void => {
    setContext(ContextKey.session, session.state.kind);
    setContext(ContextKey.onSandbox, session.connection?.kind === 'sandbox');
  };
  follow();
  owned.add(session.onDidChange(follow));
  owned.add(sandbox.onDidChange(running => setContext(ContextKey.sandboxRunning, running)));
  let listening = false;
  owned.add(
    receiver.onDidChange(() => {
      if (listening === (receiver.address !== undefined)) return;
      listening = !listening;
      setContext(ContextKey.receiverRunning, listening);
    }),
  );
  owned.add(
    mailboxes.onDidChange(() => {
      const { kind, items } = mailboxes.state;
      const read = kind === 'ready' || kind === 'refreshing';
      setContext(ContextKey.noMailboxes, read && items.length === 0);
    }),
  );
  return owned;
}

function setContext(key: string, value: unknown): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
