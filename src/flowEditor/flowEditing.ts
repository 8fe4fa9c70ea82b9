import type { CatalogAction } from '../flow/catalog.ts';
import { copySteps } from '../flow/edit/copySteps.ts';
import type { FlowEdit, NewStep, StepPath, InsertionPoint } from '../flow/edit/flowEdit.ts';
import { CHANGED_AT_ONCE, type EditReply, type StepAction } from '../protocol/flowEditor.ts';
import { applyFlowEdits, READ_ONLY } from './applyFlowEdit.ts';
import type { FlowSources } from './editorServices.ts';
import type { EditorWindow } from './editorWindow.ts';
import type { FlowFile } from './flowFile.ts';
import type { FlowReading } from './flowReading.ts';
import { toParamEdit } from '../flow/form/paramEdit.ts';
import type { ChosenKind } from '../flow/referenceKind.ts';
import { type PathSegment, templateExpressions } from '../flow/template.ts';
import { textOf } from '../flow/document/entryModel.ts';
import { valueOf } from '../flow/document/jsonTree.ts';
import {
  knownReferences,
  REFERENCE_TITLES,
  type ReferenceField,
  referencesOf,
  settingIds,
} from './flowReferences.ts';
import { newStep } from '../flow/form/newStep.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import type { PlacedStep } from './stepCards.ts';
import { memberOf } from '../util/isObject.ts';
import { insertStepsEdit, insertionPointAfter, insertionPointInside, stepActionEdit } from './stepActions.ts';

/** The file that edits change, and its editor. */
interface EditingTarget {
  readonly file: Pick<FlowFile, 'text' | 'version' | 'replace'>;
  readonly read: () => FlowReading;
  readonly isEditable: () => boolean;
  /** Selects the steps of an edit at their future paths before the change; returns a function that reverts this. */
  readonly follow: (steps: readonly StepPath[]) => () => void;
}

/** The pickers, the clipboard and the messages that edits use. */
type EditingWindow = Pick<
  EditorWindow,
  | 'chooseAction'
  | 'rememberAction'
  | 'chooseReferences'
  | 'listCredentials'
  | 'readClipboard'
  | 'writeClipboard'
  | 'tell'
>;

/** The lists that referenced records are picked from. */
type EditingSources = Pick<FlowSources, 'session' | 'catalog' | 'devices' | 'webhooks'>;

const STALE: EditReply = { kind: 'stale' };
const CANCELLED: EditReply = { kind: 'cancelled' };
const GONE: EditReply = {
  kind: 'refused',
  sentence: 'The action is not in the catalog anymore. Choose another one.',
};
const CHANGED: EditReply = {
  kind: 'refused',
  sentence: 'The file has changed while you were choosing; nothing was done. Choose again.',
};

/**
 * Applies the edits of the webview and of menus to one flow file, one after the other, each only to the version that it
 * names.
 */
