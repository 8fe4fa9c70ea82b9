import type { DebugFrame, DebugThreadDetails, DebugVariable } from '../contract/sandbox/debug.ts';
import { plainText } from '../util/plainText.ts';
import { templateExpressions } from '../flow/template.ts';
import type { FollowedRun } from './debugRun.ts';
import type { DebuggedFlow } from './flowSource.ts';
import type { CompletionEntry, Scope, Source, StackFrame, Variable } from './protocol.ts';
import {
  membersOf,
  previewOf,
  readValue,
  type ShownValue,
  ValueReferences,
  type ValuePage,
  wholeText,
} from './values.ts';

/** Makes frame IDs unique across threads and stops: no stack has this many frames, and no run this many threads. */
const FRAMES_PER_THREAD = 1000;
const THREADS_PER_STOP = 1000;

const SCOPE_NAMES: Readonly<Record<string, string>> = {
  payload: 'Trigger',
  steps: 'Steps',
  round: 'This Round',
  run: 'Flow and Device',
};

/** The stacks and the values of the stopped threads of a run. */
export class StoppedThreads {
  readonly #run: FollowedRun;
  readonly #source: DebuggedFlow;
  readonly #values = new ValueReferences();
  readonly #details = new Map<number, Promise<DebugThreadDetails>>();
  /** The number of the current stop. */
  #stop = 0;

  constructor(run: FollowedRun, source: DebuggedFlow) {
    this.#run = run;
    this.#source = source;
  }

  /** Forgets what was read, because a thread went on or a value changed. */
  clear(): void {
    this.#details.clear();
    this.#values.clear();
    this.#stop += 1;
  }

  /** Returns the stack of a thread, innermost step first. Without the path of the file, its frames have no source. */
  async stack(threadId: number, path: string | undefined): Promise<readonly StackFrame[]> {
    const { frames } = await this.#read(threadId);
    return frames.map((frame, depth) => {
      const place = this.#source.placeOf(frame);
      return {
        // A frame with the ID of one before looks unchanged to VS Code, which then keeps offering to load it.
        id: (this.#stop * THREADS_PER_STOP + threadId) * FRAMES_PER_THREAD + depth,
        name: plainText(`${this.#source.labelOf(frame)}${roundText(frame)}`),
        ...(path === undefined || !place ? {} : { source: sourceAtPath(path) }),
        line: place ? place.line + 1 : 0,
        column: place ? place.column + 1 : 0,
      };
    });
  }

  /** Returns the offset in the file of the step of a frame. */
  async offsetOf(frameId: number): Promise<number | undefined> {
    const { frames } = await this.#read(threadOf(frameId));
    const frame = frames[frameId % FRAMES_PER_THREAD];
    return frame && this.#source.placeOf(frame)?.range.start;
  }

  /** Returns the groups of values of a frame. */
  async scopes(frameId: number): Promise<readonly Scope[]> {
    const threadId = threadOf(frameId);
    const { scopes } = await this.#read(threadId);
    return scopes.flatMap(({ kind, variables }) => {
      if (variables.length === 0) return [];
      const members = variables.map(variable => shownOf(variable, threadId));
      return [
        {
          name: SCOPE_NAMES[kind] ?? plainText(kind),
          ...(kind === 'payload' ? { presentationHint: 'locals' } : {}),
          variablesReference: this.#values.addGroup(members),
          namedVariables: members.length,
          expensive: false,
        },
      ];
    });
  }

  /** Returns the members of a value. */
  variables(reference: number, page: ValuePage): readonly Variable[] {
    return this.#values.members(reference, page).map(member => this.#values.show(member));
  }

  /** Changes a member of a value to what a person typed. Throws with a sentence if that is not possible. */
  async setMember(reference: number, name: string, typed: string): Promise<Variable> {
    const member = this.#values.member(reference, name);
    if (member?.expression === undefined || !member.canSet) throw new Error('This value cannot be changed.');
    return this.#set(member.threadId, member.expression, readValue(typed, member.value));
  }

  /** Changes the value that an expression reads. */
  async setExpression(frameId: number, expression: string, typed: string): Promise<Variable> {
    const bare = bareExpression(expression);
    const before = await this.#run.evaluate(threadOf(frameId), bare).catch(() => undefined);
    return this.#set(threadOf(frameId), bare, readValue(typed, before?.value));
  }

  /** Evaluates an expression in the thread of a frame; `isWhole` returns the value in full instead of cut. */
  async evaluate(frameId: number, expression: string, isWhole: boolean): Promise<Variable> {
    const bare = bareExpression(expression);
    const found = await this.#run.evaluate(threadOf(frameId), expression.trim());
    const shown = this.#values.show({
      name: expression,
      value: found.value,
      expression: bare,
      canSet: found.canSet ?? false,
      threadId: threadOf(frameId),
    });
    return isWhole ? { ...shown, value: wholeText(found.value) } : shown;
  }

  /** Completes the expression before the end of a text with the values that the thread has. */
  async complete(frameId: number, text: string): Promise<readonly CompletionEntry[]> {
    const [typed = ''] = /[^\s{}]*$/.exec(text) ?? [];
    const threadId = threadOf(frameId);
    const { scopes } = await this.#read(threadId);
    const found: CompletionEntry[] = [];
    const add = (shown: ShownValue, depth: number): void => {
      const { name, expression, value } = shown;
      if (expression === undefined || found.length >= MAX_COMPLETIONS) return;
      const leads = expression.startsWith(typed) || typed.startsWith(expression);
      if (!leads) return;
      if (expression.startsWith(typed) && expression !== typed)
        found.push({
          label: expression,
          text: expression,
          detail: plainText(`${name} = ${previewOf(value)}`, 100),
          type: 'variable',
          start: text.length - typed.length,
          length: typed.length,
        });
      if (depth > 0) for (const member of membersOf(shown)) add(member, depth - 1);
    };
    for (const { variables } of scopes)
      for (const variable of variables) add(shownOf(variable, threadId), COMPLETION_DEPTH);
    return found;
  }

  #read(threadId: number): Promise<DebugThreadDetails> {
    const known = this.#details.get(threadId);
    if (known) return known;
    const reading = this.#run.read(threadId);
    this.#details.set(threadId, reading);
    // A later request may succeed.
    void reading.catch(() => this.#details.delete(threadId));
    return reading;
  }

  async #set(threadId: number, expression: string, value: unknown): Promise<Variable> {
    const set = await this.#run.setValue(threadId, expression, value);
    this.#details.clear();
    return this.#values.show({ ...shownOf(set, threadId), expression });
  }
}

