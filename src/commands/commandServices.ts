import type { Command } from '../manifest.ts';
import type { Connection } from '../stores/connection.ts';
import type { ListStore } from '../stores/listStore.ts';
import { CommandActions, CommandKeyedLists, CommandList, CommandTasks } from './commandLists.ts';
import { CommandSession } from './commandSession.ts';
import { CommandCatalog, CommandDrift, CommandPendingMailboxes, CommandRuns } from './commandStores.ts';
import type { CommandPanels, DevicePanelApi, Services, WindowServices } from './services.ts';

/** Runs a command handler with the given services and reports its errors. */
export type RunCommand = (
  services: Services,
  command: Command,
  argument?: unknown,
  selection?: unknown,
) => Promise<unknown>;

/** Returns the services of a command bound to a connection; commands that it runs use the same one. */
export function servicesOn(
  connection: Connection | undefined,
  window: WindowServices,
  run: RunCommand,
): Services {
  const session = new CommandSession(window.session, connection);
  const list = <T extends { readonly id: string }, F>(store: ListStore<T, F>): CommandList<T, F> =>
    new CommandList(session, store);
  return {
    ...window,
    session,
    actions: new CommandActions(session, window.actions),
    catalog: new CommandCatalog(session, window.catalog),
    flows: list(window.flows),
    steps: new CommandKeyedLists(session, window.steps),
    drift: new CommandDrift(session, window.drift),
    runs: new CommandRuns(session, window.runs),
    devices: list(window.devices),
    mailboxes: list(window.mailboxes),
    messages: new CommandKeyedLists(session, window.messages),
    pendingMailboxes: new CommandPendingMailboxes(session, window.pendingMailboxes),
    webhooks: list(window.webhooks),
    deliveries: new CommandKeyedLists(session, window.deliveries),
    executions: list(window.executions),
    tasks: new CommandTasks(session, window.tasks),
    devicePanels: panelsOn(session, window.devicePanels),
    run: (...given) => run(servicesOn(connection, window, run), ...given),
    on: other => servicesOn(other, window, run),
  };
}

function panelsOn(session: CommandSession, panels: DevicePanelApi): CommandPanels {
  return {
    get inFront() {
      const { connection } = session;
      return connection && panels.inFrontOf(connection);
    },
    open: id => panels.open(id, session.require()),
    openMap: id => panels.openMap(id, session.require()),
    playTrack: ids => panels.playTrack(ids, session.require()),
    actOnLog: act => panels.actOnLog(act),
  };
}
