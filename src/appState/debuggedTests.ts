import type { SandboxClient } from '../client/sandboxClient.ts';

/** A test that a debug session runs: a flow in the sandbox of the tests, in place of the text of a file. */
export interface DebuggedTest {
  readonly sandboxClient: SandboxClient;
  readonly flowId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The text of the file from which the flow was created. */
  readonly text: string;
  /** Called with the ID of the execution when it starts. */
  readonly onStart: (executionId: string) => void;
}

/** The tests that debug sessions run, by the name that their launch configurations have for them. */
export type DebuggedTests = Map<string, DebuggedTest>;
