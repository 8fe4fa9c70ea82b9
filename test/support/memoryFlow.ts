import assert from 'node:assert/strict';
import type { CatalogAction, FlowCatalog } from '../../src/flow/catalog.ts';
import { checkFlow } from '../../src/flow/check/checkFlow.ts';
import type { FlowDiagnostic, TextRange } from '../../src/flow/document/diagnostic.ts';
import { type FlowDocument, parseFlow, type TextEdit } from '../../src/flow/document/flowDocument.ts';
import type { StepPath } from '../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../src/flow/document/textEdits.ts';
import type { ReferenceChoice } from '../../src/flowEditor/chooseReferences.ts';
import type { DebugMarks } from '../../src/flowEditor/debugMarks.ts';
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
  type ReferenceItem,
} from '../../src/protocol/flowEditor.ts';
import { Emitter } from '../../src/util/emitter.ts';

/** A flow file in memory, like a document of VS Code. */
export class MemoryFile implements FlowFile {
  readonly uri = {
    path: '/work/flows/test.flow.json',
    toString: (): string => 'file:///work/flows/test.flow.json',
  };
  readonly shownPath = 'flows/test.flow.json';
  readonly #changed = new Emitter<void>();
  readonly #saved = new Emitter<Saving>();
  readonly #undo: string[] = [];
  readonly #cursorMoved = new Emitter<number>();
  readonly onDidMoveCursor = this.#cursorMoved.event;
  /** The offset of the cursor of a text editor beside. */
  cursor = 0;
  readonly onDidChange = this.#changed.event;
  readonly onDidAddFindings = new Emitter<void>().event;
  readonly onWillSave = this.#saved.event;
  text: string;
  version = 1;
  isDirty = false;
  isInFront = false;
  /** True if VS Code reports the file as writable. */
  isOpen = true;
  /** True if VS Code applies changes. */
  takes = true;
  #hold: Promise<unknown> = Promise.resolve();
  #flow: FlowDocument | undefined;
  readonly #catalog: { readonly catalog: FlowCatalog };

  constructor(text: string, catalog: { readonly catalog: FlowCatalog }) {
    this.text = text;
    this.#catalog = catalog;
  }

