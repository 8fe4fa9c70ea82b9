import type { ParsedOf } from '../../contributions/commands.ts';
import type { GivenStep, DebugOptions } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import type { FlowDocument } from '../../flow/document/flowDocument.ts';
import { topLevelSteps, type FlowStep } from '../../flow/data/flowSteps.ts';
import { stepAtLine, stepPlaces } from '../../flow/run/stepPlaces.ts';
import { flowUntil } from '../../flow/run/trial.ts';
import { dialogs } from '../../host/dialogs.ts';
import { addressOf, fileOf } from '../../host/flowFiles.ts';
import { Command, FLOW_DEBUGGER } from '../../manifest.ts';
import { offersSandboxOperations, SANDBOX } from '../../stores/connection.ts';
import { chooseEarlierRun } from './earlierRun.ts';
import { trialPayload } from './trialPayload.ts';
import { trialPhone } from './trialPhone.ts';
import { documentOf, trialFile, trialTarget } from './trialTarget.ts';

const USE_SANDBOX = 'Switch to Sandbox';
const STOP_FIRST = 'Debug a flow and stop it at a step first.';

/** Debugs a flow file in the sandbox, after asking for the phone and the payload that the options lack. */
export async function debugFlow(
  services: Services,
  { file, options }: ParsedOf<typeof Command.debugFlow>,
): Promise<void> {
  const flow = trialFile(file);
  if (flow) await start(services, flow, options);
}

/** Debugs a flow file up to a step, or continues the stopped session of the file up to it. */
export async function debugToStep(services: Services, given: GivenStep): Promise<void> {
  const target = await trialTarget(services, given);
  if (!target) return;
  const { number } = target.step;
  const session = sessionOf(target.file);
  const threadId = vscode.debug.activeStackItem?.threadId;
  if (session && threadId !== undefined) {
    await session.customRequest('runTo', { threadId, step: number });
    return;
  }
  await start(services, target.file, { stopAt: number });
}

/** Runs a step and all steps after it, with the data that the steps before it had in a run. */
export const runFromStep = startingFrom(number => ({ from: number, noDebug: true }));

/** Debugs a flow file from a step on, and stops there, with the data that the steps before it had in a run. */
export const debugFromStep = startingFrom(number => ({ from: number, stopOnEntry: true }));

/** Returns the handler of a command that starts a flow file from a step. */
function startingFrom(optionsOf: (number: string) => DebugOptions) {
  return async (services: Services, given: GivenStep): Promise<void> => {
    const target = await trialTarget(services, given);
    if (target) await start(services, target.file, optionsOf(target.step.number));
  };
}

/** Adds a breakpoint to a step, or removes those that it has. */
export async function toggleBreakpoint(services: Services, given: GivenStep): Promise<void> {
  const target = await trialTarget(services, given);
  if (!target) return;
  const { file, document, step } = target;
  const places = stepPlaces(document);
  const existing = breakpointsIn(file).filter(
    ({ location }) => stepAtLine(document.text, places, location.range.start.line)?.step === step,
  );
  if (existing.length > 0) {
    vscode.debug.removeBreakpoints(existing);
    return;
  }
  const place = places.find(known => known.step === step);
  if (!place) return;
  const position = new vscode.Position(place.line, 0);
  vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(new vscode.Location(file, position))]);
}

/** Leaves out the step at which the selected thread is stopped. */
export async function skipStep(): Promise<void> {
  await askDebugger('skipStep');
}

/** Runs the step again at which the selected thread is stopped, or which ended last. */
export async function runStepAgain(): Promise<void> {
  await askDebugger('runStepAgain');
}

/** Opens the trace of the run that is debugged, which shows the steps so far. */
export async function openDebugTrace(services: Services): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  const flow: unknown = session?.type === FLOW_DEBUGGER ? session.configuration['flow'] : undefined;
  const shown = typeof flow === 'string' ? services.runs.of(fileOf(flow)) : undefined;
  if (!shown) {
    void dialogs.showInformationMessage(STOP_FIRST);
    return;
  }
  const { id, flowName } = shown.execution;
  if (shown.isTest) void dialogs.showInformationMessage('A test has no trace. Debug the flow file instead.');
  else
    await services.traceViewers.showRun({
      connectionId: SANDBOX.id,
      executionId: id,
      isTrial: true,
      flowName: flowName ?? undefined,
    });
}

async function askDebugger(request: 'skipStep' | 'runStepAgain'): Promise<void> {
  const item = vscode.debug.activeStackItem;
  if (item?.session.type === FLOW_DEBUGGER) {
    await item.session.customRequest(request, { threadId: item.threadId });
    return;
  }
  void dialogs.showInformationMessage(STOP_FIRST);
}

async function start(services: Services, file: vscode.Uri, options: DebugOptions): Promise<void> {
  if (!offersSandboxOperations(services.session.connection)) {
    // Does not wait for the user, who may never respond.
    void offerSandbox(services, file, options);
    return;
  }
  const { document } = await documentOf(services, file);
  const last = topLevelSteps(document).at(-1);
  if (!last) {
    void dialogs.showInformationMessage('The flow has no steps to debug.');
    return;
  }
  const from = stepOf(document, options['from']);
  const to = stepOf(document, options['to']);
  const part = { file, document, from, to };
  const earlier = from && (await chooseEarlierRun(services, { ...part, from }, options['fromRun']));
  if (from && !earlier) return;
  const known = earlier && earlier.devices.length > 0 ? earlier.devices : undefined;
  const devices = options['devices'] ?? known ?? (await phonesOf(services, file));
  if (devices === undefined) return;
  const until = to ?? stepOf(document, options['stopAt']) ?? last;
  const payload =
    options['payload'] ??
    earlier?.payload ??
    (await trialPayload(services, file, flowUntil(document, until)));
  if (payload === undefined) return;
  await services.runs.stopTrial(file);
  const verb = options['noDebug'] === true ? 'Run' : 'Debug';
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), {
    name: `${verb} ${name}`,
    flow: addressOf(file),
    ...options,
    ...(earlier ? { fromRun: earlier.id } : {}),
    type: FLOW_DEBUGGER,
    request: 'launch',
    devices,
    payload,
  });
}

/** Returns the step with a number of the step list. */
function stepOf(document: FlowDocument, number: unknown): FlowStep | undefined {
  return stepPlaces(document).find(({ step }) => step.number === number)?.step;
}

async function phonesOf(services: Services, file: vscode.Uri): Promise<readonly string[] | undefined> {
  const phone = await trialPhone(services, file);
  return phone === undefined ? undefined : phone === null ? [] : [phone];
}

async function offerSandbox(services: Services, file: vscode.Uri, options: DebugOptions): Promise<void> {
  const text = 'Debugging needs the sandbox, which can stop a run between its steps.';
  if ((await dialogs.showInformationMessage(text, USE_SANDBOX)) !== USE_SANDBOX) return;
  await services.connections.choose(SANDBOX);
  await services.on(SANDBOX).run(Command.debugFlow, file, options);
}

function sessionOf(file: vscode.Uri): vscode.DebugSession | undefined {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== FLOW_DEBUGGER) return undefined;
  const { flow } = session.configuration;
  return flow === file.fsPath || flow === file.toString() ? session : undefined;
}

function breakpointsIn(file: vscode.Uri): readonly vscode.SourceBreakpoint[] {
  return vscode.debug.breakpoints
    .filter(breakpoint => breakpoint instanceof vscode.SourceBreakpoint)
    .filter(({ location }) => location.uri.toString() === file.toString());
}
