import type { CatalogAction } from '../flow/catalog.ts';
import { namedDevices } from '../flow/check/missingApps.ts';
import { applyEdits } from '../flow/document/textEdits.ts';
import { applyInOrder } from '../flow/edit/applyEdit.ts';
import { copySteps } from '../flow/edit/copySteps.ts';
import type { FlowEdit, NewStep, StepPath, InsertionPoint } from '../flow/edit/flowEdit.ts';
import {
  insertionPointAfter,
  insertionPointInside,
  insertStepsEdit,
  stepChangeEdit,
} from '../flow/edit/stepActions.ts';
import {
  CHANGED_AT_ONCE,
  type EditReply,
  type ReferenceItem,
  type StepAction,
} from '../protocol/flowEditor.ts';
import { applyFlowEdits, type EditedFile } from './applyFlowEdit.ts';
import type { FlowSources } from './editorServices.ts';
import type { EditorWindow } from './editorWindow.ts';
import type { FlowFile } from './flowFile.ts';
import type { FlowReading } from './flowReading.ts';
import { toParamEdit } from '../flow/form/paramEdit.ts';
import type { ChosenKind } from '../flow/chosenKind.ts';
import { type PathSegment, templateExpressions } from '../flow/template.ts';
import { textOf } from '../flow/document/stepModel.ts';
import { valueOf } from '../flow/document/jsonTree.ts';
import {
  knownReferences,
  REFERENCE_TITLES,
  type ReferenceField,
  referencesOf,
  settingIds,
} from './flowReferences.ts';
import { newStep } from '../flow/form/newStep.ts';
import { flowDevices } from '../flow/run/trial.ts';
import { platformOf } from '../wording/deviceLabels.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import { canContainSteps, type PlacedStep } from './stepCards.ts';
import { memberOf } from '../util/isObject.ts';

/** The file that edits change, and its editor. */
interface EditingTarget extends EditedFile {
  readonly file: Pick<FlowFile, 'uri' | 'text' | 'version' | 'replace'>;
  readonly read: () => FlowReading;
  /** Waits until what was typed and changed in the webview is in the file. */
  readonly flush: () => Promise<void>;
}

/** The pickers, the clipboard and the messages that edits use. */
type EditingWindow = Pick<
  EditorWindow,
  | 'chooseAction'
  | 'rememberAction'
  | 'chooseReferences'
  | 'listApps'
  | 'listCredentials'
  | 'readClipboard'
  | 'writeClipboard'
  | 'tell'
>;

/** The lists that referenced records are picked from. */
type EditingSources = Pick<FlowSources, 'session' | 'catalog' | 'devices' | 'webhooks' | 'trialChoices'>;

const CANCELLED: EditReply = { kind: 'cancelled' };
const GONE: EditReply = {
  kind: 'refused',
  sentence: 'The action is not in the catalog anymore. Choose another one.',
};
const CHANGED: EditReply = {
  kind: 'refused',
  sentence: 'The file has changed while you were choosing; nothing was done. Choose again.',
};

/** Edits of one flow file for which the user chooses something, and those of menus and other parts of the window. */
export class FlowEditing {
  readonly #target: EditingTarget;
  readonly #window: EditingWindow;
  readonly #sources: EditingSources;

  constructor(target: EditingTarget, window: EditingWindow, sources: EditingSources) {
    this.#target = target;
    this.#window = window;
    this.#sources = sources;
  }

  /** Lets the user choose an action and inserts a step for it. */
  async addStep(base: number, to: InsertionPoint): Promise<EditReply> {
    const title = to.parent === undefined ? 'Add Step' : `Add Step Inside Step ${to.parent + 1}`;
    const action = await this.#window.chooseAction(title);
    if (!action) return CANCELLED;
    return this.#apply(base, { kind: 'addStep', to, step: this.#newStep(action) });
  }

