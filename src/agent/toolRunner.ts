import { orAborted } from '../util/orAborted.ts';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../client/failure.ts';
import { isRealPhone } from '../contract/sandbox/phones.ts';
import type { AgentCall, AgentSubject } from '../stores/agentCallStore.ts';
import { SANDBOX } from '../stores/connection.ts';
import { NotConnectedError } from '../stores/session.ts';
import { isObject } from '../util/isObject.ts';
import { once } from '../util/once.ts';
import { plainText } from '../util/plainText.ts';
import { hideCodesIn } from '../util/passcodes/hideCodesIn.ts';
import { explain } from '../wording/explain.ts';
import { cutMarked, mark, type Marked } from './marked.ts';
import { PasscodeHandles } from './passcodeHandles.ts';
import { type AgentSettings, decide, refusePhone, type ToolEffect } from './policy.ts';
import type { AgentPorts, ToolConnection } from './ports.ts';
import {
  type Intent,
  type Tool,
  type ToolCall,
  type ToolContext,
  ToolError,
  type ToolProgress,
  MAX_RESULT_LENGTH,
} from './tool.ts';
import { onlyReads, toolNamed } from './toolTable.ts';
import { counted } from '../util/counted.ts';

const MINUTE_MS = 60_000;

/** The maximum numbers of calls. */
type Limits = Pick<AgentSettings, 'callsPerMinute' | 'callsPerSession' | 'advice'>;

const MAX_REASON_LENGTH = 600;
const MAX_NAME_LENGTH = 100;
/** The number of paths of a call that are recorded. */
const MAX_PATHS = 3;
/** The number of runs whose outputs are kept as resources. */
const MAX_RUNS = 20;
const NOBODY_TO_ASK =
  'The user has to agree to this call, and this client cannot ask: ask the user to do it in the editor, or to use a client that supports elicitation.';

/** A call of a tool. */
export interface CallRequest {
  readonly tool: string;
  readonly input: unknown;
  /** The agent that asks. */
  readonly who: string;
  readonly signal: AbortSignal;
  /** Called whenever a long call gets further, with increasing values of `done`. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined;
  /** Asks the user about this call; by default as the ports say. */
  readonly confirm?: AgentPorts['confirm'];
}

/** The result of a call: the output of the tool, or a sentence with the reason that there is none. */
export type CallResult =
  | { readonly output: Readonly<Record<string, unknown>>; readonly picture?: Uint8Array | undefined }
  | {
      readonly error: string;
      /** The words of a service or a file about the error. */
      readonly about?: Marked | undefined;
    };

class Refused extends Error {
  readonly outcome: AgentCall['outcome'];

  constructor(reason: string, outcome: AgentCall['outcome'] = 'refused') {
    super(reason);
    this.outcome = outcome;
  }
}

/** The facts about a call that are found while it runs. */
interface CallFacts {
  connection: AgentCall['connection'];
  subjects: AgentCall['subjects'];
  effects: readonly ToolEffect[];
}

/** Runs tools under the policy of the user and records every call. */
export class ToolRunner {
  readonly #ports: AgentPorts;
  readonly #limits = new CallLimits();
  readonly #passcodes = new PasscodeHandles();
  readonly #running = new Set<AbortController>();
  readonly #runs = new Map<string, Readonly<Record<string, unknown>>>();
  #isStopped = false;

  constructor(ports: AgentPorts) {
    this.#ports = ports;
  }

