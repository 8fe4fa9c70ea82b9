import type { Services } from '../commandServices.ts';
import type * as vscode from 'vscode';
import { isFinished } from '../../contract/enumerations.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { readEvidence } from '../../deploy/explainExecution.ts';
import type { FlowStep } from '../../flow/data/flowSteps.ts';
import type { FlowDocument } from '../../flow/document/flowDocument.ts';
import type { Evidence } from '../../flow/explain/explanation.ts';
import { earlierData, missingText } from '../../flow/trace/earlierData.ts';
import { dialogs } from '../../host/dialogs.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { readRuns as readPastRuns } from '../activity/pastRuns.ts';
import { withStatus } from '../prompts/ask.ts';

/** The steps of a flow file that run with the data of an earlier run. */
interface Part {
  readonly file: vscode.Uri;
  readonly document: FlowDocument;
  readonly from: FlowStep;
  readonly to: FlowStep | undefined;
}

/** The run whose data is used. */
export interface EarlierRun {
  /** `none` if there is no run, and nothing of it is read. */
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

/** The number of runs that are read. */
const MAX_READ = 10;

/**
 * Returns the run with an ID, or else the one that the file shows, or the latest one, that has all data; undefined if
 * there is none. Throws if it has no output of a step that is read.
 */
export async function chooseEarlierRun(
  services: Services,
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
    if (!earlierData(part.document, [], part, services.catalog.catalog).missing)
      return { id: 'none', devices: [], payload: undefined };
    void dialogs.showInformationMessage('The sandbox has no run of this flow yet. Run it first.');
    return undefined;
  }
  const { run, evidence, missing } = first;
  if (missing !== undefined) throw new Error(missing);
  const { payload } = evidence.run;
  const isKnown = payload != null && !JSON.stringify(payload).includes(HIDDEN);
  const devices = new Set(evidence.steps.flatMap(({ deviceId }) => (deviceId == null ? [] : [deviceId])));
  return { id: run.id, devices: [...devices], payload: isKnown ? payload : undefined };
}

async function readRuns(
  services: Services,
  part: Part,
  runs: readonly Execution[],
): Promise<readonly Candidate[]> {
  const sandbox = await services.clients.openSandbox();
  const read = await Promise.all(
    runs.map(async (run): Promise<readonly Candidate[]> => {
      const evidence = await readEvidence(sandbox, run.id);
      if (!evidence) return [];
      const { missing } = earlierData(part.document, evidence.steps, part, services.catalog.catalog);
      return [{ run, evidence, missing: missing && missingText(missing, services.catalog.catalog) }];
    }),
  );
  return read.flat();
}

/** Returns the last ended runs of a file: the one that it shows, then those with all data, and then the others. */
async function runsOf(services: Services, part: Part): Promise<readonly Candidate[]> {
  const { file } = part;
  const shown = services.runs.of(file)?.execution.id;
  const known = await readPastRuns(services, { file });
  const last = known
    .filter(({ execution, isTest }) => !isTest && isFinished(execution))
    .map(({ execution }) => execution)
    .slice(0, MAX_READ);
  const runs = await readRuns(services, part, last);
  const rank = ({ run, missing }: Candidate): number =>
    missing !== undefined ? 2 : run.id === shown ? 0 : 1;
  return runs.toSorted((one, other) => rank(one) - rank(other));
}
