import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { DebuggedTests } from '../appState/debuggedTests.ts';
import type { Execution } from '../contract/records/execution.ts';
import { followRun } from '../deploy/followRun.ts';
import type { DebuggedRun } from '../flowTest/runCase.ts';
import { addressOf } from '../host/flowFiles.ts';
import { FLOW_DEBUGGER } from '../manifest.ts';

/** The test that a debug session belongs to. */
interface DebuggedCase {
  readonly testRun: vscode.TestRun;
  readonly document: vscode.TextDocument;
  readonly name: string;
}

/**
 * Runs the flow of a test in a debug session, and returns its execution when both have ended. Aborting the signal aborts
 * the run, and rejects.
 */
export async function debugTest(
  tests: DebuggedTests,
  { testRun, document, name }: DebuggedCase,
  run: DebuggedRun,
): Promise<Execution> {
  const { sandboxClient, flowId, payload, onProgress, signal } = run;
  const { uri } = document;
  const test = randomUUID();
  let execution: Execution | undefined;
  const onStart = (id: string): void => {
    execution = { id, status: 'running' };
    onProgress?.(execution);
  };
  tests.set(test, { sandboxClient, flowId, payload, text: document.getText(), onStart });
  const ended = Promise.withResolvers<undefined>();
  const subscription = vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
    if (configuration['test'] === test) ended.resolve(undefined);
  });
  const stop = (): void => {
    // VS Code ends the session with the run of the tests.
    ended.resolve(undefined);
  };
  signal?.addEventListener('abort', stop);
  try {
    const isStarted = await vscode.debug.startDebugging(
      vscode.workspace.getWorkspaceFolder(uri),
      {
        type: FLOW_DEBUGGER,
        request: 'launch',
        name: `Debug ${name}`,
        test,
        flow: addressOf(uri),
      },
      { testRun },
    );
    if (isStarted) await ended.promise;
    if (execution) return await followRun(run, execution);
    signal?.throwIfAborted();
    throw new Error('The debugger did not start the test.');
  } finally {
    signal?.removeEventListener('abort', stop);
    subscription.dispose();
    tests.delete(test);
  }
}
