import type { StepPath } from '../flow/edit/flowEdit.ts';
import type { Flow } from '../contract/records/flow.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import type { SessionState } from '../stores/session.ts';
import { explain } from '../wording/explain.ts';
import type {
  FlowState,
  OpenFlow,
  Problem,
  Running,
  StepDetails,
  SettingsDetails,
  InspectorTarget,
} from '../protocol/flowEditor.ts';
import { isFinished, isVerification } from '../contract/enumerations.ts';
import { deviceName } from '../flow/recordNames.ts';
import { attemptTexts } from '../flow/run/attemptText.ts';
import { outputTree } from '../flow/run/outputTree.ts';
import { stepsNotRun } from '../flow/run/coverage.ts';
import { flowDevices } from '../flow/run/trial.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import { type DebugMarks, pausedText, withDebugMarks } from './debugMarks.ts';
import { deliveryOptionsIn } from './deliveryOptions.ts';
import { createSettingsDetails, createStepDetails } from './details.ts';
import type { FlowSources } from './editorServices.ts';
import type { FlowFile } from './flowFile.ts';
import type { FlowReading } from './flowReading.ts';
import { type HeaderDrift, headerButtons } from './headerButtons.ts';
import { noticesOf } from './notices.ts';
import { countProblems } from './placedProblems.ts';
import { type LaidRun, describeRun, type StepRuns, stepRuns, waitedMailbox } from './runOutline.ts';
import { knownReferences } from './flowReferences.ts';
import { type PlacedStep, stepCards } from './stepCards.ts';
import { describeInSteps } from './stepValues.ts';
import { offersSandboxOperations } from '../stores/connection.ts';

/** The facts about one editor besides the text of its file. */
interface EditorFacts {
  readonly target: InspectorTarget;
  readonly select: readonly StepPath[] | undefined;
  /** The path of the field that receives the focus. */
  readonly reveal: Problem['path'] | undefined;
  readonly editable: boolean;
  /** True if the workspace is trusted. */
  readonly trusted: boolean;
  /** The id of the flow that the file is linked to. */
  readonly flowId: string | undefined;
  /** The run whose results are shown. */
  readonly run: LaidRun | undefined;
  readonly marks: DebugMarks;
}

/** Returns the state that the webview shows for a version of the file. */
export function createFlowState(
  file: FlowFile,
  reading: FlowReading,
  services: FlowSources,
  { target, select, reveal, editable, trusted, flowId, run, marks }: EditorFacts,
): FlowState {
  const { version, uri } = file;
  const fileName = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  if (reading.broken) {
    const { sentence, start } = reading.broken;
    const line = file.text.slice(0, start).split('\n').length;
    const text = file.text.split('\n')[line - 1]?.trim() ?? '';
    return { kind: 'broken', version, file: fileName, sentence, line, text };
  }
  const { catalog, session, flows } = services;
  const { steps, problems } = reading;
  const name: unknown = propertyOf(reading.document.root, 'name')?.value;
  const { errors, warnings } = countProblems(problems);
  const flow = flowId === undefined ? undefined : flows.byId(flowId);
  const settings = problems.filter(({ step }) => step === undefined);
  const runs = run && stepRuns(run, reading.document);
  const recording = services.recordings.into(uri)?.shown;
  const cards = withDebugMarks(
    stepCards(
      steps,
      catalog.catalog,
      problems,
      runs?.outline,
      describeInSteps(reading.document, { catalog: catalog.catalog }),
      uncovered(file, reading, services),
    ),
    reading.document,
    marks,
  );
  const described = run && {
    ...describeRun(run, Date.now(), pausedText(cards)),
    waitsForMail:
      offersSandboxOperations(session.connection) &&
      waitedMailbox(run, reading, catalog.catalog) !== undefined,
  };
  return {
    kind: 'flow',
    version,
    file: fileName,
    name: typeof name === 'string' ? name : '',
    editable,
    connection: describeConnection(session.state),
    buttons: headerButtons({
      errors,
      connected: session.connection !== undefined,
      flowId,
      flow,
      drift: headerDrift(file, services.drift),
      isRecording: recording !== undefined,
      editable,
      isVerifying: described?.action === 'abortRun' && run !== undefined && isVerification(run.execution),
    }),
    running: runningOf(file, reading, services, {
      run,
      canCheck: session.connection !== undefined,
      canVerify: session.connection !== undefined && flowId !== undefined,
    }),
    run: described,
    recording,
    errors,
    warnings,
    settingsErrors: countProblems(settings).errors,
    notices: noticesOf(
      {
        editable,
        trusted,
        session: session.state,
        catalog: catalog.state,
      },
      Date.now(),
    ),
    steps: cards,
    select,
    reveal,
    details: detailsOf(target, reading, services, {
      runs,
      flowId,
      flow,
    }),
  };
}