export class FlowEditing {
  readonly #target: EditingTarget;
  readonly #window: EditingWindow;
  readonly #sources: EditingSources;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(target: EditingTarget, window: EditingWindow, sources: EditingSources) {
    this.#target = target;
    this.#window = window;
    this.#sources = sources;
  }

  /** Applies an edit to a version of the file. */
  edit(base: number, edit: FlowEdit): Promise<EditReply> {
    return this.#enqueue(base, STALE, edit);
  }

  /**
   * Applies edits, one after the other, to a version of the file as one undoable edit. Selects the steps that the last
   * of them adds, or else a given one at its future path.
   */
  editInOrder(base: number, edits: readonly FlowEdit[], selected?: StepPath): Promise<EditReply> {
    return this.#enqueue(base, STALE, edits, selected);
  }

  /** Lets the user choose an action and inserts a step for it. */
  async addStep(base: number, to: InsertionPoint): Promise<EditReply> {
    const title = to.parent === undefined ? 'Add Step' : `Add Step Inside Step ${to.parent + 1}`;
    const action = await this.#window.chooseAction(title);
    if (!action) return CANCELLED;
    return this.#enqueue(base, CHANGED, { kind: 'addStep', to, step: newStep(action) });
  }

  /** Inserts a step for an action that the user chose in the page, which tries again if its version is stale. */
  async insertStep(base: number, to: InsertionPoint, actionId: string): Promise<EditReply> {
    const action = this.#sources.catalog.catalog.action(actionId);
    if (!action) return GONE;
    await this.#window.rememberAction(actionId);
    return this.#enqueue(base, STALE, { kind: 'addStep', to, step: newStep(action) });
  }

  /** Lets the user choose another action for a step; its parameters stay. */
  async replaceAction(base: number, step: StepPath): Promise<EditReply> {
    const action = await this.#window.chooseAction('Replace the Action of the Step');
    if (!action) return CANCELLED;
    const location = { in: 'step', step, path: ['actionId'] } as const;
    return this.#enqueue(base, CHANGED, { kind: 'set', location, value: action.id });
  }

  /** Lets the user choose the records that a setting references. */
  async choose(base: number, field: ReferenceField): Promise<EditReply> {
    const many = field === 'deviceIds';
    const { devices, webhooks, session } = this.#sources;
    if (session.state.kind === 'open') {
      const list = many ? devices : field === 'notifyWebhookId' ? webhooks : undefined;
      await list?.ensure();
    }
    const ids = await this.#window.chooseReferences({
      title: REFERENCE_TITLES[field],
      many,
      current: settingIds(this.#target.read().document, field),
      known: knownReferences(field, this.#sources),
    });
    if (!ids) return CANCELLED;
    const location = { in: 'settings', path: [field] } as const;
    const [first] = ids;
    return this.#enqueue(
      base,
      CHANGED,
      first === undefined
        ? { kind: 'remove', location }
        : { kind: 'set', location, value: many ? ids : first },
    );
  }

  /** Lets the user choose the record that a step parameter references. */
  async chooseParam(
    base: number,
    step: StepPath,
    path: readonly PathSegment[],
    kind: ChosenKind,
  ): Promise<EditReply> {
    const model = this.#target.read().steps.find(candidate => sameStep(candidate.step, step))?.model;
    if (!model) return CHANGED;
    const ownParams = model.params && valueOf(model.params);
    const action = this.#sources.catalog.catalog.action(textOf(model.actionId) ?? '');
    const inherited = action?.params;
    const current = path.reduce(memberOf, ownParams) ?? path.reduce(memberOf, inherited);
    const ids =
      kind === 'action'
        ? await this.#chooseActionId(PARAM_TITLES[kind])
        : await this.#window.chooseReferences({
            title: PARAM_TITLES[kind],
            many: false,
            current: typeof current === 'string' && current !== '' ? [current] : [],
            isByName: kind === 'credential',
            known:
              kind === 'credential'
                ? await this.#window.listCredentials(
                    packageBeside(path, ownParams) ?? packageBeside(path, inherited),
                  )
                : referencesOf(kind, this.#sources),
          });
    if (!ids) return CANCELLED;
    const [id] = ids;
    const change = id === undefined ? ({ kind: 'remove' } as const) : ({ kind: 'set', value: id } as const);
    return this.#enqueue(base, CHANGED, toParamEdit(step, { ownValue: ownParams, inherited }, path, change));
  }

  async #chooseActionId(title: string): Promise<readonly string[] | undefined> {
    const action = await this.#window.chooseAction(title);
    return action && [action.id];
  }

  /** Inserts the steps from the clipboard. */
  async paste(base: number, to: InsertionPoint): Promise<EditReply> {
    const text = await this.#window.readClipboard();
    return this.edit(base, { kind: 'pasteSteps', to, text });
  }

  /** Copies steps to the clipboard as JSON that any flow accepts. Throws if the steps no longer exist. */
  async copy(steps: readonly StepPath[]): Promise<void> {
    const copied = copySteps(this.#target.file.text, steps);
    if (copied === undefined) throw new Error('These steps are gone, so nothing is copied. Select others.');
    await this.#window.writeClipboard(copied);
  }

  /** Inserts a step for an action after the last of the selected steps, or at the end. */
  async insert(action: CatalogAction, selected: readonly StepPath[]): Promise<void> {
    this.#tell(await this.#insertAfter(selected, to => ({ kind: 'addStep', to, step: newStep(action) })));
  }

  /** Inserts steps after the last of the selected steps, or at the end. */
  insertSteps(added: readonly NewStep[], selected: readonly StepPath[]): Promise<EditReply> {
    return this.#insertAfter(selected, to => insertStepsEdit(to, added));
  }

  async #insertAfter(
    selected: readonly StepPath[],
    editAt: (to: InsertionPoint) => FlowEdit,
  ): Promise<EditReply> {
    if (!(await this.#finishEdits())) return STALE;
    const { file, read } = this.#target;
    const { steps } = read();
    const to = insertionPointAfter(filterExisting(selected, steps).at(-1), steps);
    return this.edit(file.version, editAt(to));
  }

  /** Runs a menu command on the selected steps; shows a message if that is refused. */
  async runAction(action: Exclude<StepAction, 'rename'>, selected: readonly StepPath[]): Promise<void> {
    if (!(await this.#finishEdits())) {
      this.#tell(STALE);
      return;
    }
    const { steps } = this.#target.read();
    const chosen = filterExisting(selected, steps);
    if (action === 'copy' && chosen.length > 0) return this.copy(chosen);
    const reply = await this.#startAction(action, chosen, steps);
    this.#tell(reply ?? { kind: 'refused', sentence: 'Select a step in the visual editor first.' });
  }

  /** Returns the reply to a menu command; undefined if it needs a selected step and there is none. */
  async #startAction(
    action: Exclude<StepAction, 'rename'>,
    chosen: readonly StepPath[],
    steps: readonly PlacedStep[],
  ): Promise<EditReply | undefined> {
    const base = this.#target.file.version;
    const last = chosen.at(-1);
    if (action === 'add') return this.addStep(base, insertionPointAfter(last, steps));
    if (action === 'paste') return this.paste(base, insertionPointAfter(last, steps));
    if (!last || action === 'copy') return undefined;
    if (action === 'addInside') return this.addStep(base, insertionPointInside(last, steps));
    if (action === 'cut') await this.copy(chosen);
    return this.edit(base, stepActionEdit(action === 'cut' ? 'delete' : action, chosen));
  }

  /**
   * Waits for the edits in progress, such as of typed text. Returns false if steps came, went, or moved, so that paths
   * from before may lead to other steps.
   */
  async #finishEdits(): Promise<boolean> {
    const { read } = this.#target;
    const before = outlineOf(read().steps);
    for (let queue; queue !== this.#queue;) {
      queue = this.#queue;
      await queue;
    }
    return outlineOf(read().steps) === before;
  }

  #enqueue(
    base: number,
    old: EditReply,
    edits: FlowEdit | readonly FlowEdit[],
    selected?: StepPath,
  ): Promise<EditReply> {
    const list = 'kind' in edits ? [edits] : edits;
    const done = this.#queue.then(() => this.#apply(base, old, list, selected));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #apply(
    base: number,
    old: EditReply,
    edits: readonly FlowEdit[],
    selected: StepPath | undefined,
  ): Promise<EditReply> {
    const { file, follow, isEditable } = this.#target;
    if (!isEditable()) return { kind: 'refused', sentence: READ_ONLY };
    if (base !== file.version) return old;
    let revert: (() => void) | undefined;
    const reply = await applyFlowEdits(file, edits, steps => {
      revert = follow(steps.length === 0 && selected ? [selected] : steps);
    });
    if (reply.kind === 'refused') revert?.();
    return reply;
  }

  #tell(reply: EditReply): void {
    if (reply.kind === 'refused') this.#window.tell(reply.sentence);
    if (reply.kind === 'stale') this.#window.tell(CHANGED_AT_ONCE);
  }
}

