import assert from 'node:assert/strict';
import type { DebuggedTests } from '../../src/appState/debuggedTests.ts';
import type { DebugClient, DebugPort } from '../../src/debugger/debugPort.ts';
import { FlowDebugger } from '../../src/debugger/flowDebugger.ts';
import type {
  Outgoing,
  RequestArguments,
  RequestName,
  SourceBreakpoint,
} from '../../src/debugger/protocol.ts';
import type { Execution } from '../../src/contract/records/execution.ts';
import { isObject } from '../../src/util/isObject.ts';
import { sampleCatalog } from './sampleCatalog.ts';
import { until } from './until.ts';

/** The path of the flow file of every session. */
export const FLOW_PATH = '/work/flows/test.flow.json';

type Body = Readonly<Record<string, unknown>>;

/** An event that the debugger has sent. */
interface SentEvent {
  readonly event: string;
  readonly body: Body;
}

/** A debug session in the role of VS Code: sends requests in its order, and keeps the events. */
export class DebugSession {
  readonly #debugger: FlowDebugger;
  readonly #answers = new Map<number, (message: Outgoing & { readonly type: 'response' }) => void>();
  #next = 1;
  /** All messages in the order in which they arrived. */
  readonly messages: string[] = [];
  readonly events: SentEvent[] = [];
  /** The devices that were shown, and the states of the run. */
  readonly devices: string[] = [];
  readonly runs: Execution[] = [];
  text: string;
  /** The tests that are being debugged, by name. */
  readonly tests: DebuggedTests = new Map();
  isOnlyVisual = false;
  /** The number of times that the innermost frame was selected. */
  selections = 0;

  constructor(client: DebugClient, text: string) {
    this.text = text;
    const port: DebugPort = {
      openSandbox: () => Promise.resolve(client),
      testNamed: name => this.tests.get(name),
      readText: () => Promise.resolve(this.text),
      isSameFile: (one, other) => one === other,
      catalog: sampleCatalog(),
      deviceName: () => 'Pixel',
      isOnlyVisual: () => this.isOnlyVisual,
      selectTopFrame: () => void (this.selections += 1),
      showDevice: id => this.devices.push(id),
      showRun: (_run, execution) => this.runs.push(execution),
      explain: error => (error instanceof Error ? error.message : String(error)),
    };
    this.#debugger = new FlowDebugger(port, message => this.#receive(message));
  }

  /** Sends a request, and returns the body of its response; rejects if it failed. */
  async request<R extends RequestName>(command: R, given: RequestArguments[R]): Promise<Body> {
    const seq = this.#next++;
    const { promise, resolve } = Promise.withResolvers<Outgoing & { readonly type: 'response' }>();
    this.#answers.set(seq, resolve);
    void this.#debugger.handle({ seq, type: 'request', command, arguments: given });
    const { success, message, body } = await promise;
    if (!success) throw new Error(message);
    return isObject(body) ? body : {};
  }

  /** Launches the flow as VS Code does, with breakpoints and filters for failures. */
  async launch(
    config: Body = {},
    breakpoints: readonly SourceBreakpoint[] = [],
    filters: readonly string[] = ['final'],
  ): Promise<Body> {
    await this.request('initialize', {});
    const launching = this.request('launch', { flow: FLOW_PATH, payload: {}, devices: [], ...config });
    // A launch that fails earlier has no such event.
    await Promise.race([launching, until('the session', () => this.named('initialized').length > 0)]);
    const set = await this.request('setBreakpoints', { source: { path: FLOW_PATH }, breakpoints });
    await this.request('setExceptionBreakpoints', { filters });
    await this.request('configurationDone', {});
    await launching;
    return set;
  }

  /** Returns the bodies of the events with a name. */
  named(event: string): readonly Body[] {
    return this.events.filter(one => one.event === event).map(({ body }) => body);
  }

  /** Waits for the nth stop, from 1, and returns it. */
  async stop(count: number): Promise<Body> {
    await until(`stop ${count}`, () => this.named('stopped').length >= count);
    const stop = this.named('stopped')[count - 1];
    assert.ok(stop);
    return stop;
  }

  /** Waits for the end of the session. */
  async end(): Promise<void> {
    await until('the end', () => this.named('terminated').length > 0);
  }

  /** Returns the lines of the debug console. */
  get console(): readonly string[] {
    return this.named('output').map(({ output }) => String(output).trimEnd());
  }

  /** Returns the stack of a thread, as `name:line`. */
  async stack(threadId: number): Promise<readonly string[]> {
    const { stackFrames } = await this.request('stackTrace', { threadId });
    return listOf(stackFrames).map(({ name, line }) => `${String(name)}:${String(line)}`);
  }

  /** Returns the values of a scope of the innermost frame of a thread, by name. */
  async scope(threadId: number, name: string): Promise<ReadonlyMap<string, Body>> {
    const { stackFrames } = await this.request('stackTrace', { threadId });
    const frameId = Number(listOf(stackFrames)[0]?.['id']);
    const { scopes } = await this.request('scopes', { frameId });
    const scope = listOf(scopes).find(one => one['name'] === name);
    assert.ok(scope, `there is a scope ${name}`);
    return this.members(Number(scope['variablesReference']));
  }

  /** Returns the members of a value, by name. */
  async members(variablesReference: number): Promise<ReadonlyMap<string, Body>> {
    const { variables } = await this.request('variables', { variablesReference });
    return new Map(listOf(variables).map(one => [String(one['name']), one]));
  }

  /** Closes the session, as VS Code does after the end. */
  close(): Promise<void> {
    return this.#debugger.close();
  }

  #receive(message: Outgoing): void {
    if (message.type === 'event') {
      this.messages.push(message.event);
      this.events.push({ event: message.event, body: isObject(message.body) ? message.body : {} });
      return;
    }
    this.messages.push(`${message.command} answered`);
    this.#answers.get(message.request_seq)?.(message);
  }
}

function listOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
