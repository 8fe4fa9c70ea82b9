import * as vscode from 'vscode';
import type { DebuggedTests } from '../appState/debuggedTests.ts';
import type { Execution } from '../contract/records/execution.ts';
import { isFinished } from '../contract/enumerations.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { outcomeText } from '../flow/run/outcomeText.ts';
import { runSteps, runStepNumber } from '../flow/run/runSteps.ts';
import { stepOutcomes } from '../flow/run/stepOutcomes.ts';
import { AcceptedPictures } from '../flowTest/acceptedPictures.ts';
import { failureDetails, type TestFailure } from '../flowTest/checkRun.ts';
import { failureOffsets } from '../flowTest/failurePlace.ts';
import { type CaseResult, type DebuggedRun, runCase, type TestBench } from '../flowTest/runCase.ts';
import { dialogs } from '../host/dialogs.ts';
import { explain } from '../wording/explain.ts';
import { type CheckHistory, keepFailedChecks } from '../appState/failedChecks.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import type { Disposable } from '../util/disposables.ts';
import { debugTest } from './debugTest.ts';
import { failedChecksOf } from './failedChecksOf.ts';
import { ACCEPT_PICTURES, PictureFiles, type PictureLinks } from './pictureFiles.ts';
import type { FlowTest, FlowTestItems } from './flowTestItems.ts';
import { TestCoverage } from './testCoverage.ts';

/** The services that a test run needs. */
export interface TestRunParts {
  /** Opens a sandbox for a single test run; the caller disposes it. */
  readonly openBench: () => Promise<TestBench & Disposable>;
  readonly runs: ShownRuns;
  readonly history: CheckHistory;
  /** The tests that debug sessions run. */
  readonly debuggedTests: DebuggedTests;
  readonly log: vscode.LogOutputChannel;
}

/** Runs or debugs the selected tests one after the other and reports their results to the Test Explorer. */
export async function runTests(
  controller: vscode.TestController,
  items: FlowTestItems,
  parts: TestRunParts & { readonly disposed: AbortSignal },
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const run = controller.createTestRun(request);
  const stop = new AbortController();
  const subscription = vscode.Disposable.from(
    token.onCancellationRequested(() => stop.abort()),
    // The Test Explorer stops a run that a command has started by this token.
    run.token.onCancellationRequested(() => stop.abort()),
  );
  const isCovered = request.profile?.kind === vscode.TestRunProfileKind.Coverage;
  const covered = isCovered ? new TestCoverage() : undefined;
  const pictures = new PictureFiles();
  const removal = new AbortController();
  const deletePictures = (): void => {
    removal.abort();
    void pictures.delete().catch((error: unknown) => parts.log.warn(explain(error).summary));
  };
  run.onDidDispose(deletePictures);
  parts.disposed.addEventListener('abort', deletePictures, { once: true, signal: removal.signal });
  let bench: (TestBench & Disposable) | undefined;
  try {
    const tests = await items.selectTests(request);
    for (const { item } of tests) run.enqueued(item);
    bench = tests.length === 0 ? undefined : await parts.openBench();
    for (const test of tests) {
      if (!bench || stop.signal.aborted) run.skipped(test.item);
      else await runTest({ run, request, bench, parts, covered, pictures, signal: stop.signal }, test);
    }
    if (bench) covered?.report(run, bench.catalog, parts.runs);
  } catch (error) {
    run.appendOutput(`${explain(error).summary}\r\n`);
    void dialogs.showErrorMessage(`The tests could not be run. ${explain(error).summary}`);
  } finally {
    run.end();
    subscription.dispose();
    bench?.dispose();
  }
  if (request.profile?.label === ACCEPT_PICTURES && !stop.signal.aborted)
    await pictures.accept().catch((error: unknown) => {
      void dialogs.showErrorMessage(`The pictures could not be accepted. ${explain(error).summary}`);
    });
}

/** A test run in progress. */
interface Running {
  readonly run: vscode.TestRun;
  readonly request: vscode.TestRunRequest;
  readonly bench: TestBench;
  readonly parts: TestRunParts;
  /** Set for a run with coverage. */
  readonly covered: TestCoverage | undefined;
  /** The pictures of failures. */
  readonly pictures: PictureFiles;
  readonly signal: AbortSignal;
}

async function runTest(
  { run, request, bench, parts: { runs, history, debuggedTests }, covered, pictures, signal }: Running,
  { item, file, test }: FlowTest,
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
    const isDebugged = request.profile?.kind === vscode.TestRunProfileKind.Debug;
    const debugged = { testRun: run, document, name: item.label };
    const debug = (given: DebuggedRun): Promise<Execution> => debugTest(debuggedTests, debugged, given);
    const accepted = file.scheme === 'file' ? new AcceptedPictures(file.fsPath) : undefined;
    const options = { signal, pictures: accepted, ...(isDebugged ? { debug } : {}) };
    const result = await runCase(bench, text, test, options);
    const links = accepted && (await pictures.add(accepted, result.failures));
    report(run, item, document, result, links);
    covered?.add(item, file, text, result);
    // Shown in the editor of the flow file.
    const { execution, steps = runSteps(execution?.result) } = result;
    if (execution && isFinished(execution)) {
      const evidence = await readEvidence(bench.sandboxClient, execution.id, signal).catch(() => undefined);
      runs.showTest(file, execution, steps, evidence);
      keepFailedChecks(history, execution.id, failedChecksOf(result, file.toString()));
    }
  } catch (error) {
    if (signal.aborted) run.skipped(item);
    else run.errored(item, new vscode.TestMessage(explain(error).summary));
  }
}

function report(
  run: vscode.TestRun,
  item: vscode.TestItem,
  document: vscode.TextDocument,
  { name, outcome, failures, tookMs, execution, steps = runSteps(execution?.result) }: CaseResult,
  links: PictureLinks = new Map(),
): void {
  const flow = parseFlow(document.getText());
  const outcomes = stepOutcomes(flow, steps);
  run.appendOutput(`${vscode.workspace.asRelativePath(document.uri)}: ${name}\r\n`, undefined, item);
  for (const step of outcomes) {
    const result = steps.find(({ index, child }) => index === step.index && child === step.child);
    const line = `  ${runStepNumber(step)} ${result?.name ?? ''} ${outcomeText(step)}`;
    run.appendOutput(`${line.replaceAll(/\s+/g, ' ')}\r\n`, undefined, item);
  }
  if (outcome === 'passed') {
    run.passed(item, tookMs);
    return;
  }
  const offsets = failureOffsets(flow, execution, failures);
  const messages = failures.map((failure, index) => {
    const at = document.positionAt(offsets[index] ?? 0);
    return messageOf(failure, new vscode.Location(document.uri, at), links.get(failure));
  });
  if (outcome === 'unfit') run.errored(item, messages);
  else run.failed(item, messages, tookMs);
}

function messageOf(
  failure: TestFailure,
  location: vscode.Location,
  links: vscode.MarkdownString | undefined,
): vscode.TestMessage {
  const { expected, actual } = failure;
  const text = [failure.message, ...failureDetails(failure)].join('\n');
  const testMessage =
    expected === undefined
      ? new vscode.TestMessage(links ?? text)
      : vscode.TestMessage.diff(text, expected, actual ?? '');
  testMessage.location = location;
  return testMessage;
}