const PARAM_TITLES: Readonly<Record<ChosenKind, string>> = {
  credential: 'Credential of the Step',
  mailbox: 'Mailbox of the Step',
  device: 'Device of the Step',
  trigger: 'Trigger of the Step',
  webhook: 'Webhook of the Step',
  app: 'App of the Step',
  action: 'Action in the Parameters of the Step',
};

/** Returns a text that is the same as long as no step came, went, or moved. */
function outlineOf(steps: readonly PlacedStep[]): string {
  return JSON.stringify(steps.map(({ step, model }) => [step, textOf(model.actionId)]));
}

/** Returns the paths at which a step exists. */
function filterExisting(paths: readonly StepPath[], steps: readonly PlacedStep[]): readonly StepPath[] {
  return paths.filter(path => steps.some(({ step }) => sameStep(step, path)));
}

/** Returns the package name beside a credential in the parameters; undefined if there is none, or an expression. */
function packageBeside(path: readonly PathSegment[], params: unknown): string | undefined {
  const property = path.findLastIndex(segment => typeof segment === 'string');
  const beside = memberOf(path.slice(0, property).reduce(memberOf, params), 'packageName');
  const isName = typeof beside === 'string' && beside !== '' && templateExpressions(beside).length === 0;
  return isName ? beside : undefined;
}
