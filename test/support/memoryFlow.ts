import assert from 'node:assert/strict';
import type { Execution } from '../../src/contract/records/execution.ts';
import type { CatalogAction, FlowCatalog } from '../../src/flow/catalog.ts';
import { FlowChecker } from '../../src/flow/check/flowChecker.ts';
import type { FlowDiagnostic } from '../../src/flow/document/diagnostic.ts';
import { type FlowDocument, parseFlow, type TextEdit } from '../../src/flow/document/flowDocument.ts';
import type { StepPath } from '../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../src/flow/document/textEdits.ts';
import type { ReferenceChoice } from '../../src/flowEditor/chooseReferences.ts';
import type { EditorWindow } from '../../src/flowEditor/editorWindow.ts';
import type { FlowFile, Saving } from '../../src/flowEditor/flowFile.ts';
import { type FlowReading, readFlow } from '../../src/flowEditor/flowReading.ts';
import type { PageHost } from '../../src/host/page.ts';
import {
  editReply,
  type EditReply,
  flowRequest,
  type FlowRequest,
  flowState,
  type FlowState,
  type OpenFlow,
} from '../../src/protocol/flowEditor.ts';
import { CatalogChecker } from '../../src/stores/catalogChecker.ts';
import { Emitter } from '../../src/util/emitter.ts';

/** A flow file in memory, as VS Code holds it in a document. */
export class MemoryFile implements FlowFile {
  readonly uri = {
    path: '/work/flows/test.flow.json',
    toString: (): string => 'file:///work/flows/test.flow.json',
  };
  readonly shownPath = 'flows/test.flow.json';
  readonly #changed = new Emitter<void>();
  readonly #saved = new Emitter<Saving>();
  readonly #undo: string[] = [];
  readonly onDidChange = this.#changed.event;
  readonly onWillSave = this.#saved.event;
  text: string;
  version = 1;
  isDirty = false;
  isInFront = false;
  /** Whether it can be changed, as VS Code tells before. */
  isOpen = true;
  /** Whether VS Code puts changes in. */
  takes = true;
  #hold: Promise<unknown> = Promise.resolve();
  #flow: FlowDocument | undefined;
  readonly #checker: CatalogChecker;

  constructor(text: string, catalog: { readonly catalog: FlowCatalog }) {
    this.text = text;
    this.#checker = new CatalogChecker(catalog);
  }

  get flow(): FlowDocument {
    if (this.#flow?.text !== this.text) this.#flow = parseFlow(this.text, this.#flow);
    return this.#flow;
  }

  get diagnostics(): readonly FlowDiagnostic[] {
    return this.#checker.check(this.flow);
  }

  isEditable(): Promise<boolean> {
    return Promise.resolve(this.isOpen);
  }

  async replace(edits: readonly TextEdit[]): Promise<boolean> {
    await this.#hold;
    if (!this.takes) return false;
    this.write(applyEdits(this.text, edits));
    return true;
  }

  /** Changes the text, as the text editor does. */
  write(text: string): void {
    this.#undo.push(this.text);
    this.#become(text);
  }

  /** Takes the last change back. */
  undo(): void {
    this.#become(this.#undo.pop() ?? this.text);
  }

  /** Lets changes wait until what it answers is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#hold = promise;
    return () => resolve(undefined);
  }

  /** Saves it once everybody is ready for that. */
  async save(isAfterDelay = false): Promise<void> {
    const works: Promise<void>[] = [];
    this.#saved.fire({ isAfterDelay, waitUntil: work => void works.push(work) });
    await Promise.all(works);
    this.isDirty = false;
  }

  #become(text: string): void {
    this.text = text;
    this.version++;
    this.isDirty = true;
    this.#changed.fire();
  }
}

/** A text as the visual editor reads it. */
export function readText(text: string, catalog: FlowCatalog): FlowReading {
  const flow = parseFlow(text);
  return readFlow(flow, new FlowChecker(catalog).check(flow));
}

/** A window in memory: it notes what it is told, and what the person chooses is decided by the test. */
export class MemoryWindow implements EditorWindow {
  readonly #trusted = new Emitter<void>();
  readonly #tabs = new Emitter<void>();
  readonly onDidTrust = this.#trusted.event;
  readonly onDidChangeTabs = this.#tabs.event;
  isTrusted = true;
  clipboard = '';
  /** The commands that were run, with what they were given. */
  readonly ran: (readonly unknown[])[] = [];
  /** Why commands fail. */
  problem: Error | undefined;
  readonly told: string[] = [];
  readonly reported: unknown[] = [];
  /** What the person was asked to choose. */
  readonly asked: (string | ReferenceChoice)[] = [];
  /** What the person chooses. */
  action: CatalogAction | undefined;
  things: readonly string[] | undefined;
  execution: Execution | undefined;
  /** Happens while the person chooses. */
  meanwhile: () => void = () => undefined;
  /** Hands over what the page holds back, within a time in milliseconds. */
  flush: (limit: number) => Promise<void> = () => Promise.resolve();
  /** What the page began with, and what it was shown since. */
  first: FlowState | undefined;
  readonly shown: FlowState[] = [];
  isPageOpen = false;
  #host: PageHost<FlowRequest> | undefined;

