import * as vscode from 'vscode';
import { readEvidence } from '../../deploy/explainExecution.ts';
import { resultEvidence } from '../../flow/explain/explainSteps.ts';
import { fileOf } from '../flows/flowFiles.ts';
import { withStatus } from '../prompts/ask.ts';
import { comparisonReport, type NamedRun } from '../reports/comparisonReport.ts';
import { masked } from '../reports/reportBlocks.ts';
import { chooseOtherRun, readTraceFile, type RunSource } from './otherRuns.ts';
import { chosenExecution } from './runs.ts';
import type { ActivityServices } from './activityServices.ts';

/** Compares an execution or a trace file with another run, and opens a report that names the first difference. */
export async function compareExecutions(services: ActivityServices, argument?: unknown): Promise<void> {
  const first = await givenSource(services, argument);
  if (!first) return;
  const left = await withStatus('Reading the run', () => readRun(services, first));
  const { flowId, executionId } = left.evidence.run;
  // A trace file can be compared with the execution that it was saved from.
  const second = await chooseOtherRun(services, { flowId, executionId: 'file' in first ? '' : executionId });
  if (!second) return;
  const right = await withStatus('Reading the run', () => readRun(services, second));
  const text = comparisonReport(left, right);
  await services.documents.openMarkdown(`comparison/${executionId}`, 'Comparison of Runs.md', text);
}

async function givenSource(services: ActivityServices, argument: unknown): Promise<RunSource | undefined> {
  const file = fileOf(argument);
  if (file) return { file };
  services.session.require();
  const executionId = await chosenExecution(services, 'Compare with Another Run', argument);
  return executionId === undefined ? undefined : { executionId };
}

async function readRun(services: ActivityServices, source: RunSource): Promise<NamedRun> {
  if ('file' in source) {
    const { document } = await readTraceFile(source.file);
    return { name: vscode.workspace.asRelativePath(source.file), evidence: document };
  }
  const { executionId } = source;
  const connection = services.session.require();
  const client = await services.session.client();
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  const sandbox = connection.kind === 'sandbox' ? await services.clients.openSandbox() : undefined;
  const evidence = sandbox && (await readEvidence(sandbox, executionId));
  return { name: executionId, evidence: evidence ?? resultEvidence(masked(data)) };
}