  get flow(): FlowDocument {
    if (this.#flow?.text !== this.text) this.#flow = parseFlow(this.text);
    return this.#flow;
  }

  get diagnostics(): readonly FlowDiagnostic[] {
    return checkFlow(this.flow, this.#catalog.catalog);
  }

  isEditable(): Promise<boolean> {
    return Promise.resolve(this.isOpen);
  }

  moveCursor({ start }: TextRange, isThere: (offset: number) => boolean): void {
    if (!isThere(this.cursor)) this.cursor = start;
  }

  /** Moves the cursor of the text editor, like the user. */
  putCursor(offset: number): void {
    this.cursor = offset;
    this.#cursorMoved.fire(offset);
  }

  async replace(edits: readonly TextEdit[]): Promise<boolean> {
    const { version } = this;
    await this.#hold;
    // VS Code makes a change only in the version that it was made for.
    if (!this.takes || version !== this.version) return false;
    this.write(applyEdits(this.text, edits));
    return true;
  }

  /** Changes the text, like the text editor. */
  write(text: string): void {
    this.#undo.push(this.text);
    this.#become(text);
  }

  /** Undoes the last change. */
  undo(): void {
    this.#become(this.#undo.pop() ?? this.text);
  }

  /** Delays changes until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#hold = promise;
    return () => resolve(undefined);
  }

  /** Saves the file once all participants are ready. */
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
  return readFlow(flow, checkFlow(flow, catalog));
}

/** A window in memory: it notes what it is told, and what the person chooses is decided by the test. */
export class MemoryWindow implements EditorWindow {
  readonly #trusted = new Emitter<void>();
  readonly #tabs = new Emitter<void>();
  readonly onDidTrust = this.#trusted.event;
  readonly onDidChangeTabs = this.#tabs.event;
  readonly #marksChanged = new Emitter<void>();
  readonly onDidChangeDebugMarks = this.#marksChanged.event;
  debugMarks: DebugMarks = { breakpoints: [], stopped: [] };
  isTrusted = true;
  clipboard = '';
  /** The executed commands with their arguments. */
  readonly ran: (readonly unknown[])[] = [];
  /** The error with which commands fail. */
  problem: Error | undefined;
  readonly told: string[] = [];
  readonly reported: unknown[] = [];
  /** The actions that were added last, newest first. */
  readonly recent: string[] = [];
  /** The pickers that were shown. */
  readonly asked: (string | ReferenceChoice)[] = [];
  /** The selections of the user. */
  action: CatalogAction | undefined;
  chosen: readonly string[] | undefined;
  /** Called while a picker is open. */
  meanwhile: () => void = () => undefined;
  /** Commits pending input of the page within a time in milliseconds. */
  flush: (limit: number) => Promise<void> = () => Promise.resolve();
  /** The initial state of the page, and the states shown since. */
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

  /** Shows breakpoints and stops of the file. */
  mark(marks: DebugMarks): void {
    this.debugMarks = marks;
    this.#marksChanged.fire();
  }

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

  recentActions(): readonly string[] {
    return this.recent;
  }

  rememberAction(id: string): Promise<void> {
    this.recent.unshift(id);
    return Promise.resolve();
  }

  chooseAction(title: string): Promise<CatalogAction | undefined> {
    return this.#choose(title, this.action);
  }

  /** The apps whose credentials were listed; undefined for all. */
  readonly credentialApps: (string | undefined)[] = [];
  readonly appDevices: (readonly string[])[] = [];

  listApps(deviceIds: readonly string[]): Promise<readonly ReferenceItem[]> {
    this.appDevices.push(deviceIds);
    return Promise.resolve([{ id: 'org.sandbox.form', name: 'Form', detail: 'org.sandbox.form' }]);
  }

  listCredentials(packageName: string | undefined): Promise<readonly ReferenceItem[]> {
    this.credentialApps.push(packageName);
    const detail = `${packageName ?? 'com.example.shop'} · Password`;
    return Promise.resolve([{ id: 'login', name: 'login', detail }]);
  }

  chooseReferences(choice: ReferenceChoice): Promise<readonly string[] | undefined> {
    return this.#choose(choice, this.chosen);
  }

  /** Trusts the workspace. */
  trust(): void {
    this.isTrusted = true;
    this.#trusted.fire();
  }

  /** Simulates opening, closing, or locking an editor. */
  changeTabs(): void {
    this.#tabs.fire();
  }

  /** Sends a request to the host, like the page; throws the message of a failure. */
  async ask(request: FlowRequest): Promise<unknown> {
    const host = this.#host;
    assert.ok(host && flowRequest(request));
    try {
      return await host.answer(request);
    } catch (error) {
      throw new Error(host.explain(error), { cause: error });
    }
  }

  /** Sends a request that changes the flow. */
  async change(request: FlowRequest): Promise<EditReply> {
    const answer = await this.ask(request);
    assert.ok(editReply(answer));
    return answer;
  }

  /** Shows the settings, or selects steps with the first one active. */
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

  /** The newest state of a valid flow. */
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

/** A step by name; its children follow. */
export type NamedStep = string | readonly [name: string, ...inside: string[]];

/** Returns the text of a flow with named steps. */
export function namedFlow(actionId: string, ...steps: readonly NamedStep[]): string {
  const step = (nameOverride: string, index: number): object => ({
    actionId,
    position: index + 1,
    nameOverride,
  });
  const actions = steps.map((named, index) => {
    if (typeof named === 'string') return step(named, index);
    const [name, ...inside] = named;
    return { ...step(name, index), children: inside.map(step) };
  });
  return JSON.stringify({ name: 'Named', actions }, undefined, 2);
}

interface OutlinedStep {
  readonly nameOverride?: string;
  readonly children?: readonly OutlinedStep[];
}

/** Returns the names of the steps, with children in parentheses and a plus for a step without a name. */
export function outlineOf(text: string): string {
  const outline = (steps: readonly OutlinedStep[]): string =>
    steps
      .map(({ nameOverride = '+', children = [] }) =>
        children.length > 0 ? `${nameOverride}(${outline(children)})` : nameOverride,
      )
      .join(' ');
  return outline((JSON.parse(text) as { readonly actions: readonly OutlinedStep[] }).actions);
}