  readonly openPage: EditorWindow['openPage'] = (first, host) => {
    this.first = first;
    this.#host = host;
    this.isPageOpen = true;
    return {
      show: state => {
        assert.ok(flowState(JSON.parse(JSON.stringify(state))), 'the state fits the protocol');
        this.shown.push(state);
      },
      flush: limit => this.flush(limit),
      dispose: () => (this.isPageOpen = false),
    };
  };

  run(...command: readonly unknown[]): Promise<void> {
    this.ran.push(command);
    return this.problem ? Promise.reject(this.problem) : Promise.resolve();
  }

  tell(sentence: string): void {
    this.told.push(sentence);
  }

  report(error: unknown): void {
    this.reported.push(error);
  }

  readClipboard(): Promise<string> {
    return Promise.resolve(this.clipboard);
  }

  writeClipboard(text: string): Promise<void> {
    this.clipboard = text;
    return Promise.resolve();
  }

  chooseAction(title: string): Promise<CatalogAction | undefined> {
    return this.#choose(title, this.action);
  }

  chooseThings(choice: ReferenceChoice): Promise<readonly string[] | undefined> {
    return this.#choose(choice, this.things);
  }

  chooseRun(flowId: string): Promise<Execution | undefined> {
    return this.#choose(flowId, this.execution);
  }

  /** Trusts the workspace. */
  trust(): void {
    this.isTrusted = true;
    this.#trusted.fire();
  }

  /** Opens, closes or locks an editor. */
  changeTabs(): void {
    this.#tabs.fire();
  }

  /** Asks the host, as the page does; what it did not do is thrown with its sentence. */
  async ask(request: FlowRequest): Promise<unknown> {
    const host = this.#host;
    assert.ok(host && flowRequest(request));
    try {
      return await host.answer(request);
    } catch (error) {
      throw new Error(host.explain(error), { cause: error });
    }
  }

  /** Asks for something that changes the flow. */
  async change(request: FlowRequest): Promise<EditReply> {
    const answer = await this.ask(request);
    assert.ok(editReply(answer));
    return answer;
  }

  /** Shows the settings, or some steps with the first in front. */
  async show(...selected: readonly StepPath[]): Promise<OpenFlow> {
    const [step] = selected;
    const target = step ? ({ kind: 'step', step } as const) : ({ kind: 'settings' } as const);
    await this.ask({ kind: 'show', target, selected });
    return this.flow;
  }

  /** The newest state. */
  get state(): FlowState | undefined {
    return this.shown.at(-1);
  }

  /** The newest state of a flow that can be read. */
  get flow(): OpenFlow {
    assert.ok(this.state?.kind === 'flow');
    return this.state;
  }

  #choose<T>(question: string | ReferenceChoice, chosen: T): Promise<T> {
    this.asked.push(question);
    this.meanwhile();
    return Promise.resolve(chosen);
  }
}

/** A step of a flow by its name; those inside follow it. */
export type NamedStep = string | readonly [name: string, ...inside: string[]];

/** The text of a flow whose steps have names, each of an action. */
export function namedFlow(actionId: string, ...steps: readonly NamedStep[]): string {
  const step = (nameOverride: string, index: number): object => ({
    actionId,
    position: index + 1,
    nameOverride,
  });
  const actions = steps.map((one, index) => {
    if (typeof one === 'string') return step(one, index);
    const [name, ...inside] = one;
    return { ...step(name, index), children: inside.map(step) };
  });
  return JSON.stringify({ name: 'Named', actions }, undefined, 2);
}

interface OutlinedStep {
  readonly nameOverride?: string;
  readonly children?: readonly OutlinedStep[];
}

/** The steps of a flow by their names, with those inside in brackets; one without a name as a plus. */
export function outlineOf(text: string): string {
  const outline = (steps: readonly OutlinedStep[]): string =>
    steps
      .map(({ nameOverride = '+', children = [] }) =>
        children.length > 0 ? `${nameOverride}(${outline(children)})` : nameOverride,
      )
      .join(' ');
  return outline((JSON.parse(text) as { readonly actions: readonly OutlinedStep[] }).actions);
}
