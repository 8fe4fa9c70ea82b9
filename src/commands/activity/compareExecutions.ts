import type { GivenRun } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { readEvidence } from '../../deploy/explainExecution.ts';
import { runLabel } from '../../flow/run/outcomeText.ts';
import { resultEvidence } from '../../flow/explain/explainSteps.ts';
import { withStatus } from '../prompts/ask.ts';
import { comparisonReport, type ReportedRun } from '../reports/comparisonReport.ts';
import { startedBefore } from '../../flow/trace/compareRuns.ts';
import { masked } from '../reports/reportBlocks.ts';
import { chooseOtherRun, readTraceFile, type RunChoice } from './otherRuns.ts';
import { nameOf, readPastRun } from './pastRuns.ts';
import { chosenExecution } from './runs.ts';

/** A run to compare, or an execution of the connection. */
type GivenSource = RunChoice | { readonly executionId: string };

/** Compares an execution or a trace file with another run, and opens a report that names the first difference. */
export async function compareExecutions(services: Services, given: GivenRun): Promise<void> {
  const first = await givenSource(services, given);
  if (!first) return;
  const left = await withStatus('Reading the run', () => readRun(services, first));
  const { flowId, executionId } = left.evidence.run;
  // A trace file can be compared with the execution that it was saved from.
  const second = await chooseOtherRun(services, { flowId, executionId: 'file' in first ? '' : executionId });
  if (!second) return;
  const right = await withStatus('Reading the run', () => readRun(services, second));
  const isOlder = startedBefore(right.evidence, left.evidence);
  const text = isOlder ? comparisonReport(right, left) : comparisonReport(left, right);
  await services.documents.openMarkdown(`comparison/${executionId}`, 'Comparison of Runs.md', text);
}

async function givenSource(services: Services, { row, file }: GivenRun): Promise<GivenSource | undefined> {
  if (file) return { file };
  services.session.require();
  const executionId = await chosenExecution(services, 'Compare with Another Run', row);
  return executionId === undefined ? undefined : { executionId };
}

async function readRun(services: Services, source: GivenSource): Promise<ReportedRun> {
  if ('file' in source) {
    const { document } = await readTraceFile(source.file);
    return { name: vscode.workspace.asRelativePath(source.file), evidence: document };
  }
  if ('run' in source) {
    const reading = { signal: new AbortController().signal, mostPictures: 0 };
    const { document } = await readPastRun(services, source.run, reading);
    return { name: nameOf(source.run), evidence: document };
  }
  const { executionId } = source;
  const connection = services.session.require();
  const client = await services.session.client();
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  const sandbox = await services.clients.sandboxOf(connection);
  const evidence = sandbox && (await readEvidence(sandbox, executionId));
  const name = runLabel({ execution: data }, Date.now());
  return { name, evidence: evidence ?? resultEvidence(masked(data)) };
}
