import { ContextKey } from '../manifest.ts';
import { LIST_NAMES, type ListName } from '../stores/listNames.ts';
import type { Scope } from './scopes.ts';
import { Disposables } from '../util/disposables.ts';
import { setContext } from '../host/commands.ts';
import { onConnectionsChanged, readConnections } from '../host/settings.ts';
import type { LocalReceiver } from './localReceiver.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/**
 * The context keys for menus and welcome views that are set if the service does not offer a list. Lists with the same
 * key are in one view; the key is set if the service offers none of them.
 */
const UNLISTED_KEYS: Readonly<Record<ListName, string | undefined>> = {
  flows: ContextKey.flowsUnlisted,
  devices: ContextKey.devicesUnlisted,
  apps: ContextKey.appsUnlisted,
  credentialPackages: ContextKey.credentialsUnlisted,
  mailboxes: undefined,
  webhooks: ContextKey.webhooksUnlisted,
  executions: ContextKey.activityUnlisted,
  tasks: ContextKey.activityUnlisted,
};

/** Keeps the context keys for menus and welcome views up to date. */
export function followContextKeys(
  stores: Scope,
  sandbox: SandboxProcess,
  receiver: LocalReceiver,
): Disposables {
  const owned = new Disposables();
  const { session } = stores;
  const follow = (): void => {
    setContext(ContextKey.session, session.state.kind);
    setContext(ContextKey.onSandbox, session.connection?.kind === 'sandbox');
  };
  follow();
  owned.add(session.onDidChange(follow));
  const count = (): void => setContext(ContextKey.hasConnections, readConnections().length > 0);
  count();
  owned.add(onConnectionsChanged(count));
  owned.add(sandbox.onDidChange(running => setContext(ContextKey.sandboxRunning, running)));
  owned.add(
    receiver.onDidChange(() => setContext(ContextKey.receiverRunning, receiver.address !== undefined)),
  );
  const { actions, mailboxes } = stores;
  owned.add(actions.onDidChange(() => setContext(ContextKey.actionSearch, actions.filter.search !== '')));
  owned.add(
    mailboxes.onDidChange(() => {
      const { kind, items } = mailboxes.state;
      const read = kind === 'ready' || kind === 'refreshing';
      setContext(ContextKey.noMailboxes, read && items.length === 0);
    }),
  );
  const lists = LIST_NAMES.flatMap(name => {
    const key = UNLISTED_KEYS[name];
    return key === undefined ? [] : [{ key, list: stores[name] }];
  });
  for (const { key, list } of lists) {
    const sameView = lists.filter(other => other.key === key);
    owned.add(
      list.onDidChange(() =>
        setContext(
          key,
          sameView.every(other => other.list.notOffered),
        ),
      ),
    );
  }
  return owned;
}
