import type { FlowCatalog } from '../../src/flow/catalog.ts';
import { dataScope, type DataScope } from '../../src/flow/data/dataScope.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { propertyOf } from '../../src/flow/document/jsonTree.ts';
import { applyInOrder } from '../../src/flow/edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../../src/flow/edit/flowEdit.ts';
import { giveReadKeys } from '../../src/flow/edit/readKeys.ts';
import { applyEdits } from '../../src/flow/document/textEdits.ts';
import { createSettingsDetails, createStepDetails } from '../../src/flowEditor/details.ts';
import { type DebugMarks, withDebugMarks } from '../../src/flowEditor/debugMarks.ts';
import { findSteps } from '../../src/flowEditor/findSteps.ts';
import type { ReferenceSources } from '../../src/flowEditor/flowReferences.ts';
import { headerButtons } from '../../src/flowEditor/headerButtons.ts';
import { countProblems } from '../../src/flowEditor/placedProblems.ts';
import type { RunOutline } from '../../src/flowEditor/runOutline.ts';
import { sameStep } from '../../src/protocol/flowEdit.ts';
import { findActions } from '../../src/flowEditor/searchActions.ts';
import { ActionSearch } from '../../src/wording/actionSearch.ts';
import { stepCards } from '../../src/flowEditor/stepCards.ts';
import { describeInSteps, findValues } from '../../src/flowEditor/stepValues.ts';
import type {
  ActionMatches,
  EditReply,
  FlowRequest,
  FlowState,
  OpenFlow,
  StepDetails,
  InspectorTarget,
} from '../../src/protocol/flowEditor.ts';
import type { ValueChoices } from '../../src/protocol/flowValues.ts';
import { readText } from './memoryFlow.ts';

const RUNNING: OpenFlow['running'] = {
  phone: 'Pixel phone',
  isRunning: false,
  readsPayload: false,
  canCheck: false,
  canVerify: false,
};

const NO_MARKS: DebugMarks = { breakpoints: [], stopped: [] };

/** The parts of the page state that a test sets besides the text. */
export type FlowLook = Partial<
  Pick<OpenFlow, 'editable' | 'connection' | 'notices' | 'run' | 'running' | 'buttons' | 'recording'> & {
    /** Results of a run, by step index. */
    readonly outline: RunOutline;
    /** Results of a run for the visible step. */
    readonly attempts: StepDetails['attempts'];
    readonly marks: DebugMarks;
    /** The steps that no test ran, such as `2` or `2.1`. */
    readonly notCovered: ReadonlySet<string>;
  }
>;

/** The host of the flow page without a window: it holds the text, and responds like the editor. */
export class FlowHost {
  readonly #catalog: FlowCatalog;
  readonly #actions = new ActionSearch();
  readonly #show: (state: FlowState) => void;
  readonly #undo: string[] = [];
  look: FlowLook;
  text: string;
  version = 1;
  target: InspectorTarget | undefined;
  selected: readonly StepPath[] = [];
  /** Requests other than changes, newest last. */
  readonly otherRequests: FlowRequest[] = [];
  /** The action that the user selects. */
  chosen: string | undefined;
  /** The actions that were added last, newest first. */
  recent: readonly string[] = [];
  /** The reason why copying fails. */
  clipboardFailure: string | undefined;
  /** Called on each change of the text. */
  changed: (() => void) | undefined;
  #select: readonly StepPath[] | undefined;
  #reveal: OpenFlow['reveal'];
  #scope: { readonly key: string; readonly scope: DataScope } | undefined;

  constructor(text: string, catalog: FlowCatalog, look: FlowLook, show: (state: FlowState) => void) {
    this.text = text;
    this.#catalog = catalog;
    this.look = look;
    this.#show = show;
  }

  /** Changes the text from outside, like the text editor. */
  write(text: string): void {
    this.#undo.push(this.text);
    this.text = text;
    this.version++;
    this.changed?.();
    this.show();
  }

  /** Undoes the last change. */
  undo(): void {
    const text = this.#undo.pop();
    if (text === undefined) return;
    this.text = text;
    this.version++;
    this.show();
  }

  /** Reveals a field of a step, or of the settings. */
  reveal(step: StepPath | undefined, path: NonNullable<OpenFlow['reveal']>): void {
    this.target = step ? { kind: 'step', step } : { kind: 'settings' };
    this.#select = step ? [step] : [];
    this.#reveal = path;
    this.show();
  }

  /** Sends the current state to the page. */
  show(): void {
    if (this.target) this.#show(this.state(this.target));
    this.#select = undefined;
    this.#reveal = undefined;
  }

