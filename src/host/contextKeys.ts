import { ContextKey } from '../manifest.ts';
import type { ExecutionStore } from '../stores/executionStore.ts';
import type { TaskStore } from '../stores/taskStore.ts';
import type { DeviceStore } from '../stores/deviceStore.ts';
import type { FlowStore } from '../stores/flowStore.ts';
import type { MailboxStore } from '../stores/mailboxStore.ts';
import type { Session } from '../stores/session.ts';
import type { WebhookStore } from '../stores/webhookStore.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { eitherEvent, type Event } from '../util/emitter.ts';
import type { LocalReceiver } from './localReceiver.ts';
import type { SandboxProcess } from './sandboxProcess.ts';
import { setContext } from './setContext.ts';

/** The lists whose state affects menus and welcome views. */
interface ListsOfViews {
  readonly flows: FlowStore;
  readonly devices: DeviceStore;
  readonly mailboxes: MailboxStore;
  readonly webhooks: WebhookStore;
  readonly executions: ExecutionStore;
  readonly tasks: TaskStore;
}

/** Keeps the context keys for menus and welcome views up to date. */
export function followContextKeys(
  session: Session,
  sandbox: SandboxProcess,
  receiver: LocalReceiver,
  { flows, devices, mailboxes, webhooks, executions, tasks }: ListsOfViews,
): Disposables {
  const owned = new Disposables();
  const follow = (): void => {
    setContext(ContextKey.session, session.state.kind);
    setContext(ContextKey.onSandbox, session.connection?.kind === 'sandbox');
  };
  follow();
  owned.add(session.onDidChange(follow));
  owned.add(sandbox.onDidChange(running => setContext(ContextKey.sandboxRunning, running)));
  owned.add(
    receiver.onDidChange(() => setContext(ContextKey.receiverRunning, receiver.address !== undefined)),
  );
  owned.add(
    mailboxes.onDidChange(() => {
      const { kind, items } = mailboxes.state;
      const read = kind === 'ready' || kind === 'refreshing';
      setContext(ContextKey.noMailboxes, read && items.length === 0);
    }),
  );
  owned.add(followUnlisted([flows], ContextKey.flowsUnlisted));
  owned.add(followUnlisted([devices], ContextKey.devicesUnlisted));
  owned.add(followUnlisted([webhooks], ContextKey.webhooksUnlisted));
  owned.add(followUnlisted([executions, tasks], ContextKey.activityUnlisted));
  return owned;
}

/** A list that a service may not offer. */
interface MaybeLacking {
  readonly notOffered: boolean;
  readonly onDidChange: Event<void>;
}

// True only if the service offers none of the lists, so that commands such as search are hidden.
function followUnlisted(lists: readonly MaybeLacking[], key: string): Disposable {
  return eitherEvent(...lists.map(({ onDidChange }) => onDidChange))(() =>
    setContext(
      key,
      lists.every(({ notOffered }) => notOffered),
    ),
  );
}