const MAX_COMPLETIONS = 200;
const COMPLETION_DEPTH = 4;

/** Returns the number of the thread of a frame. */
export function threadOf(frameId: number): number {
  return Math.floor(frameId / FRAMES_PER_THREAD) % THREADS_PER_STOP;
}

/** Returns the expression and the value of an assignment, such as `item.name = Ann`; undefined for another text. */
export function readAssignment(
  text: string,
): { readonly expression: string; readonly value: string } | undefined {
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    const expression = bareExpression(text.slice(0, at));
    const value = text.slice(at + 1).trim();
    // An equals sign can be part of a name in brackets, or of a comparison.
    if (templateExpressions(`{{${expression}}}`)[0]?.path && value !== '' && !value.startsWith('='))
      return { expression, value };
  }
  return undefined;
}

/** Returns the text within the braces of an expression, or the text if it has none. */
function bareExpression(expression: string): string {
  const [, inside] = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(expression) ?? [];
  return (inside ?? expression).trim();
}

function roundText({ round, rounds }: DebugFrame): string {
  if (round == null) return '';
  return rounds == null ? ` (round ${round + 1})` : ` (round ${round + 1} of ${rounds})`;
}

function shownOf({ name, expression, value, canSet, status }: DebugVariable, threadId: number): ShownValue {
  return {
    name,
    value,
    expression: bareExpression(expression),
    canSet: canSet ?? false,
    threadId,
    ...(status == null ? {} : { note: plainText(status) }),
  };
}

/** Returns the source at a path, with the name of its file. */
export function sourceAtPath(path: string): Source {
  return { name: path.slice(path.search(/[^\\/]*$/)), path };
}
