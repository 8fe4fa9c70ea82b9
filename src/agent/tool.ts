import type * as z from 'zod';
import type { Marked } from './marked.ts';
import type { PasscodeHandles } from './passcodeHandles.ts';
import type { ToolEffect } from './policy.ts';
import type { AgentQuestion, FlowFiles, ToolConnection } from './ports.ts';
import { parseInput } from './toolInput.ts';

/** The maximum size of a result in characters of JSON. */
export const MAX_RESULT_LENGTH = 120_000;

/** The things a tool works with during one call. */
export interface ToolContext {
  readonly connection: ToolConnection;
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
export interface Intent {
  readonly effects: readonly ToolEffect[];
  readonly question: AgentQuestion;
  /** A text of everything that the question is about. If it differs after the answer, the call is refused. */
  readonly subject: string;
}

/** An effect with what `run` gets, so that it does what the user agreed to. */
export interface PreparedIntent<Prepared> extends Intent {
  readonly prepared: Prepared;
}

/** The result of a tool. */
export interface ToolResult<Output = unknown> {
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
  readonly effects: readonly ToolEffect[];
  /** The connection that it uses: the one in its input, or always the sandbox. */
  readonly runsOn: 'connection' | 'sandbox';
  /** An input that works in the sandbox. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** A tool for agents. */
export interface Tool extends ToolFacts {
  /** Checks an input with the schema. Returns a call, or the problems of the input in words. */
  readonly prepare: (input: unknown) => ToolCall | { readonly problems: string };
}

/** A call of a tool with an input that was checked. */
export interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  /** Returns the exact effect; undefined for a tool that cannot say it. */
  readonly intend: (context: ToolContext) => Promise<Intent | undefined>;
  /** Runs the tool: what was intended if `intend` was called. */
  readonly run: (context: ToolContext) => Promise<ToolResult>;
}

/** Thrown by a tool that cannot do its work; the message is a sentence with the next thing to do. */
export class ToolError extends Error {
  /** The words of others about it. */
  readonly about: Marked | undefined;

  constructor(message: string, about?: Marked) {
    super(message);
    this.about = about;
  }
}

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject, P> extends ToolFacts {
  readonly input: I;
  readonly output: O;
  /** Returns the exact effect of a call; needed by tools whose effects must be confirmed. */
  readonly intend?: (input: z.output<I>, context: ToolContext) => Promise<PreparedIntent<P>>;
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
    prepare: given => {
      const parsed = parseInput(facts.input, given);
      if ('problems' in parsed) return parsed;
      const { input } = parsed;
      let prepared: P | undefined;
      return {
        input,
        intend: async context => {
          const intent = await intend?.(input, context);
          prepared = intent?.prepared;
          return intent;
        },
        run: context => run(input, context, prepared),
      };
    },
  };
}
