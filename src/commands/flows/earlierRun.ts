import type * as vscode from 'vscode';
import { isFinished } from '../../contract/enumerations.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { readEvidence } from '../../deploy/explainExecution.ts';
import type { FlowStep } from '../../flow/data/flowSteps.ts';
import type { FlowDocument } from '../../flow/document/flowDocument.ts';
import { textOf } from '../../flow/document/entryModel.ts';
import { propertyOf } from '../../flow/document/jsonTree.ts';
import { runLabel } from '../../flow/run/outcomeText.ts';
import type { Evidence } from '../../flow/explain/explanation.ts';
import { earlierData, missingText } from '../../flow/trace/earlierData.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readLatestExecutions } from '../../stores/readLatestExecutions.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { plainText } from '../../util/plainText.ts';
import { withStatus } from '../prompts/ask.ts';
import type { FlowServices } from './flowServices.ts';

/** The steps of a flow file that run with the data of an earlier run. */
interface Part {
  readonly file: vscode.Uri;
  readonly document: FlowDocument;
  readonly from: FlowStep;
  readonly to: FlowStep | undefined;
}

/** The run whose data is used. */
export interface EarlierRun {
  readonly id: string;
  readonly devices: readonly string[];
  /** Undefined if it is only known without its secrets. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
}

/** A run with its evidence, and the sentence about the output that it lacks. */
interface Candidate {
  readonly run: Execution;
  readonly evidence: Evidence;
  readonly missing: string | undefined;
}

/** The numbers of executions that are requested, and of runs that are read. */
const MOST_LISTED = 20;
const MOST_READ = 10;

/**
 * Returns the run with an ID, the latest one that has all data, or one that the user chooses; undefined if the user
 * cancels or there is none. Throws if it has no output of a step that is read.
 */
export async function chooseEarlierRun(
  services: FlowServices,
  part: Part,
  given: unknown,
): Promise<EarlierRun | undefined> {
  const isNamed = typeof given === 'string' && given !== 'latest';
  const runs = await withStatus('Reading the runs', () =>
    isNamed ? readRuns(services, part, [{ id: given }]) : runsOf(services, part),
  );
  const [first] = runs;
  if (!first) {
    if (isNamed) throw new Error('The sandbox has no trace of this run anymore. Choose another run.');
    void dialogs.showInformationMessage(
      'The sandbox has no run of this flow yet. Run it first, for example with Run to Here.',
    );
    return undefined;
  }
  const chosen = isNamed || given === 'latest' ? first : await pickRun(services, part, runs);
  if (!chosen) return undefined;
  const { run, evidence, missing } = chosen;
  if (missing !== undefined) throw new Error(missing);
  const { payload } = evidence.run;
  const isKnown = payload != null && !JSON.stringify(payload).includes(HIDDEN);
  const devices = new Set(evidence.steps.flatMap(({ deviceId }) => (deviceId == null ? [] : [deviceId])));
  return { id: run.id, devices: [...devices], payload: isKnown ? payload : undefined };
}

async function pickRun(
  services: FlowServices,
  { file, from }: Part,
  runs: readonly Candidate[],
): Promise<Candidate | undefined> {
  const shown = services.runs.of(file)?.execution.id;
  const now = Date.now();
  const items = runs.map(candidate => {
    const { run, missing } = candidate;
    const detail = missing ?? run.error ?? undefined;
    return {
      label: runLabel(run, false, now),
      description: run.id === shown ? 'shown in the editor' : '',
      ...(detail === undefined ? {} : { detail: plainText(detail) }),
      candidate,
    };
  });
  const picked = await dialogs.showQuickPick(items, {
    title: 'Data of a Run',
    placeHolder: `Choose the run whose data step ${from.number} and the steps after it read`,
    ignoreFocusOut: true,
  });
  return picked?.candidate;
}

async function readRuns(
  services: FlowServices,
  part: Part,
  runs: readonly Execution[],
): Promise<readonly Candidate[]> {
  const sandbox = await services.clients.openSandbox();
  const read = await Promise.all(
    runs.map(async (run): Promise<readonly Candidate[]> => {
      const evidence = await readEvidence(sandbox, run.id);
      if (!evidence) return [];
      const { missing } = earlierData(part.document, evidence.steps, part);
      return [{ run, evidence, missing: missing && missingText(missing, services.catalog.catalog) }];
    }),
  );
  return read.flat();
}

/** Returns the last ended runs of the flow of a file: those with all data first, and otherwise the latest first. */
async function runsOf(services: FlowServices, part: Part): Promise<readonly Candidate[]> {
  const { file, document } = part;
  const shown = services.runs.of(file);
  const sandbox = await services.clients.openSandbox();
  const name = textOf(propertyOf(document.envelope.root, 'name')) ?? '';
  const debugged = (await sandbox.listDebugRuns({})).value.data
    .filter(run => run.mode === 'trial' && (run.flowName ?? '') === name)
    .map((run): Execution => ({ ...run, flowId: null, kind: 'trial' }));
  const known = [
    ...(shown && !shown.isTest ? [shown.execution] : []),
    ...debugged,
    ...(await executionsOf(services, file)),
  ];
  const byId = new Map(known.map(run => [run.id, run]));
  const last = [...byId.values()]
    .filter(isFinished)
    .toSorted((one, other) => (other.startedAt ?? '').localeCompare(one.startedAt ?? ''))
    .slice(0, MOST_READ);
  const runs = await readRuns(services, part, last);
  return [true, false].flatMap(isWhole => runs.filter(({ missing }) => (missing === undefined) === isWhole));
}

async function executionsOf(services: FlowServices, file: vscode.Uri): Promise<readonly Execution[]> {
  const links = await services.links.all(services.session.require().id);
  const flowId = links.find(linked => linked.file.toString() === file.toString())?.link.flowId;
  if (flowId === undefined) return [];
  const client = await services.session.client();
  return readLatestExecutions(client, flowId, MOST_LISTED);
}