  /** True while all calls are refused. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The IDs of the last runs, the oldest first. */
  get runs(): readonly string[] {
    return [...this.#runs.keys()];
  }

  /** Returns the output of one of the last runs, without the passcodes that became known since. */
  runNamed(executionId: string): Readonly<Record<string, unknown>> | undefined {
    const output = this.#runs.get(executionId);
    return output && this.#withoutCodes(output);
  }

  /** Ends all calls, and refuses new ones until `resume`. */
  stop(): void {
    this.#isStopped = true;
    for (const running of this.#running) running.abort();
  }

  resume(): void {
    this.#isStopped = false;
  }

  /** Runs a tool. Resolves to an error for whatever goes wrong, and rejects never. */
  async run(request: CallRequest): Promise<CallResult> {
    const at = Date.now();
    const call: CallFacts = { connection: '', subjects: [], effects: [] };
    const control = new AbortController();
    this.#running.add(control);
    const signal = AbortSignal.any([request.signal, control.signal]);
    let outcome: AgentCall['outcome'] = 'done';
    let reason = '';
    try {
      const result = await this.#run(request, signal, call);
      signal.throwIfAborted();
      return result;
    } catch (error) {
      outcome = signal.aborted ? 'stopped' : error instanceof Refused ? error.outcome : 'failed';
      const failed = signal.aborted ? { error: this.#stopReason() } : this.#failureOf(error);
      reason = callErrorText(failed);
      return failed;
    } finally {
      this.#running.delete(control);
      this.#ports.record({
        ...call,
        id: randomUUID(),
        at,
        tookMs: Date.now() - at,
        who: plainText(request.who, 80),
        tool: plainText(request.tool, 80),
        outcome,
        reason,
      });
    }
  }

  async #run(
    { tool: name, input, onProgress, confirm }: CallRequest,
    signal: AbortSignal,
    call: CallFacts,
  ): Promise<CallResult> {
    const tool = toolNamed(name);
    if (!tool) throw new Refused(`There is no tool ${plainText(name, 80)}.`);
    call.effects = tool.effects;
    if (this.#isStopped) throw new Refused(this.#stopReason(), 'stopped');
    const settings = this.#ports.settings();
    const tooMany = this.#limits.count(Date.now(), settings);
    if (tooMany !== undefined) throw new Refused(tooMany);
    const prepared = tool.prepare(input ?? {});
    if ('problems' in prepared) throw new Refused(`The input does not fit the schema: ${prepared.problems}`);
    const target = this.#targetOf(tool, prepared.input);
    call.connection = plainText(target.name, MAX_NAME_LENGTH);
    call.subjects = subjectsOf(prepared.input);
    this.#decide(tool.effects, target);
    const opened = await this.#ports.open(target);
    await this.#refusePhones(tool.effects, opened, prepared.input, signal);
    // One call sees one state of the catalog, which is read once.
    const catalog = once(() => opened.catalog(signal));
    const connection = { ...opened, catalog };
    const report = increasing(onProgress);
    const context = { connection, files: this.#ports.files, passcodes: this.#passcodes, signal, report };
    // The answer can take long, so the second look sees everything anew.
    const contextAfterwards = (): ToolContext => ({
      ...context,
      connection: { ...opened, catalog: once(() => opened.catalog(signal)) },
    });
    if (!onlyReads(tool) && this.#decide(tool.effects, connection).kind === 'confirm')
      await this.#confirm(prepared, { context, contextAfterwards }, call, confirm ?? this.#ports.confirm);
    signal.throwIfAborted();
    const { output, picture } = await prepared.run(context);
    const checked = this.#checked(tool, output);
    if (tool.runsOn === 'sandbox') this.#keepRun(checked);
    return { output: checked, picture };
  }

  /** Throws Refused for a call on a real phone that the profile does not allow. */
  async #refusePhones(
    effects: readonly ToolEffect[],
    { client }: ToolConnection,
    { deviceId }: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<void> {
    if (typeof deviceId !== 'string') return;
    // On a service, a call with such an effect has been refused before.
    const reason = refusePhone(this.#ports.settings(), effects);
    if (reason === undefined) return;
    const { value: device } = await client.getDevice({ params: { deviceId } }, { signal });
    if (isRealPhone(device)) throw new Refused(reason);
  }

  #keepRun(output: Readonly<Record<string, unknown>>): void {
    const id = output['executionId'];
    if (typeof id !== 'string') return;
    this.#runs.set(id, output);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MAX_RUNS && oldest !== undefined) this.#runs.delete(oldest);
  }

  /**
   * Asks the user about the exact effects of a call, if the policy requires it. Throws Refused if they are others after the
   * answer.
   */
  async #confirm(
    { intend }: ToolCall,
    {
      context,
      contextAfterwards,
    }: { readonly context: ToolContext; readonly contextAfterwards: () => ToolContext },
    call: CallFacts,
    ask: AgentPorts['confirm'],
  ): Promise<void> {
    const { connection, signal } = context;
    if (!ask) throw new Refused(NOBODY_TO_ASK);
    const intent = await intend(context);
    if (!intent) throw new Refused('The effect of this call cannot be shown to the user.');
    call.effects = intent.effects;
    if (this.#decide(intent.effects, connection).kind === 'allow') return;
    if (!(await orAborted(ask(intent.question, signal), signal)))
      throw new Refused(
        'The user declined this call. Do not repeat it unless the user asks for it.',
        'declined',
      );
    // Settings, files, and the service may have changed while the question was shown.
    this.#decide(intent.effects, connection);
    const now = await intend(contextAfterwards());
    if (!now || textOf(now) !== textOf(intent))
      throw new Refused(
        'What this call would do has changed since the user was asked, so nothing was done. Call the tool again.',
      );
  }

  #decide(effects: readonly ToolEffect[], target: Pick<ToolConnection, 'kind' | 'name'>) {
    const decision = decide(this.#ports.settings(), { effects, target, hasTrust: this.#ports.hasTrust() });
    if (decision.kind === 'deny') throw new Refused(decision.reason);
    return decision;
  }

  #targetOf({ runsOn }: Tool, input: Readonly<Record<string, unknown>>) {
    const all = this.#ports.connections();
    const name = input['connection'];
    const found =
      runsOn === 'sandbox' || name === undefined || name === SANDBOX.name
        ? all.find(({ kind }) => kind === 'sandbox')
        : all.find(one => one.name === name);
    if (found) return found;
    const names = all.map(one => `“${plainText(one.name, 80)}”`).join(', ');
    throw new Refused(`There is no connection with this name. Connections: ${names}.`);
  }

  /** Returns an output as it may be shown: of the form of its schema, limited, and without kept passcodes. */
  #checked({ output: schema }: Tool, output: unknown): Readonly<Record<string, unknown>> {
    // What is cut before it is searched can keep a part of a passcode.
    const shown = schema.parse(cutMarked(this.#withoutCodes(output)));
    const json = JSON.stringify(shown);
    if (json.length > MAX_RESULT_LENGTH)
      throw new ToolError('The result is too large. Ask for less with limit, or for fewer files.');
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  }

  #withoutCodes<T>(value: T): T {
    return hideCodesIn(value, this.#passcodes.hiderWith(), { hasNumbers: false });
  }

  #failureOf(error: unknown): Extract<CallResult, { readonly error: string }> {
    const shown = (text: string): string =>
      plainText(text, MAX_REASON_LENGTH, plain => this.#withoutCodes(plain));
    if (error instanceof Refused) return { error: shown(error.message) };
    if (error instanceof ToolError) {
      const { about } = error;
      const failed = { error: shown(error.message) };
      return about ? { ...failed, about: { origin: about.origin, text: shown(about.text) } } : failed;
    }
    const { summary } = explain(error);
    if (error instanceof NotConnectedError) return { error: summary };
    const [sentence, origin] =
      error instanceof ApiError
        ? (['The call to the service failed. The text says why.', 'service'] as const)
        : (['The call failed. The text says why.', 'file'] as const);
    return { error: sentence, about: { origin, text: mark(origin, shown(summary), MAX_REASON_LENGTH).text } };
  }

  #stopReason(): string {
    return this.#isStopped
      ? 'The user stopped agents. Wait until the user allows them again.'
      : 'The call was canceled.';
  }
}

/** Returns the error of a call as one text; words of others are marked in it as JSON. */
export function callErrorText({ error, about }: Extract<CallResult, { readonly error: string }>): string {
  return about ? `${error} ${JSON.stringify(about)}` : error;
}

/** Returns a function that passes on only what is further than everything before. */
function increasing(onProgress: CallRequest['onProgress']): ToolContext['report'] {
  let furthest = 0;
  return progress => {
    if (progress.done <= furthest) return;
    furthest = progress.done;
    onProgress?.(progress);
  };
}

function textOf({ effects, question, subject }: Intent): string {
  return JSON.stringify([effects, question, subject]);
}

function subjectsOf({
  path,
  paths,
  deviceId,
  mailboxId,
}: Readonly<Record<string, unknown>>): readonly AgentSubject[] {
  const all: readonly unknown[] = Array.isArray(paths) ? paths.slice(0, MAX_PATHS) : [];
  const given = [
    ...[path, ...all].map(id => ({ kind: 'file' as const, id })),
    { kind: 'device' as const, id: deviceId },
    { kind: 'mailbox' as const, id: mailboxId },
  ];
  return given.flatMap(({ kind, id }) =>
    typeof id === 'string' ? [{ kind, id: plainText(id, MAX_NAME_LENGTH) }] : [],
  );
}

/** Counts the calls of agents in the last minute and in total. */
export class CallLimits {
  #recent: readonly number[] = [];
  #total = 0;

  /**
   * Counts a call that is made at `now`, in milliseconds. If the call exceeds a limit, returns the reason and does not
   * count it.
   */
  count(now: number, { callsPerMinute, callsPerSession, advice }: Limits): string | undefined {
    this.#recent = this.#recent.filter(time => now - time < MINUTE_MS);
    if (this.#total >= callsPerSession)
      return `Agents have made ${counted(this.#total, 'call')} in this session, which is the limit. ${advice.callsPerSession}`;
    if (this.#recent.length >= callsPerMinute) {
      const seconds = Math.ceil((MINUTE_MS - (now - (this.#recent[0] ?? now))) / 1000);
      return `Agents may make ${counted(callsPerMinute, 'call')} per minute. Wait ${counted(seconds, 'second')}.`;
    }
    this.#recent = [...this.#recent, now];
    this.#total++;
    return undefined;
  }
}
