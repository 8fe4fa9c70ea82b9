import type { FlowEdit } from '../../flow/edit/flowEdit.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import { type ParamChange, toParamEdit } from '../../flow/form/paramEdit.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import { equalJson } from '../../flow/schema/equal.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { SettingsDetails, StepDetails } from '../../protocol/flowEditor.ts';
import { flag, arrayOf, maybe, object, oneOf, type Guard, type Shaped, text } from '../../protocol/shape.ts';
import { isObject } from '../../util/isObject.ts';
import { readTyped, toTypedText } from './form/typed.ts';
import type { StepMoves } from './trackSteps.ts';
import { partAt } from './problemPlaces.ts';

const shape = {
  owner: text,
  field: text,
  as: oneOf('text', 'number', 'duration', 'json', 'name', 'entry'),
  text,
  before: text,
  sent: maybe(arrayOf(text)),
};

/** Text typed into a field that the file may not contain yet. */
export interface Draft {
  /** The step or the settings that the field belongs to; updated when the step moves. */
  owner: string;
  /** The pointer of a form node, or a name that begins with a colon; updated when list items move. */
  field: string;
  /** The way to parse the text; `entry` is the name of an entry, which is not written automatically. */
  readonly as: Shaped<typeof shape.as>;
  readonly text: string;
  /** The value in the file when typing began or when it was last written. */
  before: string;
  /** Texts being written when this one was typed; the file may contain one of them. */
  sent?: readonly string[] | undefined;
  /** True for a password, which is stored only in the file. */
  readonly secret?: boolean | undefined;
}

export const draft: Guard<Draft> = object({ ...shape, secret: maybe(flag) });

/** The inspector content. */
export type Details = StepDetails | SettingsDetails;

/** The field for the name of a step. */
export const NAME_FIELD = ':name';

/** Returns the owner of the inspected fields: the settings, or a step together with its action. */
export function ownerOf(details: Details): string {
  return details.kind === 'settings' ? 'settings' : `${details.step.join('.')} ${details.actionId}`;
}

/** Returns the owner after steps have moved; undefined if its step is gone and another one is at its path. */
export function ownerAfter(owner: string, moves: StepMoves): string | undefined {
  const [step = '', ...action] = owner.split(' ');
  const to = moves.get(step)?.join('.');
  if (to !== undefined) return [to, ...action].join(' ');
  return [...moves.values()].some(path => path.join('.') === step) ? undefined : owner;
}

/** Returns the inspected part at a path. */
type FindPart = (path: readonly PathSegment[]) => FormNode | undefined;

/**
 * A change, or a function that creates it from the parts as they are when earlier changes are made; it returns undefined
 * if there is nothing to change.
 */
export type MakeChange = ParamChange | ((find: FindPart) => ParamChange | undefined);

/** Returns a change for the inspected content; undefined if there is nothing to change. */
export function makeChange(details: Details, scope: string, change: MakeChange): ParamChange | undefined {
  return typeof change === 'function' ? change(path => partOf(details, scope + pointerOf(path))) : change;
}

/** True if a change means the same part as before: its owner is inspected, and no list around it has grown or shrunk. */
export function isSamePart(
  before: Details,
  now: Details,
  scope: string,
  path: readonly PathSegment[],
  change: MakeChange,
): boolean {
  if (ownerOf(before) !== ownerOf(now)) return false;
  const moved = typeof change !== 'function' && change.kind === 'moveItem' ? [change.from] : [];
  return [...path, ...moved].every((segment, index) => {
    const field = scope + pointerOf(path.slice(0, index));
    const [old, list] = [before, now].map(details => partOf(details, field)?.value?.value);
    const areLists = typeof segment === 'number' && Array.isArray(old) && Array.isArray(list);
    return !areLists || old.length === list.length;
  });
}

/** Prefix of fields that belong to a step itself instead of its parameters. */
export const STEP_SCOPE = ':step';

/** Returns the fields along the path of a problem, innermost first. */
export function fieldsAlong(details: Details, path: readonly PathSegment[]): readonly string[] {
  const [first] = path;
  const isOfStep = details.kind === 'step';
  if (isOfStep && first === 'nameOverride') return [NAME_FIELD];
  if (isOfStep && (first === 'continueOnError' || first === 'recordingEnabled')) return [`:${first}`];
  const isOther = isOfStep && first !== 'params';
  const paramPath = isOfStep && !isOther ? path.slice(1) : path;
  return paramPath.map(
    (_, index) => (isOther ? STEP_SCOPE : '') + pointerOf(paramPath.slice(0, paramPath.length - index)),
  );
}

/** Returns the edit that changes a value in the inspected step or settings. */
export function valueEdit(
  details: Details,
  scope: string,
  path: readonly PathSegment[],
  change: ParamChange,
): FlowEdit {
  if (details.kind === 'settings') return { ...change, location: { in: 'settings', path } };
  const { form, step } = details;
  if (scope === STEP_SCOPE) return { ...change, location: { in: 'step', step, path } };
  const whole = withFixedValues(form, { path, change });
  const values = { ownValue: ownValues(form), inherited: form.inherited?.value };
  return toParamEdit(step, values, whole.path, whole.change);
}

/**
 * The result of comparing a draft with the file: an edit that writes it; `written` if the file has the value; `gone`
 * without its field; `elsewhere` if its owner is not inspected now; `overtaken` if the file is newer; `unfinished`
 * text.
 */
export type DraftOutcome =
  | { readonly kind: 'edit'; readonly edit: FlowEdit }
  | { readonly kind: 'written' | 'gone' | 'elsewhere' | 'overtaken' }
  | { readonly kind: 'unfinished'; readonly sentence: string };

