import type { RecordedFile } from '../appState/recordings.ts';
import { textOf } from '../flow/document/stepModel.ts';
import { valueOf } from '../flow/document/jsonTree.ts';
import type { ChosenStep } from '../flow/edit/chosenStep.ts';
import type { FlowEdit, InsertionPoint, NewStep, StepPath } from '../flow/edit/flowEdit.ts';
import { paramsEdit } from '../flow/record/elementParams.ts';
import type { KeyedStep } from '../flow/record/liveRecording.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import type { EditReply } from '../protocol/flowEditor.ts';
import { isObject, memberOf, without } from '../util/isObject.ts';
import { insertionPointAfter, insertStepsEdit } from '../flow/edit/stepActions.ts';
import type { PlacedStep } from './stepCards.ts';

type Params = Readonly<Record<string, unknown>>;

/** A version of a flow file in the editor that shows it. */
export interface StepFile {
  readonly version: number;
  readonly steps: readonly PlacedStep[];
  /** The step at the cursor; undefined if there is none. */
  readonly cursor: StepPath | undefined;
  /**
   * Applies edits, one after the other, to this version as one undoable edit. Moves the cursor to the steps that the
   * last edit adds, or else to a given one at its future path.
   */
  readonly apply: (edits: readonly FlowEdit[], cursor?: StepPath) => Promise<EditReply>;
}

/** A step of the recording: where it was last, and its text then. */
interface KnownStep {
  readonly step: NewStep;
  readonly path: StepPath;
  readonly text: string;
}

const MAX_TRIES = 5;
const BUSY = 'The flow changed at the same time, so the step was not recorded.';

/** The steps that a recording has written to a flow file. */
export class RecordedSteps implements RecordedFile {
  readonly uri: string;
  readonly name: string;
  readonly #read: () => Promise<StepFile>;
  readonly #changeParams: (step: ChosenStep, change: (params: Params) => Params | undefined) => Promise<void>;
  readonly #known = new Map<number, KnownStep>();
  /** The texts of all steps of the file when the paths of the known ones were right. */
  #texts: readonly string[] = [];
  /** The step written last, which counts as the cursor while no editor shows the file. */
  #last: StepPath | undefined;

  constructor(
    uri: string,
    read: () => Promise<StepFile>,
    changeParams: (step: ChosenStep, change: (params: Params) => Params | undefined) => Promise<void>,
  ) {
    this.uri = uri;
    this.name = decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
    this.#read = read;
    this.#changeParams = changeParams;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#read()).steps.length === 0;
  }

  async findMissing(keys: readonly number[]): Promise<readonly number[]> {
    const { steps } = await this.#read();
    return keys.filter(key => !this.#find(key, steps));
  }

  async write(removed: readonly number[], added: readonly KeyedStep[]): Promise<void> {
    if (removed.length === 0 && added.length === 0) return;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const reply = await this.#tryWrite(await this.#read(), removed, added);
      if (reply.kind === 'done') return;
      if (reply.kind === 'refused') throw new Error(reply.sentence);
    }
    throw new Error(BUSY);
  }

  async changeParams(
    key: number,
    { actionId }: NewStep,
    change: (params: Params) => Params | undefined,
  ): Promise<void> {
    const { steps } = await this.#read();
    this.#follow(steps);
    const path = this.#known.get(key)?.path;
    if (!path) throw new Error('The recorded step is not in the file anymore, so nothing was changed.');
    await this.#changeParams({ path, actionId: String(actionId), count: steps.length }, change);
    this.#learn((await this.#read()).steps, [key], [path]);
  }

