import type { FlowEdit } from '../../flow/edit/flowEdit.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import { type ParamChange, toParamEdit } from '../../flow/form/paramEdit.ts';
import { equalJson } from '../../flow/schema/equal.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { SettingsDetails, StepDetails } from '../../protocol/flowEditor.ts';
import { isObject } from '../../util/isObject.ts';
import type { Draft } from './drafts.ts';
import { withFixedValues } from './fixedValues.ts';
import { readTyped, toTypedText } from './form/typed.ts';
import type { StepMoves } from './matchSteps.ts';
import { partAt } from './problemPlaces.ts';

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
export type FindPart = (path: readonly PathSegment[]) => FormNode | undefined;

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
  if (isOfStep && first === 'continueOnError') return [':continueOnError'];
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

/** Compares a draft with the inspected content. */
export function draftEdit(details: Details, { as, field, text }: Draft): DraftOutcome {
  if (as === 'name') {
    if (details.kind !== 'step') return { kind: 'gone' };
    if (details.nameOverride === text) return { kind: 'written' };
    return { kind: 'edit', edit: { kind: 'renameStep', step: details.step, name: text } };
  }
  const part = partOf(details, field);
  if (!part || as === 'entry') return { kind: 'gone' };
  const typed = readTyped(as, part, text);
  if (typed.kind === 'unfinished') return typed;
  if (isInFile(part, typed.change)) return { kind: 'written' };
  return { kind: 'edit', edit: valueEdit(details, scopeOf(field), part.path, typed.change) };
}

/** Returns the value of a field in the file, as the initial text of its input. */
export function fileText(details: Details, { as, field }: Pick<Draft, 'as' | 'field'>): string {
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
