import * as vscode from 'vscode';
import { isFinished } from '../deploy/runInSandbox.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { outcomeText } from '../flow/run/outcomeText.ts';
import { runSteps, stepNumber } from '../flow/run/runSteps.ts';
import { stepOutcomes } from '../flow/run/stepOutcomes.ts';
import type { TestFailure } from '../flowTest/checkRun.ts';
import { failureOffsets } from '../flowTest/failurePlace.ts';
import { type CaseResult, runCase, type TestBench } from '../flowTest/runCase.ts';
import { dialogs } from '../host/dialogs.ts';
import { explain } from '../wording/explain.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { Disposable } from '../util/disposables.ts';
import type { FlowTest, FlowTestItems } from './flowTestItems.ts';

/** The services that a test run needs. */
export interface TestRunParts {
  /** Opens a sandbox for a single test run; the caller disposes it. */
  readonly openBench: () => Promise<TestBench & Disposable>;
  readonly runs: ShownRuns;
  readonly log: vscode.LogOutputChannel;
}

/** Runs the selected tests one after the other and reports their results to the Test Explorer. */
export async function runTests(
  controller: vscode.TestController,
  items: FlowTestItems,
  { openBench, runs }: TestRunParts,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const run = controller.createTestRun(request);
  const stop = new AbortController();
  const subscription = token.onCancellationRequested(() => stop.abort());
  let bench: (TestBench & Disposable) | undefined;
  try {
    const tests = await items.chosen(request);
    for (const { item } of tests) run.enqueued(item);
    bench = tests.length === 0 ? undefined : await openBench();
    for (const test of tests) {
      if (!bench || stop.signal.aborted) run.skipped(test.item);
      else await runTest(run, bench, runs, test, stop.signal);
    }
  } catch (error) {
    run.appendOutput(`${explain(error).summary}\r\n`);
    void dialogs.showErrorMessage(`The tests could not be run. ${explain(error).summary}`);
  } finally {
    run.end();
    subscription.dispose();
    bench?.dispose();
  }
}

async function runTest(
  run: vscode.TestRun,
  bench: TestBench,
  runs: ShownRuns,
  { item, file, test }: FlowTest,
  signal: AbortSignal,
): Promise<void> {
  run.started(item);
  // The test file cannot be read, and running the flow alone would not check its cases.
  if (item.error !== undefined) {
    run.errored(item, new vscode.TestMessage(item.error));
    return;
  }
  try {
    const document = await vscode.workspace.openTextDocument(file);
    const text = document.getText();
    const result = await runCase(bench, text, test, { signal });
    report(run, item, document, result);
    // Shown in the editor of the flow file.
    if (result.execution && isFinished(result.execution)) runs.showTest(file, result.execution);
  } catch (error) {
    if (signal.aborted) run.skipped(item);
    else run.errored(item, new vscode.TestMessage(explain(error).summary));
  }
}

function report(
  run: vscode.TestRun,
  item: vscode.TestItem,
  document: vscode.TextDocument,
  { name, outcome, failures, tookMs, execution }: CaseResult,
): void {
  const steps = runSteps(execution?.result);
  const flow = parseFlow(document.getText());
  const outcomes = stepOutcomes(flow, steps);
  run.appendOutput(`${vscode.workspace.asRelativePath(document.uri)}: ${name}\r\n`, undefined, item);
  for (const step of outcomes) {
    const result = steps.find(({ index, child }) => index === step.index && child === step.child);
    const line = `  ${stepNumber(step)} ${result?.name ?? ''} ${outcomeText(step)}`;
    run.appendOutput(`${line.replaceAll(/\s+/g, ' ')}\r\n`, undefined, item);
  }
  if (outcome === 'passed') {
    run.passed(item, tookMs);
    return;
  }
  const offsets = failureOffsets(flow, execution, failures);
  const messages = failures.map((failure, index) => {
    const at = document.positionAt(offsets[index] ?? 0);
    return messageOf(failure, new vscode.Location(document.uri, at));
  });
  if (outcome === 'unfit') run.errored(item, messages);
  else run.failed(item, messages, tookMs);
}

function messageOf(
  { message, expected, actual }: TestFailure,
  location: vscode.Location,
): vscode.TestMessage {
  const testMessage =
    expected === undefined
      ? new vscode.TestMessage(message)
      : vscode.TestMessage.diff(message, expected, actual ?? '');
  testMessage.location = location;
  return testMessage;
}
