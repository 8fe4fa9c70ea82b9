import assert from 'node:assert/strict';
import { FlowSession } from '../../src/flowEditor/flowSession.ts';
import type { EditReply, HeaderAction, OpenFlow } from '../../src/protocol/flowEditor.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { MemoryFile, MemoryWindow, namedFlow, type NamedStep } from './memoryFlow.ts';
import { CONNECTION, MemorySources, TRIGGER } from './memorySources.ts';

/** The action of the steps of a test. */
export const TAP = demoActionId('device.tap');

/** The flow that a file is linked to. */
export const FLOW = '0d1e0000-0000-4000-8000-00000000000f';

/** A flow in which nothing is wrong. */
export const SOUND = JSON.stringify({
  name: 'Sound',
  triggerId: TRIGGER,
  deviceIds: [],
  actions: [{ actionId: TAP, position: 1, overrides: { params: { target: { by: 'text', text: 'OK' } } } }],
});

/** Lets what was begun come to its end, as far as nothing waits for a timer. */
export function settle(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** A visual editor of a file, all of it in memory; its page asks for nothing by itself. */
export class MemoryEditor {
  readonly window = new MemoryWindow();
  readonly sources = new MemorySources();
  readonly file = new MemoryFile('', this.sources.catalog);
  #session: FlowSession | undefined;

  get session(): FlowSession {
    assert.ok(this.#session);
    return this.#session;
  }

  /** Opens the editor of a text. */
  async open(text: string): Promise<void> {
    this.file.text = text;
    const facts = await FlowSession.prepare(this.file, this.sources);
    this.#session = new FlowSession(this.file, this.window, this.sources, facts);
  }

  /** Opens the editor of steps with names, where somebody is connected. */
  async openSteps(...steps: readonly NamedStep[]): Promise<void> {
    await this.sources.connect();
    await this.open(namedFlow(TAP, ...steps));
  }

  /** Links the file to its flow. */
  async link(): Promise<void> {
    this.sources.links.link(CONNECTION.id, this.file.uri, FLOW);
    await settle();
  }

  /** Asks for another name of the flow, on the newest version unless another one is named. */
  rename(value: string, base = this.file.version): Promise<EditReply> {
    const edit = { kind: 'set', location: { in: 'settings', path: ['name'] }, value } as const;
    return this.window.change({ kind: 'edit', base, edit });
  }

  /** The steps that the page shows, each by its place and name. */
  get names(): string {
    return this.window.flow.steps.map(({ step, name }) => `${step.join('.')}${name}`).join(' ');
  }

  /** A button of the header. */
  button(act: HeaderAction): OpenFlow['buttons'][number] {
    const found = this.window.flow.buttons.find(one => one.act === act);
    assert.ok(found, act);
    return found;
  }

  close(): void {
    this.#session?.dispose();
    this.sources.dispose();
  }
}
