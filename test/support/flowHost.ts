import type { FlowCatalog } from '../../src/flow/catalog.ts';
import { propertyOf } from '../../src/flow/document/jsonTree.ts';
import { applyEdit } from '../../src/flow/edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../src/flow/document/textEdits.ts';
import { createSettingsDetails, createStepDetails } from '../../src/flowEditor/details.ts';
import { findSteps } from '../../src/flowEditor/findSteps.ts';
import { SchemaReaders } from '../../src/flow/schema/schemaReaders.ts';
import type { ReferenceSources } from '../../src/flowEditor/flowReferences.ts';
import { headerButtons } from '../../src/flowEditor/headerButtons.ts';
import { countProblems } from '../../src/flowEditor/placedProblems.ts';
import type { RunOutline } from '../../src/flowEditor/runOutline.ts';
import { sameStep } from '../../src/protocol/flowEdit.ts';
import { stepCards } from '../../src/flowEditor/stepCards.ts';
import type {
  EditReply,
  FlowRequest,
  FlowState,
  OpenFlow,
  StepDetails,
  Target,
} from '../../src/protocol/flowEditor.ts';
import { readText } from './memoryFlow.ts';

/** The parts of the page state that a test sets besides the text. */
export type FlowLook = Partial<
  Pick<OpenFlow, 'editable' | 'connection' | 'notices' | 'run' | 'buttons'> & {
    /** Results of a run, by step index. */
    readonly outline: RunOutline;
    /** Results of a run for the visible step. */
    readonly attempts: StepDetails['attempts'];
  }
>;

/** The host of the flow page without a window: it holds the text, and responds like the editor. */
export class FlowHost {
  readonly #catalog: FlowCatalog;
  readonly #forms = new SchemaReaders();
  readonly #show: (state: FlowState) => void;
  readonly #undo: string[] = [];
  look: FlowLook;
  text: string;
  version = 1;
  target: Target | undefined;
  selected: readonly StepPath[] = [];
  /** Requests other than changes, newest last. */
  readonly otherRequests: FlowRequest[] = [];
  /** The action that the user selects. */
  chosen: string | undefined;
  /** The reason why copying fails. */
  clipboardFailure: string | undefined;
  /** Called on each change of the text. */
  changed: (() => void) | undefined;
  #select: readonly StepPath[] | undefined;
  #reveal: OpenFlow['reveal'];

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
  answer(request: FlowRequest): EditReply | readonly StepPath[] | null {
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
      case 'addStep': {
        const { chosen } = this;
        const step = { actionId: chosen, overrides: { params: {} } };
        return chosen === undefined
          ? { kind: 'cancelled' }
          : this.apply({ kind: 'addStep', to: request.to, step });
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
        return findSteps(readText(this.text, this.#catalog).steps, this.#catalog, this.#forms, request.text);
      default:
        this.otherRequests.push(request);
        return null;
    }
  }

  /** Applies an edit to the text. */
  apply(edit: FlowEdit): EditReply {
    const outcome = applyEdit(this.text, edit);
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
  state(target: Target): FlowState {
    const reading = readText(this.text, this.#catalog);
    if (reading.broken) {
      const { sentence, start } = reading.broken;
      const line = this.text.slice(0, start).split('\n').length;
      const text = this.text.split('\n')[line - 1]?.trim() ?? '';
      return { kind: 'broken', version: this.version, file: 'test.flow.json', sentence, line, text };
    }
    const { steps, problems } = reading;
    const name: unknown = propertyOf(reading.document.envelope.root, 'name')?.value;
    const counts = countProblems(problems);
    const { outline, attempts, ...look } = this.look;
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
        runShown: false,
        isVerifying: false,
      }),
      run: undefined,
      notices: [],
      ...counts,
      settingsErrors: countProblems(problems.filter(problem => problem.step === undefined)).errors,
      steps: stepCards(steps, this.#catalog, this.#forms, problems, outline),
      select: this.#select,
      reveal: this.#reveal,
      details: found
        ? createStepDetails(found, reading, this.#catalog, this.#forms, attempts)
        : createSettingsDetails(reading, this.#things(), this.#forms),
      ...look,
    };
  }

  #things(): ReferenceSources {
    const empty = { state: { items: [] } };
    return {
      catalog: { catalog: this.#catalog },
      devices: empty,
      webhooks: empty,
    } as unknown as ReferenceSources;
  }
}
