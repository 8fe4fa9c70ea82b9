/** The part of the Debug Adapter Protocol that debugging of flows uses; names and defaults are those of the protocol. */

/** A message from VS Code. */
export interface Request {
  readonly seq: number;
  readonly type: string;
  readonly command: string;
  readonly arguments?: unknown;
}

/** A message to VS Code without its number. */
export type Outgoing =
  | {
      readonly type: 'response';
      readonly request_seq: number;
      readonly command: string;
      readonly success: boolean;
      readonly message?: string;
      readonly body?: unknown;
    }
  | { readonly type: 'event'; readonly event: string; readonly body?: unknown };

/** A file as VS Code names it: the path of a file on disk, or else its URI. */
export interface Source {
  readonly name?: string;
  readonly path?: string;
}

/** A breakpoint that a person has set. Lines and columns count from 1. */
export interface SourceBreakpoint {
  readonly line: number;
  readonly column?: number;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

/** A breakpoint as the debugger uses it. */
export interface Breakpoint {
  readonly id: number;
  readonly verified: boolean;
  readonly message?: string;
  readonly line?: number;
  readonly endLine?: number;
}

/** The failure at which a thread is stopped. VS Code shows the stack trace below the description. */
export interface ExceptionInfo {
  readonly exceptionId: string;
  readonly description: string;
  readonly breakMode: 'unhandled';
  readonly details?: { readonly stackTrace: string };
}

export interface StackFrame {
  readonly id: number;
  readonly name: string;
  readonly source?: Source;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly presentationHint?: 'normal' | 'label' | 'subtle';
}

export interface Scope {
  readonly name: string;
  readonly variablesReference: number;
  readonly namedVariables?: number;
  readonly expensive: boolean;
  readonly presentationHint?: 'locals';
}

export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  readonly evaluateName?: string;
  readonly variablesReference: number;
  readonly namedVariables?: number;
  readonly indexedVariables?: number;
  readonly presentationHint?: { readonly attributes?: readonly string[] };
}

/** An entry of the completions in the debug console. */
export interface CompletionEntry {
  readonly label: string;
  readonly text?: string;
  readonly detail?: string;
  readonly type?: 'property' | 'variable';
  readonly start?: number;
  readonly length?: number;
}

interface InThread {
  readonly threadId: number;
}

/** A part of a list, of which `start` and `count` select entries. */
interface Page {
  readonly start?: number;
  readonly count?: number;
}

/** The arguments of each request. */
export interface RequestArguments {
  readonly initialize: { readonly pathFormat?: string };
  readonly launch: Readonly<Record<string, unknown>>;
  readonly setBreakpoints: { readonly source: Source; readonly breakpoints?: readonly SourceBreakpoint[] };
  readonly setExceptionBreakpoints: { readonly filters: readonly string[] };
  readonly breakpointLocations: { readonly source: Source; readonly line: number; readonly endLine?: number };
  readonly configurationDone: object;
  readonly threads: object;
  readonly stackTrace: InThread & { readonly startFrame?: number; readonly levels?: number };
  readonly scopes: { readonly frameId: number };
  readonly variables: Page & {
    readonly variablesReference: number;
    readonly filter?: 'indexed' | 'named';
  };
  readonly setVariable: {
    readonly variablesReference: number;
    readonly name: string;
    readonly value: string;
  };
  readonly setExpression: {
    readonly expression: string;
    readonly value: string;
    readonly frameId?: number;
  };
  readonly evaluate: { readonly expression: string; readonly frameId?: number; readonly context?: string };
  readonly completions: { readonly text: string; readonly column: number; readonly frameId?: number };
  readonly exceptionInfo: InThread;
  readonly continue: InThread;
  readonly pause: InThread;
  readonly next: InThread;
  readonly stepIn: InThread;
  readonly stepOut: InThread;
  readonly gotoTargets: { readonly source: Source; readonly line: number };
  readonly goto: InThread & { readonly targetId: number };
  readonly terminate: object;
  readonly disconnect: { readonly terminateDebuggee?: boolean };
  /** Leaves out the step before which a thread stands. */
  readonly skipStep: InThread;
  /** Runs the step again that has failed or ended last. */
  readonly runStepAgain: InThread;
  /** Runs up to a step, given by its number in the list of steps, such as `4.2`. */
  readonly runTo: InThread & { readonly step: string };
  /** Returns the steps at which threads are stopped, as the event of the same name. */
  readonly stoppedSteps: object;
  /** Returns the offset in the file of the step of a stack frame, if there is one. */
  readonly frameOffset: { readonly frameId: number };
}

export type RequestName = keyof RequestArguments;

/** Functions that answer requests with the body of the response. */
export type RequestHandlers = {
  readonly [R in RequestName]: (given: RequestArguments[R]) => unknown;
};
