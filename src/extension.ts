import * as vscode from 'vscode';
import { registerCommands } from './commands/register.ts';
import type { WindowServices } from './commands/commandServices.ts';
import { ActionChoices } from './appState/actionChoices.ts';
import { AppUploads } from './appState/appUploads.ts';
import { Clients } from './appState/clients.ts';
import { watchConnectionSettings } from './appState/connectionCare.ts';
import { Connections } from './appState/connections.ts';
import { followContextKeys } from './appState/contextKeys.ts';
import { Documents } from './host/documents.ts';
import { markDrift } from './appState/driftMarks.ts';
import type { DebuggedTests } from './appState/debuggedTests.ts';
import { DriftStore } from './appState/driftStore.ts';
import { FlowLinks } from './appState/flowLinks.ts';
import { CatalogFiles } from './appState/keptCatalogs.ts';
import { Keys } from './appState/keys.ts';
import { LocalReceiver } from './appState/localReceiver.ts';
import { createLog, logExchange } from './host/log.ts';
import { rememberedIn } from './appState/remembered.ts';
import { offerFreshData } from './appState/freshDataPrompt.ts';
import { type Scope, Scopes } from './appState/scopes.ts';
import { SandboxProcess } from './appState/sandboxProcess.ts';
import { Recordings } from './appState/recordings.ts';
import { StepOutlines } from './appState/stepOutlines.ts';
import { SavedPlaces } from './appState/savedPlaces.ts';
import { SecretClipboard } from './appState/secretClipboard.ts';
import { OutputFiles } from './appState/keptOutputs.ts';
import { RunHistory } from './appState/runHistory.ts';
import { type RunParts, ShownRuns } from './appState/shownRuns.ts';
import { ConnectionSecrets } from './appState/connectionSecrets.ts';
import { promptWhenRejected } from './appState/signInPrompt.ts';
import { CatalogStore } from './stores/catalogStore.ts';
import { AgentCallStore } from './stores/agentCallStore.ts';
import { SANDBOX } from './stores/connection.ts';
import { openStores } from './stores/openStores.ts';
import { SandboxStore } from './stores/sandboxStore.ts';
import { RequestStore } from './stores/requestStore.ts';
import type { Session } from './stores/session.ts';
import { startAgents } from './agentHost/startAgents.ts';
import { startDebugger } from './debugger/startDebugger.ts';
import type { RepairsOf } from './language/repairFixes.ts';
import { startLanguage } from './language/startLanguage.ts';
import { DevicePanels } from './devicePanel/devicePanels.ts';
import { DeviceGrids } from './devicePanel/grid/deviceGrids.ts';
import { FlowEditors } from './flowEditor/flowEditors.ts';
import type { Own } from './util/disposables.ts';
import { once } from './util/once.ts';
import type { TraceServices } from './traceViewer/traceServices.ts';
import { TraceViewers } from './traceViewer/traceViewers.ts';
import { type FlowTests, startTestExplorer } from './testExplorer/startTestExplorer.ts';
import { showViews, type Views } from './views/showViews.ts';

/** The parts that `activate` returns to tests in VS Code; undefined outside of test mode. */
export interface Parts extends Views {
  readonly services: WindowServices & Scope;
  readonly flowTests: FlowTests;
  readonly devicePanels: DevicePanels;
  readonly deviceGrids: DeviceGrids;
  /** Offers the MCP server of the window. */
  readonly mcpServers: ReturnType<typeof startAgents>['mcpServers'];
  /** The `vscode.window` of the extension, in which tests replace dialogs that they cannot click. */
  readonly window: typeof vscode.window;
}

/** Outside of `activate`, since VS Code waits only for `deactivate` when the window closes. */
const secretClipboard = new SecretClipboard();

/** The functions of `webhooks` for commands, which must not import that folder; loaded on first use. */
const webhookTools: Pick<WindowServices, 'verifyPastedDelivery' | 'judgeAttempt'> = {
  verifyPastedDelivery: async () => (await import('./webhooks/verifyDelivery.ts')).verifyPastedDelivery(),
  judgeAttempt: async (...given) => (await import('./webhooks/signatureDiagnosis.ts')).judgeAttempt(...given),
};

/**
 * Creates and registers the parts of the extension. Views and commands read files, start processes and send requests
 * only when used.
 */