  /** Responds to a request of the page; throws if it fails. */
  answer(request: FlowRequest): EditReply | ActionMatches | ValueChoices | readonly StepPath[] | null {
    switch (request.kind) {
      case 'show':
        this.target = request.target;
        this.selected = request.selected;
        this.show();
        return null;
      case 'edit':
        if (request.base !== this.version) {
          this.show();
          return { kind: 'stale' };
        }
        return this.apply(request.edit);
      case 'findActions':
        return findActions(this.#actions, this.#catalog, this.recent, request.text);
      case 'insertStep': {
        if (request.base !== this.version) return { kind: 'stale' };
        const step = { actionId: request.actionId, overrides: { params: {} } };
        return this.apply({ kind: 'addStep', to: request.to, step });
      }
      case 'replaceAction': {
        const location = { in: 'step', step: request.step, path: ['actionId'] } as const;
        return this.apply({ kind: 'set', location: location, value: this.chosen });
      }
      case 'copy':
        if (this.clipboardFailure !== undefined) throw new Error(this.clipboardFailure);
        this.otherRequests.push(request);
        return null;
      case 'find':
        return findSteps(readText(this.text, this.#catalog).steps, this.#catalog, request.text);
      case 'findValues':
        return findValues(this.#scopeOf(request.step), request.text, request.inside);
      default:
        this.otherRequests.push(request);
        return null;
    }
  }

  /** Applies an edit to the text. */
  apply(edit: FlowEdit): EditReply {
    const keys = giveReadKeys(parseFlow(this.text), [edit], this.#catalog);
    const outcome = applyInOrder(this.text, [...keys, edit]);
    if (outcome.kind === 'refused') return outcome;
    const { steps } = outcome;
    const [first] = steps;
    if (first) {
      this.#select = steps;
      this.selected = steps;
      this.target = { kind: 'step', step: first };
    }
    this.write(applyEdits(this.text, outcome.edits));
    return { kind: 'done', version: this.version, steps };
  }

  /** Returns the page state for a target. */
  state(target: InspectorTarget): FlowState {
    const reading = readText(this.text, this.#catalog);
    if (reading.broken) {
      const { sentence, start } = reading.broken;
      const line = this.text.slice(0, start).split('\n').length;
      const text = this.text.split('\n')[line - 1]?.trim() ?? '';
      return { kind: 'broken', version: this.version, file: 'test.flow.json', sentence, line, text };
    }
    const { steps, problems } = reading;
    const name: unknown = propertyOf(reading.document.root, 'name')?.value;
    const counts = countProblems(problems);
    const { outline, attempts, marks = NO_MARKS, notCovered, ...look } = this.look;
    const step = target.kind === 'step' ? target.step : undefined;
    const found = step && (steps.find(entry => sameStep(entry.step, step)) ?? steps.at(-1));
    return {
      kind: 'flow',
      version: this.version,
      file: 'test.flow.json',
      name: typeof name === 'string' ? name : '',
      editable: true,
      connection: { label: 'Sandbox', icon: 'device-mobile', detail: 'Sandbox: connected' },
      buttons: headerButtons({
        errors: counts.errors,
        connected: true,
        flowId: undefined,
        flow: undefined,
        drift: undefined,
        isRecording: false,
        editable: true,
        isVerifying: false,
      }),
      running: RUNNING,
      run: undefined,
      recording: undefined,
      notices: [],
      ...counts,
      settingsErrors: countProblems(problems.filter(problem => problem.step === undefined)).errors,
      steps: withDebugMarks(
        stepCards(
          steps,
          this.#catalog,
          problems,
          outline,
          describeInSteps(reading.document, { catalog: this.#catalog }),
          notCovered,
        ),
        reading.document,
        marks,
      ),
      select: this.#select,
      reveal: this.#reveal,
      details: found
        ? createStepDetails(found, reading, this.#catalog, attempts)
        : createSettingsDetails(reading, this.#referenceSources()),
      ...look,
    };
  }

  // Kept for a version of the text, like that of the editor.
  #scopeOf(step: StepPath): DataScope {
    const key = `${this.version} ${step.join('.')}`;
    if (this.#scope?.key === key) return this.#scope.scope;
    const scope = dataScope(parseFlow(this.text), step, { catalog: this.#catalog });
    this.#scope = { key, scope };
    return scope;
  }

  #referenceSources(): ReferenceSources {
    const empty = { state: { items: [] } };
    return {
      catalog: { catalog: this.#catalog },
      devices: empty,
      webhooks: empty,
    } as unknown as ReferenceSources;
  }
}
