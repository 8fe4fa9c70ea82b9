import * as vscode from 'vscode';
import { registerCommands } from './commands/register.ts';
import type { Services } from './commands/services.ts';
import { RememberedDevices } from './host/addedDevices.ts';
import { RememberedWebhooks } from './host/createdWebhooks.ts';
import { FlowFileIds } from './host/flowFileIds.ts';
import { Clients } from './host/clients.ts';
import { careForConnections } from './host/connectionCare.ts';
import { Connections } from './host/connections.ts';
import { followContextKeys } from './host/contextKeys.ts';
import { Documents } from './host/documents.ts';
import { markDrift } from './host/driftMarks.ts';
import { DriftStore } from './host/driftStore.ts';
import { FlowLinks } from './host/flowLinks.ts';
import { CatalogueFiles } from './host/keptCatalogues.ts';
import { Keys } from './host/keys.ts';
import { LocalReceiver } from './host/localReceiver.ts';
import { createLog, logExchange } from './host/log.ts';
import { openPage } from './host/openPage.ts';
import { RememberedPendingMailboxes } from './host/pendingMailboxes.ts';
import { SandboxProcess } from './host/sandboxProcess.ts';
import { SavedPlaces } from './host/savedPlaces.ts';
import { ShownRuns } from './host/shownRuns.ts';
import { WebhookSecrets } from './host/webhookSecrets.ts';
import { promptWhenRejected } from './host/signInPrompt.ts';
import { ActionStore } from './stores/actionStore.ts';
import { ExecutionStore, RequestStore, TaskStore } from './stores/activityStore.ts';
import { CapabilityStore } from './stores/capabilityStore.ts';
import { CatalogueStore } from './stores/catalogueStore.ts';
import { DeviceStore } from './stores/deviceStore.ts';
import { FlowStore, StepLists } from './stores/flowStore.ts';
import { MailboxStore, MessageLists } from './stores/mailboxStore.ts';
import { PendingMailboxStore } from './stores/pendingMailboxStore.ts';
import { SandboxStore } from './stores/sandboxStore.ts';
import { Session } from './stores/session.ts';
import { DeliveryLists, WebhookStore } from './stores/webhookStore.ts';
import { startLanguage } from './language/startLanguage.ts';
import { DevicePanels } from './devicePanel/devicePanels.ts';
import { FlowEditors } from './flowEditor/flowEditors.ts';
import type { Disposable } from './util/disposables.ts';
import { type FlowTests, startTestExplorer } from './testExplorer/startTestExplorer.ts';
import { ActionTree } from './views/actionTree.ts';
import { ActivityView } from './views/activityView.ts';
import { deviceView } from './views/deviceView.ts';
import { showFlowLenses } from './views/flowLenses.ts';
import { FlowView } from './views/flowView.ts';
import { LineTree } from './views/lineTree.ts';
import { MailboxView } from './views/mailboxView.ts';
import { showRunsInEditors } from './views/runDecorations.ts';
import { SandboxStatus } from './views/sandboxStatus.ts';
import { SandboxTree } from './views/sandboxTree.ts';
import { ConnectionStatus } from './views/statusBar.ts';
import { WebhookView } from './views/webhookView.ts';

/** The parts that tests inside VS Code look at; nobody else is handed them. */
export interface Parts {
  readonly services: Services;
  readonly actionTree: ActionTree;
  readonly flowTree: LineTree;
  readonly deviceTree: LineTree;
  readonly mailboxTree: LineTree;
  readonly webhookTree: LineTree;
  readonly activityTree: LineTree;
  readonly sandboxTree: SandboxTree;
  readonly sandboxStatus: SandboxStatus;
  readonly flowTests: FlowTests;
  readonly devicePanels: DevicePanels;
  /** The window as the extension sees it, where tests answer dialogs that cannot be clicked. */
  readonly window: typeof vscode.window;
}

/**
 * Builds the parts of the extension and registers them. Nothing is read, started or sent here: views and
 * commands do that when they are used.
 */
