import * as vscode from 'vscode';
import { isFinished } from '../contract/enumerations.ts';
import type { ArgumentsOf } from '../contributions/commands.ts';
import type { FileDrift } from '../deploy/readDrift.ts';
import { counted } from '../util/counted.ts';
import type { FlowLink } from '../flow/deploy/flowLink.ts';
import { runLabel } from '../flow/run/outcomeText.ts';
import type { Flow } from '../contract/records/flow.ts';
import { commandItem } from '../host/commands.ts';
import type { DriftStore } from '../appState/driftStore.ts';
import { FLOW_FILES } from '../host/flowFiles.ts';
import type { FlowLinks } from '../appState/flowLinks.ts';
import type { ShownRun, ShownRuns } from '../appState/shownRuns.ts';
import { Command } from '../manifest.ts';
import type { FlowStore } from '../stores/flowStore.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { lastRunText } from './flowItems.ts';

/** Interval at which relative times in lenses are updated, in milliseconds. */
const AGE_MS = 30_000;

/** The command of VS Code that shows the output of the last test run. */
const SHOW_TEST_OUTPUT = 'testing.showMostRecentOutput';

const ON_DISK: vscode.DocumentFilter = { scheme: 'file', pattern: FLOW_FILES };

/** The sources of the lenses. */
interface LensSources {
  readonly session: Session;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
  readonly flows: FlowStore;
  readonly runs: ShownRuns;
}

/**
 * Shows code lenses at the top of flow files: drift from the flow on the open connection, available actions and the
 * last run.
 */
export function showFlowLenses({ session, links, drift, flows, runs }: LensSources): Disposables {
  const disposables = new Disposables();
  const changed = disposables.add(new vscode.EventEmitter<void>());
  const asked = new Set<string>();
  disposables.add(
    session.onDidChange(() => {
      asked.clear();
      changed.fire();
    }),
  );
  for (const source of [links, drift, flows]) disposables.add(source.onDidChange(() => changed.fire()));
  // Frequent change events delay new lenses in VS Code, and a run changes with each step, so only its state counts.
  let knownStates = '';
  disposables.add(
    runs.onDidChange(() => {
      const states = vscode.workspace.textDocuments.map(({ uri }) => stateOf(runs.of(uri))).join(' ');
      if (states === knownStates) return;
      knownStates = states;
      changed.fire();
    }),
  );
  const timer = setInterval(() => {
    const isShown = vscode.window.visibleTextEditors.some(
      ({ document }) => vscode.languages.match(ON_DISK, document) > 0,
    );
    if (isShown) changed.fire();
  }, AGE_MS);
  disposables.add({ dispose: () => clearInterval(timer) });
  const provideCodeLenses = async ({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> => {
    const { state } = session;
    const run = runLenses(runs.of(uri), uri);
    // Opening a file must not open a connection.
    if (state.kind !== 'open') return run;
    const { id, name } = state.connection;
    let link: FlowLink | undefined;
    try {
      link = await links.of(id, uri);
    } catch {
      // The flows view reports problems with the links.
      return run;
    }
    // If the connection has changed, its own event requests new lenses.
    if (session.state !== state) return run;
    if (link?.flowId === undefined) return [lens(`Create on ${name}`, Command.deployFlows, uri), ...run];
    const known = drift.of(uri);
    if (!known && !asked.has(uri.toString())) {
      asked.add(uri.toString());
      void drift.refresh([uri]).catch(() => undefined);
      void flows.ensure().catch(() => undefined);
    }
    const flow = flows.byId(link.flowId);
    return [...driftLenses(known, flow, name, uri), ...(run.length > 0 ? run : lastRun(flow))];
  };
  disposables.add(
    vscode.languages.registerCodeLensProvider(ON_DISK, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses,
    }),
  );
  return disposables;
}

function driftLenses(
  drift: FileDrift | undefined,
  flow: Flow | undefined,
  connection: string,
  file: vscode.Uri,
): vscode.CodeLens[] {
  switch (drift?.kind) {
    case 'known': {
      const { differences, activation } = drift.drift;
      const count = differences.length;
      if (count > 0) {
        return [
          lens(`Update on ${connection}: ${counted(count, 'change')}`, Command.deployFlows, file),
          lens('Compare', Command.compareFlow, file),
          lens('Pull', Command.pullFlow, file),
        ];
      }
      const inStep = lens(`In sync with ${connection}`, Command.showDrift, file);
      if (activation !== 'valid') return [inStep, lens('Verify', Command.verifyFlow, file)];
      return flow?.enabled === false ? [inStep, lens('Activate', Command.activateFlow, file)] : [inStep];
    }
    case 'gone':
      return [lens(`Flow deleted on ${connection}. Recreate`, Command.deployFlows, file)];
    default:
      return [];
  }
}

function stateOf(run: ShownRun | undefined): string {
  return run ? `${run.execution.id} ${run.execution.status ?? ''}` : '-';
}

/** Returns lenses for the execution shown in the file. */
function runLenses(run: ShownRun | undefined, file: vscode.Uri): vscode.CodeLens[] {
  if (!run) return [];
  const { execution, isTest } = run;
  const title = runLabel(run, Date.now());
  const hide = lens('Hide Run', Command.hideRun, file);
  const trace = lens('Open Trace', Command.openTrace, file);
  // No service knows a trial run, so there is no report to open.
  if (execution.kind === 'trial') {
    const isLive = !isFinished(execution);
    return [
      lensOf({ title, command: '' }),
      trace,
      ...(isLive ? [lens('Stop', Command.stopTrial, file)] : []),
      hide,
    ];
  }
  return [
    isTest
      ? lensOf({ title, command: SHOW_TEST_OUTPUT })
      : lens(title, Command.showExecution, { kind: 'execution', record: execution }),
    trace,
    hide,
  ];
}

/** Returns a lens with the state of a flow and its last run, according to the flow list. */
function lastRun(flow: Flow | undefined): vscode.CodeLens[] {
  if (!flow) return [];
  const health = flow.status == null || flow.status === 'healthy' ? '' : `, ${flow.status}`;
  const title = `${flow.enabled ? 'Active' : 'Disabled'}${health}, ${lastRunText(flow, Date.now())}`;
  return [lens(title, Command.showExecutions, { kind: 'flow', record: flow })];
}

function lens<C extends Command>(title: string, command: C, ...given: ArgumentsOf<C>): vscode.CodeLens {
  return lensOf(commandItem(title, command, ...given));
}

function lensOf(command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command);
}
