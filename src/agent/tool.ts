import type * as z from 'zod';
import type { PasscodeHandles } from './passcodeHandles.ts';
import type { Effect } from './policy.ts';
import type { AgentQuestion, FlowFiles, OpenConnection } from './ports.ts';

/** The things a tool works with during one call. */
export interface ToolContext {
  readonly connection: OpenConnection;
  readonly files: FlowFiles;
  readonly passcodes: PasscodeHandles;
  readonly signal: AbortSignal;
  /** Reports how far the call is. */
  readonly report: (progress: ToolProgress) => void;
}

/** The progress of a call, in words without text of others. */
export interface ToolProgress {
  readonly done: number;
  /** The value of `done` at the end. */
  readonly total: number;
  readonly message: string;
}

/** The exact effect of a call, found with read requests only. */
export interface Intent<Prepared> {
  readonly effects: readonly Effect[];
  readonly question: AgentQuestion;
  /** Passed to `run`, so that it does what the user agreed to. */
  readonly prepared: Prepared;
}

/** The result of a tool. */
export interface ToolResult<Output> {
  readonly output: Output;
  /** A PNG picture. */
  readonly picture?: Uint8Array | undefined;
}

/** The description of a tool, as agents see it. */
export interface ToolFacts {
  /** A verb and a noun, such as `read_flow`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** The largest effects that a call can have. */
  readonly effects: readonly Effect[];
  /** The connection that it uses: the one in its input, or always the sandbox. */
  readonly place: 'connection' | 'sandbox';
  /** An input that works in the sandbox. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** A tool for agents. Its input and output were checked by their schemas. */
export interface Tool extends ToolFacts {
  readonly intend: (input: never, context: ToolContext) => Promise<Intent<unknown> | undefined>;
  readonly run: (input: never, context: ToolContext, prepared: unknown) => Promise<ToolResult<unknown>>;
}

/** Thrown by a tool that cannot do its work; the message is a sentence with the next thing to do. */
export class ToolError extends Error {}

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject, P> extends ToolFacts {
  readonly input: I;
  readonly output: O;
  /** Returns the exact effect of a call; needed by tools whose effects must be confirmed. */
  readonly intend?: (input: z.output<I>, context: ToolContext) => Promise<Intent<P>>;
  readonly run: (
    input: z.output<I>,
    context: ToolContext,
    prepared: P | undefined,
  ) => Promise<ToolResult<z.output<O>>>;
}

/** Defines a tool with the types of its schemas. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject, P = undefined>(
  definition: ToolDefinition<I, O, P>,
): Tool {
  const { intend, run, ...facts } = definition;
  return {
    ...facts,
    intend: async (input: z.output<I>, context) => intend?.(input, context),
    run: (input: z.output<I>, context, prepared) => run(input, context, prepared as P | undefined),
  };
}