export function activate(context: vscode.ExtensionContext): Parts | undefined {
  const own: Own = item => {
    context.subscriptions.push(item);
    return item;
  };
  const { extensionUri, extensionMode, globalState: memory } = context;
  const core = openCore(context, own);
  const { catalog, log, runs } = core;
  const loadRepairs = once(async () => {
    const { FileRepairs } = await import('./appState/fileRepairs.ts');
    return new FileRepairs(core);
  });
  const repairsOf: RepairsOf = async file => (runs.of(file) ? (await loadRepairs()).of(file) : undefined);
  const language = own(startLanguage({ ...core, repairsOf }));
  const views = showViews(own, core);
  const benchParts = { ...core, extension: extensionUri };
  const openBench = async () => (await import('./testExplorer/openTestBench.ts')).openTestBench(benchParts);
  const debuggedTests: DebuggedTests = new Map();
  const flowTests = own(startTestExplorer({ ...core, openBench, debuggedTests }));
  const flowEditors = own(new FlowEditors(extensionUri, { ...core, memory }));
  const devicePanels = own(new DevicePanels(extensionUri, { ...core, memory, flowEditors, flowTests }));
  own(devicePanels.onDidActivate(id => views.trees.devices.select(`device/${id}`)));
  const deviceGrids = own(new DeviceGrids(extensionUri, core.scopes, devicePanels));
  const chooseRun: TraceServices['chooseRun'] = async run =>
    (await import('./commands/activity/otherRuns.ts')).readOtherRun(
      { ...core, session: core.scopes.current.session },
      run,
    );
  const readPassedRun: TraceServices['readPassedRun'] = async run =>
    (await import('./appState/passedRun.ts')).readPassedRun(core, run);
  const readCatalog: TraceServices['readCatalog'] = async () => {
    if (catalog.state.count === 0) await catalog.refresh();
    return catalog.catalog;
  };
  const traceServices = { ...core, flowEditors, chooseRun, readPassedRun, readCatalog };
  const traceViewers = own(new TraceViewers(extensionUri, traceServices));
  const { mcpServers } = own(startAgents(core, context.extension));
  own(startDebugger({ ...core, flowEditors, devicePanels, debuggedTests }));
  const selectedDevices = (): readonly unknown[] => views.trees.devices.selected;
  const services = {
    ...core,
    openPage,
    ...webhookTools,
    flowEditors,
    devicePanels,
    deviceGrids,
    traceViewers,
    flowTests,
    selectedDevices,
    language,
  };
  own(registerCommands(services));
  const { window, ExtensionMode } = vscode;
  const isInstalled = extensionMode === ExtensionMode.Production;
  const openFlow = (file: vscode.Uri): Promise<void> => flowEditors.open(file);
  import('./appState/firstStart.ts')
    .then(({ showFirst }) => showFirst({ extension: context.extension, memory, isInstalled, openFlow }))
    .catch((error: unknown) =>
      log.error('The walkthrough or the first flow cannot be opened.', String(error)),
    );
  return extensionMode === ExtensionMode.Test
    ? { services, window, ...views, flowTests, devicePanels, deviceGrids, mcpServers }
    : undefined;
}