/**
 * Compares a draft with the inspected content. One that was restored from an earlier instance of the webview never
 * replaces a value that the file got since then.
 */
export function draftEdit(details: Details | undefined, draft: Draft, isRestored = false): DraftOutcome {
  const { owner, field, as, text, before, sent = [] } = draft;
  if (!details || ownerOf(details) !== owner) return { kind: 'elsewhere' };
  const isOvertaken =
    isRestored &&
    savedFieldText(details, draft) !== before &&
    !sent.some(other => draftEdit(details, { ...draft, text: other }).kind === 'written');
  if (as === 'name') {
    if (details.kind !== 'step') return { kind: 'gone' };
    if (details.nameOverride === text) return { kind: 'written' };
    if (isOvertaken) return { kind: 'overtaken' };
    return { kind: 'edit', edit: { kind: 'renameStep', step: details.step, name: text } };
  }
  const part = partOf(details, field);
  if (!part || as === 'entry') return { kind: 'gone' };
  const typed = readTyped(as, part, text);
  if (typed.kind === 'change' && isInFile(part, typed.change)) return { kind: 'written' };
  if (isOvertaken) return { kind: 'overtaken' };
  if (typed.kind === 'unfinished') return typed;
  return { kind: 'edit', edit: valueEdit(details, scopeOf(field), part.path, typed.change) };
}

/** Returns the value of a field in the file, as the initial text of its input. */
export function savedFieldText(details: Details, { as, field }: Pick<Draft, 'as' | 'field'>): string {
  if (as === 'name') return details.kind === 'step' ? details.nameOverride : '';
  if (as === 'entry') return '';
  return toTypedText(as, partOf(details, field)?.value?.value);
}

function scopeOf(field: string): string {
  return field.startsWith(STEP_SCOPE) ? STEP_SCOPE : '';
}

function partOf(details: Details, field: string): FormNode | undefined {
  const scope = scopeOf(field);
  const form = scope === '' || details.kind === 'settings' ? details.form : details.others;
  return form && partAt(form, field.slice(scope.length));
}

function isInFile(part: FormNode, change: ParamChange): boolean {
  if (change.kind === 'remove') return part.origin !== 'own';
  return change.kind === 'set' && part.origin === 'own' && equalJson(part.value?.value, change.value);
}

function ownValues(form: FormNode): unknown {
  const drawn = form.kind === 'union' ? form.content : form;
  if (drawn.kind === 'union') return ownValues(drawn);
  if (drawn.kind !== 'object' && drawn.kind !== 'map')
    return form.origin === 'own' ? form.value?.value : undefined;
  const whole = isObject(form.value?.value) ? form.value.value : {};
  const ownFields = [...drawn.fields, ...drawn.others].filter(({ origin }) => origin === 'own');
  return Object.fromEntries(ownFields.map(({ path }) => [String(path.at(-1)), whole[String(path.at(-1))]]));
}

/** A change and the path of the changed value. */
interface PlacedChange {
  readonly path: readonly PathSegment[];
  readonly change: ParamChange;
}

/**
 * Extends a change inside missing objects by the required constants of these objects, since filling in one field of a
 * form means choosing that form.
 */
function withFixedValues(form: FormNode, placed: PlacedChange): PlacedChange {
  const { path, change } = placed;
  if (change.kind !== 'set') return placed;
  let whole = placed;
  let { value } = change;
  for (let length = path.length - 1; length > 0; length--) {
    const objectPath = path.slice(0, length);
    const object = partAt(form, pointerOf(objectPath));
    if (object?.kind !== 'object' || object.value !== undefined) break;
    const fixed = object.fields.flatMap(field =>
      field.kind === 'constant' && field.required
        ? [[String(field.path.at(-1)), field.constant] as const]
        : [],
    );
    value = { ...Object.fromEntries(fixed), [String(path[length])]: value };
    if (fixed.length > 0) whole = { path: objectPath, change: { kind: 'set', value } };
  }
  return whole;
}

/**
 * Returns the name of a field after a change at a path around or before it; undefined if the change removes its list
 * item.
 */
export function fieldAfter(
  field: string,
  scope: string,
  path: readonly PathSegment[],
  change: ParamChange,
): string | undefined {
  const changedField = scope + pointerOf(path);
  switch (change.kind) {
    case 'set':
      return field;
    case 'moveItem':
      return withItem(field, changedField, index => indexAfter(index, change.from, change.to));
    case 'insertItem':
      return withItem(field, changedField, index => (index < change.index ? index : index + 1));
    case 'remove': {
      const gone = path.at(-1);
      if (typeof gone !== 'number') return field;
      const list = scope + pointerOf(path.slice(0, -1));
      return withItem(field, list, index => {
        if (index === gone) return undefined;
        return index < gone ? index : index - 1;
      });
    }
    case 'renameKey': {
      const isInside = field === changedField || field.startsWith(`${changedField}/`);
      const renamed = scope + pointerOf([...path.slice(0, -1), change.name]);
      return isInside ? renamed + field.slice(changedField.length) : field;
    }
  }
}

/** Returns the field with a new index of its list item. */
function withItem(
  field: string,
  list: string,
  moveIndex: (index: number) => number | undefined,
): string | undefined {
  if (!field.startsWith(`${list}/`)) return field;
  const [index = '', ...inside] = field.slice(list.length + 1).split(/(?=[/:])/);
  const to = moveIndex(Number(index));
  return to === undefined ? undefined : `${list}/${to}${inside.join('')}`;
}

function indexAfter(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (index > from && index <= to) return index - 1;
  return index < from && index >= to ? index + 1 : index;
}
