import type { DebuggedTest } from '../appState/debuggedTests.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import type { Execution } from '../contract/records/execution.ts';

/** The operations of the sandbox that a debugger uses. */
export type DebugClient = Pick<
  SandboxClient,
  | 'startDebugRun'
  | 'setDebugBreakpoints'
  | 'controlDebugRun'
  | 'readDebugEvents'
  | 'getDebugThread'
  | 'getDebugRun'
  | 'evaluateDebugExpression'
  | 'setDebugValue'
  | 'endDebugRun'
  | 'getExecutionTrace'
>;

/** A run with the file that it belongs to. */
export interface ShownDebugRun {
  readonly file: string;
  /** The text of the file when the run began. */
  readonly text: string;
  readonly stop: () => Promise<void>;
  /** True for the run of a test. */
  readonly isTest: boolean;
  /** False for a run without breakpoints. */
  readonly isDebug: boolean;
}

/** The parts of VS Code and of the sandbox that a debug session uses. */
export interface DebugPort {
  /** Returns the client of the sandbox, which is started if needed. */
  openSandbox(): Promise<DebugClient>;
  /** Returns a test that is being debugged. */
  testNamed(name: string): DebuggedTest | undefined;
  /** Returns the text of a file, including changes that are not saved. */
  readText(file: string): Promise<string>;
  isSameFile(one: string, other: string): boolean;
  readonly catalog: FlowCatalog;
  /** Returns the name of a device that is known. */
  deviceName(id: string): string | undefined;
  /** True if the file is shown in the visual editor only, which has its own marks of the stopped step. */
  isOnlyVisual(file: string): boolean;
  /** Selects the innermost frame of the selected thread, whose stack has a number of frames. */
  selectTopFrame(depth: number): void;
  /** Shows a device beside the editor, because a thread stopped on it. */
  showDevice(deviceId: string): void;
  /** Shows the results of the steps so far in the editors of a file. */
  showRun(run: ShownDebugRun, execution: Execution): void;
  /** Returns a failure as a sentence. */
  explain(error: unknown): string;
}