  /** Inserts a step for an action that the user chose in the page, which tries again if its version is stale. */
  async insertStep(base: number, to: InsertionPoint, actionId: string): Promise<EditReply> {
    const action = this.#sources.catalog.catalog.action(actionId);
    if (!action) return GONE;
    await this.#window.rememberAction(actionId);
    return applyFlowEdits(this.#target, base, [{ kind: 'addStep', to, step: this.#newStep(action) }]);
  }

  // The phone of the flow decides the platform of an app.
  #newStep(action: CatalogAction): NewStep {
    const { devices, trialChoices } = this.#sources;
    const { document } = this.#target.read();
    const deviceId = trialChoices.phoneOf(this.#target.file.uri, flowDevices(document));
    const platform = deviceId == null ? undefined : platformOf(devices.byId(deviceId)?.type);
    return newStep(action, 'absent', platform === undefined ? {} : { platform });
  }

  /** Lets the user choose another action for a step; its parameters stay. */
  async replaceAction(base: number, step: StepPath): Promise<EditReply> {
    const action = await this.#window.chooseAction('Replace the Action of the Step');
    if (!action) return CANCELLED;
    const location = { in: 'step', step, path: ['actionId'] } as const;
    return this.#apply(base, { kind: 'set', location, value: action.id });
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
    return this.#apply(
      base,
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
            isByName: kind === 'credential' || kind === 'package',
            known: await this.#listChoices(kind, path, [ownParams, inherited]),
          });
    if (!ids) return CANCELLED;
    const [id] = ids;
    const change = id === undefined ? ({ kind: 'remove' } as const) : ({ kind: 'set', value: id } as const);
    return this.#apply(base, toParamEdit(step, { ownValue: ownParams, inherited }, path, change));
  }

  async #listChoices(
    kind: Exclude<ChosenKind, 'action'>,
    path: readonly PathSegment[],
    params: readonly unknown[],
  ): Promise<readonly ReferenceItem[]> {
    if (kind === 'package') return this.#window.listApps(namedDevices(this.#target.read().document));
    if (kind !== 'credential') return referencesOf(kind, this.#sources);
    const [beside] = params.flatMap(value => packageBeside(path, value) ?? []);
    return this.#window.listCredentials(beside);
  }

  async #chooseActionId(title: string): Promise<readonly string[] | undefined> {
    const action = await this.#window.chooseAction(title);
    return action && [action.id];
  }

  /** Inserts the steps from the clipboard. */
  async paste(base: number, to: InsertionPoint): Promise<EditReply> {
    const text = await this.#window.readClipboard();
    return applyFlowEdits(this.#target, base, [{ kind: 'pasteSteps', to, text }]);
  }

  /** Copies steps to the clipboard as JSON that any flow accepts. Throws if the steps no longer exist. */
  async copy(steps: readonly StepPath[]): Promise<void> {
    const { file, giveKeys } = this.#target;
    // Where they are pasted, the steps keep reading each other by the keys that they have in this file.
    const keys = applyInOrder(file.text, giveKeys?.([{ kind: 'duplicateSteps', steps }]) ?? []);
    const text = keys.kind === 'edits' ? applyEdits(file.text, keys.edits) : file.text;
    const copied = copySteps(text, steps);
    if (copied === undefined) throw new Error('These steps are gone, so nothing is copied. Select others.');
    await this.#window.writeClipboard(copied);
  }

  /** Inserts a step for an action after the last of the selected steps, or at the end. */
  async insert(action: CatalogAction, selected: readonly StepPath[]): Promise<void> {
    this.#tell(
      await this.#insertAfter(selected, to => ({ kind: 'addStep', to, step: this.#newStep(action) })),
    );
  }

  /** Inserts steps after the last of the selected steps, or at the end. */
  insertSteps(added: readonly NewStep[], selected: readonly StepPath[]): Promise<EditReply> {
    return this.#insertAfter(selected, to => insertStepsEdit(to, added));
  }

  async #insertAfter(
    selected: readonly StepPath[],
    editAt: (to: InsertionPoint) => FlowEdit,
  ): Promise<EditReply> {
    if (!(await this.#finishEdits())) return { kind: 'stale' };
    const { file, read } = this.#target;
    const { steps } = read();
    const to = insertionPointAfter(filterExisting(selected, steps).at(-1), steps);
    return applyFlowEdits(this.#target, file.version, [editAt(to)]);
  }

  /** Runs a menu command on the selected steps; shows a message if that is refused. */
  async runAction(action: Exclude<StepAction, 'rename'>, selected: readonly StepPath[]): Promise<void> {
    if (!(await this.#finishEdits())) {
      this.#tell({ kind: 'stale' });
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
    if (action === 'addInside') {
      const { catalog } = this.#sources.catalog;
      const listed = steps.map(placed => ({ ...placed, canContainSteps: canContainSteps(placed, catalog) }));
      return this.addStep(base, insertionPointInside(last, listed));
    }
    if (action === 'cut') await this.copy(chosen);
    return applyFlowEdits(this.#target, base, [stepChangeEdit(action === 'cut' ? 'delete' : action, chosen)]);
  }

  /**
   * Waits for the edits in progress, such as of typed text. Returns false if steps came, went, or moved, so that paths
   * from before may lead to other steps.
   */
  async #finishEdits(): Promise<boolean> {
    const { read, flush } = this.#target;
    const before = outlineOf(read().steps);
    await flush();
    return outlineOf(read().steps) === before;
  }

  /** Applies the edit of a choice, for which the user may have taken long. */
  async #apply(base: number, edit: FlowEdit): Promise<EditReply> {
    const reply = await applyFlowEdits(this.#target, base, [edit]);
    return reply.kind === 'stale' ? CHANGED : reply;
  }

  #tell(reply: EditReply): void {
    if (reply.kind === 'refused') this.#window.tell(reply.sentence);
    if (reply.kind === 'stale') this.#window.tell(CHANGED_AT_ONCE);
  }
}

const PARAM_TITLES: Readonly<Record<ChosenKind, string>> = {
  credential: 'Credential of the Step',
  package: 'App on the Device',
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