  async keyAt(path?: StepPath): Promise<number | undefined> {
    const { steps, cursor } = await this.#read();
    const wanted = path ?? cursor ?? this.#last;
    return [...this.#known.keys()].find(key => {
      const found = this.#find(key, steps);
      return found && sameStep(found.step, wanted);
    });
  }

  async #tryWrite(
    file: StepFile,
    removed: readonly number[],
    added: readonly KeyedStep[],
  ): Promise<EditReply> {
    this.#follow(file.steps);
    const found = removed.flatMap(key => this.#find(key, file.steps) ?? []);
    const inPlace = this.#changeInPlace(found, removed, added);
    if (inPlace) {
      const [placed] = found;
      const reply = inPlace.length > 0 ? await file.apply(inPlace) : unchanged(file);
      if (reply.kind === 'done' && placed) await this.#replaceKeys(removed, added, [placed.step]);
      return reply;
    }
    const paths = found.map(({ step }) => step);
    const at = insertionPoint(file, paths, this.#last);
    const edits: FlowEdit[] = paths.length > 0 ? [{ kind: 'deleteSteps', steps: paths }] : [];
    if (added.length > 0)
      edits.push(
        insertStepsEdit(
          at,
          added.map(({ step }) => step),
        ),
      );
    const before = stepBefore(at);
    const reply = edits.length > 0 ? await file.apply(edits, before) : unchanged(file);
    if (reply.kind !== 'done') return reply;
    this.#shift(paths, at, added.length);
    await this.#replaceKeys(removed, added, reply.steps);
    this.#last = reply.steps.at(-1) ?? before;
    return reply;
  }

  /** Returns the edits that turn a step into a step of the same action; undefined if steps come or go. */
  #changeInPlace(
    found: readonly PlacedStep[],
    [key]: readonly number[],
    added: readonly KeyedStep[],
  ): readonly FlowEdit[] | undefined {
    const [placed] = found;
    const [keyed] = added;
    const before = key === undefined ? undefined : this.#known.get(key)?.step;
    if (!placed || !keyed || !before || found.length > 1 || added.length > 1) return undefined;
    if (keyed.step['actionId'] !== before['actionId']) return undefined;
    const ownParams = paramsOf(valueOf(placed.model.node));
    const [old, now] = [paramsOf(before), paramsOf(keyed.step)];
    // What the user has changed in the meantime stays.
    const changed = Object.entries(now).filter(([name, value]) => !isSame(old[name], value));
    const dropped = Object.keys(old).filter(name => !Object.hasOwn(now, name));
    const edit = paramsEdit(placed.step, ownParams, {
      ...without(ownParams, dropped),
      ...Object.fromEntries(changed),
    });
    return edit ? [edit] : [];
  }

  #find(key: number, steps: readonly PlacedStep[]): PlacedStep | undefined {
    const known = this.#known.get(key);
    if (!known) return undefined;
    const placedThere = steps.find(({ step }) => sameStep(step, known.path));
    if (placedThere && contentOf(placedThere) === known.text) return placedThere;
    const [moved, ...others] = steps.filter(placed => contentOf(placed) === known.text);
    if (moved && others.length === 0) return moved;
    // The user may have changed its name or parameters, unless steps came, went, or moved.
    if (!placedThere || steps.length !== this.#texts.length) return undefined;
    if (this.#texts.includes(contentOf(placedThere))) return undefined;
    return textOf(placedThere.model.actionId) === known.step['actionId'] ? placedThere : undefined;
  }

  /** Updates the paths and texts of the known steps after changes by the user, and forgets those that are gone. */
  #follow(steps: readonly PlacedStep[]): void {
    const found = [...this.#known.keys()].map(key => [key, this.#find(key, steps)] as const);
    for (const [key, placed] of found) {
      const known = this.#known.get(key);
      if (known && placed) this.#known.set(key, { ...known, path: placed.step, text: contentOf(placed) });
      else this.#known.delete(key);
    }
    this.#texts = steps.map(contentOf);
  }

  /** Updates the paths of the other steps after steps were removed and added. */
  #shift(removed: readonly StepPath[], at: InsertionPoint, count: number): void {
    for (const [key, known] of this.#known) {
      const before = removed.filter(path => isBefore(path, known.path)).length;
      const path = moveBy(known.path, at, -before, count);
      this.#known.set(key, { ...known, path });
    }
  }

  async #replaceKeys(
    removed: readonly number[],
    added: readonly KeyedStep[],
    paths: readonly StepPath[],
  ): Promise<void> {
    for (const key of removed) this.#known.delete(key);
    for (const [index, { key, step }] of added.entries()) {
      const path = paths[index];
      if (path) this.#known.set(key, { step, path, text: '' });
    }
    // The edits can also have changed references in the other steps.
    const known = [...this.#known];
    this.#learn(
      (await this.#read()).steps,
      known.map(([key]) => key),
      known.map(([, { path }]) => path),
    );
  }

  /** Stores the texts of the steps as they are in the file, and the paths of those with keys. */
  #learn(steps: readonly PlacedStep[], keys: readonly number[], paths: readonly StepPath[]): void {
    this.#texts = steps.map(contentOf);
    for (const [index, key] of keys.entries()) {
      const known = this.#known.get(key);
      const placed = steps.find(({ step }) => sameStep(step, paths[index]));
      if (known && placed) this.#known.set(key, { ...known, path: placed.step, text: contentOf(placed) });
    }
  }
}

function unchanged({ version }: StepFile): EditReply {
  return { kind: 'done', version, steps: [] };
}

/** Returns where new steps go: in place of removed ones, or after the step at the cursor. */
function insertionPoint(
  { steps, cursor }: StepFile,
  removed: readonly StepPath[],
  last: StepPath | undefined,
): InsertionPoint {
  const [first] = removed;
  if (!first) {
    const at = [cursor, last].find(path => path && steps.some(({ step }) => sameStep(step, path)));
    return insertionPointAfter(at, steps);
  }
  const [entry, child] = first;
  const before = removed.filter(path => isBefore(path, first)).length;
  return child === undefined ? { index: entry - before } : { parent: entry, index: child - before };
}

/** Returns the step before an insertion point in its list. */
function stepBefore({ parent, index }: InsertionPoint): StepPath | undefined {
  if (index === 0) return parent === undefined ? undefined : [parent];
  return parent === undefined ? [index - 1] : [parent, index - 1];
}

/** Returns true if a path is in the list of another one and before it. */
function isBefore([entry, child]: StepPath, [otherEntry, otherChild]: StepPath): boolean {
  if (child === undefined) return entry < otherEntry;
  return otherChild !== undefined && entry === otherEntry && child < otherChild;
}

/** Moves a path for removed steps before it, and for steps added at a point. */
function moveBy(path: StepPath, { parent, index }: InsertionPoint, removed: number, count: number): StepPath {
  const [entry, child] = path;
  if (parent === undefined) {
    const moved = entry + removed;
    const now = moved >= index ? moved + count : moved;
    return child === undefined ? [now] : [now, child];
  }
  if (child === undefined || entry !== parent) return path;
  const moved = child + removed;
  return [entry, moved >= index ? moved + count : moved];
}

function paramsOf(step: unknown): Params {
  const params = memberOf(memberOf(step, 'overrides'), 'params');
  return isObject(params) ? params : {};
}

function contentOf({ model }: PlacedStep): string {
  const value = valueOf(model.node);
  return JSON.stringify(isObject(value) ? without(value, ['position', 'children']) : value);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
