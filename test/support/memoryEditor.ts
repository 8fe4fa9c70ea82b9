import assert from 'node:assert/strict';
import { FlowSession } from '../../src/flowEditor/flowSession.ts';
import type { EditReply, HeaderAction, OpenFlow } from '../../src/protocol/flowEditor.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { MemoryFile, MemoryWindow, namedFlow, type NamedStep } from './memoryFlow.ts';
import { CONNECTION, MemorySources, TRIGGER } from './memorySources.ts';

/** The action of test steps. */
export const TAP_ACTION = demoActionId('device.tap');

/** The flow that the file is linked to. */
export const FLOW_ID = '0d1e0000-0000-4000-8000-00000000000f';

/** A flow without problems. */
export const VALID_FLOW = JSON.stringify({
  name: 'Sound',
  triggerId: TRIGGER,
  deviceIds: [],
  actions: [
    { actionId: TAP_ACTION, position: 1, overrides: { params: { target: { by: 'text', text: 'OK' } } } },
  ],
});

/** Waits for pending work that does not depend on a timer. */
export function settle(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** A visual editor of a file in memory; its page sends no requests on its own. */
export class MemoryEditor {
  readonly window = new MemoryWindow();
  readonly sources = new MemorySources();
  readonly file = new MemoryFile('', this.sources.catalog);
  #session: FlowSession | undefined;

  get session(): FlowSession {
    assert.ok(this.#session);
    return this.#session;
  }

  /** Opens the editor with a text. */
  async open(text: string): Promise<void> {
    this.file.text = text;
    const facts = await FlowSession.prepare(this.file, this.sources);
    this.#session = new FlowSession(this.file, this.window, this.sources, facts);
  }

  /** Opens the editor with named steps and a connection. */
  async openSteps(...steps: readonly NamedStep[]): Promise<void> {
    await this.sources.connect();
    await this.open(namedFlow(TAP_ACTION, ...steps));
  }

  /** Links the file to its flow. */
  async link(): Promise<void> {
    this.sources.links.link(CONNECTION.id, this.file.uri, FLOW_ID);
    await settle();
  }

  /** Asks for another name of the flow, on the newest version unless another one is named. */
  rename(value: string, base = this.file.version): Promise<EditReply> {
    const edit = { kind: 'set', location: { in: 'settings', path: ['name'] }, value } as const;
    return this.window.change({ kind: 'edit', base, edit });
  }

  /** The visible steps by index and name. */
  get names(): string {
    return this.window.flow.steps.map(({ step, name }) => `${step.join('.')}${name}`).join(' ');
  }

  /** Returns a button of the header. */
  button(act: HeaderAction): OpenFlow['buttons'][number] {
    const found = this.window.flow.buttons.find(button => button.act === act);
    assert.ok(found, act);
    return found;
  }

  close(): void {
    this.#session?.dispose();
    this.sources.dispose();
  }
}