/** Creates the connection, the sandbox, the stores and what they need, and keeps them in step with one another. */
function openCore(context: vscode.ExtensionContext, own: Own) {
  const { secrets, globalState, workspaceState, extensionUri } = context;
  const { version } = context.extension.packageJSON as { version: string };
  const userAgent = `cloud-device-automation/${version}`;
  const log = own(createLog());
  const storage = (): vscode.Uri | undefined => (vscode.workspace.isTrusted ? context.storageUri : undefined);
  const keys = new Keys(secrets, globalState);
  const sandbox = own(new SandboxProcess(extensionUri, storage, log));
  const clients = own(new Clients(keys, sandbox, userAgent));
  const sandboxStore = own(new SandboxStore(() => clients.openSandbox(), sandbox.onDidChange));
  const documents = own(new Documents());
  const remembered = rememberedIn(context);
  const notRead = (error: unknown): void => log.warn('The catalog cannot be read or kept.', String(error));
  const catalogs = new CatalogFiles(context.globalStorageUri, extensionUri);
  const outputs = new OutputFiles(context.globalStorageUri);
  const actionChoices = new ActionChoices(globalState);
  const links = own(new FlowLinks());
  const history = new RunHistory();
  const openScope = (of: Session): Scope => {
    const ownCatalog = own(new CatalogStore(of, catalogs, notRead, outputs, actionChoices));
    const opened = openStores(own, of, remembered, ownCatalog);
    const explain: RunParts['explain'] = async execution => {
      const sandboxClient = await clients.sandboxOf(of.connection);
      return (await import('./deploy/explainExecution.ts')).explainExecution(execution, sandboxClient);
    };
    const readEvidence: RunParts['readEvidence'] = async executionId => {
      const deploy = await import('./deploy/explainExecution.ts');
      return deploy.readEvidence(await clients.openSandbox(), executionId);
    };
    const onSteps: RunParts['onSteps'] = steps => void ownCatalog.learnOutputs(steps);
    return {
      ...opened,
      session: of,
      catalog: ownCatalog,
      drift: own(new DriftStore(of, links, ownCatalog, opened.flows)),
      runs: own(new ShownRuns(of, { onSteps, explain, readEvidence, history })),
    };
  };
  const scopes = own(new Scopes((...given) => clients.open(...given), openScope));
  const connections = own(new Connections(scopes, workspaceState));
  const current = scopes.followed;
  const { session, catalog } = current;
  const webhookSecrets = new ConnectionSecrets(secrets, 'webhook');
  const loadReceiver = async () => (await import('./webhooks/receiver/receiverTools.ts')).receiverTools;
  const prefixOf = (id: string): string | undefined => connections.withId(id)?.headerPrefix;
  const receiver = own(new LocalReceiver(loadReceiver, webhookSecrets, workspaceState, prefixOf));
  const places = own(new SavedPlaces(globalState));
  const outlines = new StepOutlines();
  const recordings = new Recordings();
  const agentCalls = own(new AgentCallStore());
  const uploads = own(new AppUploads(workspaceState));

  own(scopes.onExchange(exchange => logExchange(log, exchange)));
  own(clients.onOutdated(() => scopes.reset()));
  own(
    keys.onDidChange(
      () => session.connection,
      () => void connections.followKey(keys),
    ),
  );
  own(sandbox.onDidChange(running => connections.followSandbox(running)));
  own(followContextKeys(current, sandbox, receiver));
  own(promptWhenRejected(session));
  own(offerFreshData(sandbox, connections));
  own(vscode.workspace.onDidGrantWorkspaceTrust(() => void startAnew(sandbox, connections)));
  own(watchConnectionSettings({ ...remembered, keys, catalog, webhookSecrets, secretClipboard }));
  own(markDrift(current.drift));
  const openFlowDocuments = once(async () => {
    const { FlowDocuments } = await import('./appState/flowDocuments.ts');
    return own(new FlowDocuments(catalog));
  });
  const connected = { scopes, connections, keys, clients, userAgent, sandbox, sandboxStore };
  const openInformer = once(async () => {
    const { SandboxInformer } = await import('./appState/sandboxInformer.ts');
    return own(new SandboxInformer({ ...connected, workspaceState, receiver, log }));
  });
  const inform = (): void => void openInformer();
  own(receiver.onDidChange(inform));
  own(sandbox.onDidChange(inform));
  const openServicePhones = async () => (await openInformer()).phones;
  const kept = {
    actionChoices,
    catalogs,
    links,
    receiver,
    webhookSecrets,
    secretClipboard,
    places,
    workspaceState,
    outlines,
    recordings,
    history,
    agentCalls,
    requests: own(new RequestStore(scopes)),
    uploads,
  };
  return {
    version,
    documents,
    openFlowDocuments,
    openServicePhones,
    log,
    ...connected,
    ...current,
    ...remembered,
    ...kept,
  };
}

/** Opens a URL in the browser; returns false if the user or the system declined. */
async function openPage(address: string): Promise<boolean> {
  // Passed as a string, which VS Code accepts, since a Uri would decode and re-encode the query.
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}

// In an untrusted workspace, the sandbox starts without workspace storage, so its stored data is missing.
async function startAnew(sandbox: SandboxProcess, connections: Connections): Promise<void> {
  if (!sandbox.isRunning) return;
  const stopping = sandbox.stop();
  connections.reopen(SANDBOX);
  await stopping;
}

/** Clears a copied passcode from the clipboard when the window closes. */
export async function deactivate(): Promise<void> {
  await secretClipboard.forgetPasscode();
}