/** Returns the label, icon and tooltip of the active connection for the editor header. */
function describeConnection(state: SessionState): OpenFlow['connection'] {
  if (state.kind === 'none') {
    return { label: 'No Connection', icon: 'debug-disconnect', detail: 'Choose a connection' };
  }
  const label = state.connection.name;
  switch (state.kind) {
    case 'closed':
      return { label, icon: 'device-mobile', detail: `${label}: not connected` };
    case 'opening':
      return { label, icon: 'sync', detail: `${label}: connecting` };
    case 'open':
      return { label, icon: 'device-mobile', detail: `${label}: connected` };
    case 'signedOut':
      return { label, icon: 'key', detail: `${label}: signed out` };
    case 'rejected':
      return { label, icon: 'warning', detail: `${label}: the API key was refused` };
    case 'failed':
      return { label, icon: 'error', detail: `${label}: ${explain(state.error).summary}` };
  }
}

// Drift is that of the saved file, so unsaved changes make it unknown.
function headerDrift({ isDirty, uri }: FlowFile, drift: FlowSources['drift']): HeaderDrift | undefined {
  if (isDirty) return { changes: undefined, isVerified: false };
  const known = drift.of(uri);
  if (known?.kind === 'gone' || known?.kind === 'broken')
    return { changes: undefined, isVerified: false, isGone: known.kind === 'gone' };
  if (known?.kind !== 'known') return undefined;
  const { differences, activation } = known.drift;
  return { changes: differences.length, isVerified: activation === 'valid' };
}

function uncovered(
  { uri }: FlowFile,
  { document }: FlowReading,
  { runs }: Pick<FlowSources, 'runs'>,
): ReadonlySet<string> | undefined {
  const coverage = runs.coverageOf(uri);
  if (!coverage) return undefined;
  const isIndex = (part: unknown): boolean => typeof part === 'number';
  return new Set(stepsNotRun(document, coverage).map(path => path.filter(isIndex).join('.')));
}

/** The content of the inspector that does not come from the file. */
interface DetailFacts {
  readonly runs: StepRuns | undefined;
  readonly flowId: string | undefined;
  readonly flow: Flow | undefined;
}

// After a deletion the same path may hold the next step; if it holds none, an earlier step is shown.
function detailsOf(
  target: InspectorTarget,
  reading: FlowReading,
  services: FlowSources,
  { runs, flow, flowId }: DetailFacts,
): StepDetails | SettingsDetails {
  const { steps } = reading;
  const settings = (): SettingsDetails => {
    const delivery = flowId === undefined ? undefined : deliveryOptionsIn(services.session).of(flowId);
    return createSettingsDetails(reading, services, flow, delivery);
  };
  if (target.kind === 'settings' || steps.length === 0) return settings();
  const [entry, child] = target.step;
  const found =
    steps.find(({ step }) => sameStep(step, target.step)) ??
    steps.findLast(({ step }) => step[0] === entry && (step[1] ?? -1) < (child ?? 0)) ??
    steps.findLast(({ step }) => step.length === 1 && step[0] < entry) ??
    steps[0];
  return found
    ? createStepDetails(
        found,
        reading,
        services.catalog.catalog,
        runs ? attemptsOf(runs, found, services) : [],
      )
    : settings();
}

function runningOf(
  { uri }: FlowFile,
  { document }: FlowReading,
  services: FlowSources,
  { run, ...able }: { readonly run: LaidRun | undefined } & Pick<Running, 'canCheck' | 'canVerify'>,
): Running {
  const deviceId = services.trialChoices.phoneOf(uri, flowDevices(document));
  const known = knownReferences('deviceIds', services).find(({ id }) => id.toLowerCase() === deviceId);
  const { execution } = run ?? {};
  return {
    phone: deviceId === null ? 'No Phone' : (known?.name ?? deviceId),
    isRunning: execution?.kind === 'trial' && !isFinished(execution),
    // A search of the text is fast enough for every version of the file.
    readsPayload: document.text.includes('event.payload'),
    ...able,
  };
}

const MAX_ATTEMPTS = 100;

function attemptsOf(
  { attempts, passcodes }: StepRuns,
  { step }: PlacedStep,
  services: FlowSources,
): StepDetails['attempts'] {
  const devices = knownReferences('deviceIds', services);
  const nameOf = (id: string): string => devices.find(device => device.id === id)?.name ?? deviceName({ id });
  const shown = attempts(step.join('.')).slice(0, MAX_ATTEMPTS);
  return attemptTexts(shown, nameOf, passcodes).map((texts, index) => ({
    ...texts,
    output: outputTree(shown[index]?.output, passcodes),
  }));
}