export function activate(context: vscode.ExtensionContext): Parts | undefined {
  const own = <T extends Disposable>(item: T): T => {
    context.subscriptions.push(item);
    return item;
  };
  const { version } = context.extension.packageJSON as { version: string };
  const userAgent = `cloud-device-automation/${version}`;

  const log = own(createLog());
  const keys = new Keys(context.secrets, context.globalState);
  const sandbox = own(new SandboxProcess(context.extensionUri, context.storageUri, log));
  const clients = own(new Clients(keys, sandbox, userAgent));
  const sandboxStore = own(new SandboxStore(() => clients.openSandbox(), sandbox.onDidChange));
  const session = own(new Session((connection, onExchange) => clients.open(connection, onExchange)));
  const connections = own(new Connections(session, context.workspaceState));
  const documents = own(new Documents());
  const actions = own(new ActionStore(session));
  const flows = own(new FlowStore(session));
  const steps = own(new StepLists(session));
  const addedDevices = new RememberedDevices(context.workspaceState);
  const flowFileIds = new FlowFileIds();
  const devices = own(new DeviceStore(session, addedDevices, flowFileIds));
  const mailboxes = own(new MailboxStore(session));
  const messages = own(new MessageLists(session));
  const intents = new RememberedPendingMailboxes(context.workspaceState, context.secrets);
  const pendingMailboxes = own(new PendingMailboxStore(session, intents, mailboxes));
  const createdWebhooks = new RememberedWebhooks(context.workspaceState);
  const webhooks = own(new WebhookStore(session, createdWebhooks, flowFileIds));
  const deliveries = own(new DeliveryLists(session));
  const webhookSecrets = new WebhookSecrets(context.secrets);
  const loadReceiver = async () => (await import('./webhooks/receiver/receiverTools.ts')).receiverTools;
  const receiver = own(new LocalReceiver(loadReceiver, webhookSecrets, context.workspaceState));
  const executions = own(new ExecutionStore(session));
  const tasks = own(new TaskStore(session));
  const runs = own(new ShownRuns(session));
  own(showRunsInEditors(runs));
  const requests = own(new RequestStore(session));

  own(session.onExchange(exchange => logExchange(log, exchange)));
  own(clients.onOutdated(() => session.use(session.connection)));
  own(
    keys.onDidChange(
      () => session.connection,
      () => void connections.followKey(keys),
    ),
  );
  own(sandbox.onDidChange(running => connections.followSandbox(running)));
  own(followContextKeys(session, sandbox, receiver, { flows, devices, mailboxes, webhooks }));
  own(promptWhenRejected(session));
  own(careForConnections(keys));

  const notRead = (error: unknown): void => log.warn('The catalogue cannot be read or kept.', String(error));
  const keptCatalogues = new CatalogueFiles(context.globalStorageUri);
  const catalogue = own(new CatalogueStore(session, keptCatalogues, notRead));
  own(startLanguage(catalogue, documents, log));

  own(new ConnectionStatus(session));
  const actionTree = own(new ActionTree(session, actions));
  const links = own(new FlowLinks());
  const drift = own(new DriftStore(session, links, catalogue, flows));
  own(markDrift(drift));
  own(showFlowLenses(session, links, drift));
  const flowParts = { flows, steps, actions, links, drift };
  const flowTree = own(new LineTree(session, own(new FlowView(session, flowParts))));
  const deviceTree = own(
    new LineTree(session, deviceView(session, devices, addedDevices, own(new CapabilityStore(session)))),
  );
  const mailboxTree = own(new LineTree(session, own(new MailboxView(mailboxes, messages, pendingMailboxes))));
  const webhookTree = own(new LineTree(session, own(new WebhookView(webhooks, deliveries, receiver))));
  const activityTree = own(new LineTree(session, own(new ActivityView(executions, tasks, requests))));
  const sandboxTree = own(new SandboxTree(sandboxStore));
  const sandboxStatus = own(new SandboxStatus(sandboxStore));
  const host = { session, connections, keys, clients, sandbox, sandboxStore, documents, log };
  const inboxes = {
    mailboxes,
    messages,
    pendingMailboxes,
    webhooks,
    createdWebhooks,
    deliveries,
    webhookSecrets,
    receiver,
  };
  const work = { executions, runs, tasks, requests };
  const lists = { catalogue, ...flowParts, devices, addedDevices, ...work, ...inboxes };
  // Rooms never import one another, so commands are handed what the room of webhooks does; loaded when used.
  const verifyPastedDelivery = async (): Promise<void> =>
    (await import('./webhooks/verifyDelivery.ts')).verifyPastedDelivery();
  const judgeAttempt: Services['judgeAttempt'] = async (attempt, secret) =>
    (await import('./webhooks/judgeAttempt.ts')).judgeAttempt(attempt, secret);
  const benchParts = { extension: context.extensionUri, log, keys, userAgent, catalogue };
  const openBench = async () => (await import('./testExplorer/openTestBench.ts')).openTestBench(benchParts);
  const flowTests = own(startTestExplorer({ openBench, runs }));
  const editing = { ...host, ...lists, memory: context.globalState };
  const flowEditors = own(new FlowEditors(context.extensionUri, editing));
  const actOnSteps: Services['actOnSteps'] = act => flowEditors.actOnSteps(act);
  const revealInFlow: Services['revealInFlow'] = (file, at) => flowEditors.reveal(file, at);
  const insertAction: Services['insertAction'] = action => flowEditors.insertAction(action);
  const places = own(new SavedPlaces(context.globalState));
  const panels = { session, devices, log, memory: context.globalState, places };
  const devicePanels = own(new DevicePanels(context.extensionUri, panels));
  const openDevicePanel: Services['openDevicePanel'] = deviceId => devicePanels.open(deviceId);
  const openDeviceMap: Services['openDeviceMap'] = deviceId => devicePanels.openMap(deviceId);
  const playTrack: Services['playTrack'] = deviceIds => devicePanels.playTrack(deviceIds);
  const services = {
    ...host,
    ...lists,
    openPage,
    verifyPastedDelivery,
    judgeAttempt,
    actOnSteps,
    revealInFlow,
    insertAction,
    openDevicePanel,
    openDeviceMap,
    playTrack,
  };
  own(registerCommands(services));
  const trees = {
    actionTree,
    flowTree,
    deviceTree,
    mailboxTree,
    webhookTree,
    activityTree,
    sandboxTree,
    sandboxStatus,
    flowTests,
    devicePanels,
  };
  const { window, ExtensionMode } = vscode;
  return context.extensionMode === ExtensionMode.Test ? { services, window, ...trees } : undefined;
}
