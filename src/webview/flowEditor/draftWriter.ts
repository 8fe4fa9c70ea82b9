import type { FlowGesture } from '../../flow/edit/gesture.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import { type ParamChange, paramGesture } from '../../flow/form/paramGesture.ts';
import { equalJson } from '../../flow/schema/equal.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { SettingsDetails, StepDetails } from '../../protocol/flowEditor.ts';
import { isObject } from '../../util/isObject.ts';
import type { Draft } from './drafts.ts';
import { withFixedValues } from './fixedValues.ts';
import { readTyped, typedText } from './form/typed.ts';
import type { Places } from './placesAfter.ts';
import { partAt } from './problemPlaces.ts';

/** What the inspector shows. */
export type Details = StepDetails | SettingsDetails;

/** The field of a step's own name. */
export const NAME_FIELD = ':name';

/** Whose fields the inspector shows; another action makes a step another owner. */
export function ownerOf(details: Details): string {
  return details.kind === 'settings' ? 'settings' : `${details.step.join('.')} ${details.actionId}`;
}

/** An owner once steps stand elsewhere; undefined where its step is gone and another one has its place. */
export function ownerAfter(owner: string, places: Places): string | undefined {
  const [step = '', ...action] = owner.split(' ');
  const to = places.get(step)?.join('.');
  if (to !== undefined) return [to, ...action].join(' ');
  return [...places.values()].some(path => path.join('.') === step) ? undefined : owner;
}

/** What the fields begin with that belong to a step itself and not to its parameters. */
export const STEP_SCOPE = ':step';

/** The names of the fields of what is shown that a path of a finding leads through, the innermost first. */
export function fieldsAlong(details: Details, path: readonly PathSegment[]): readonly string[] {
  const [first] = path;
  const isOfStep = details.kind === 'step';
  if (isOfStep && first === 'nameOverride') return [NAME_FIELD];
  if (isOfStep && first === 'continueOnError') return [':continueOnError'];
  const isOther = isOfStep && first !== 'params';
  const own = isOfStep && !isOther ? path.slice(1) : path;
  return own.map((_, index) => (isOther ? STEP_SCOPE : '') + pointerOf(own.slice(0, own.length - index)));
}

/** The gesture that changes a value in what the inspector shows. */
export function valueGesture(
  details: Details,
  scope: string,
  path: readonly PathSegment[],
  change: ParamChange,
): FlowGesture {
  if (details.kind === 'settings') return { ...change, place: { in: 'settings', path } };
  const { form, step } = details;
  if (scope === STEP_SCOPE) return { ...change, place: { in: 'step', step, path } };
  const whole = withFixedValues(form, { path, change });
  const values = { own: ownValues(form), inherited: form.inherited?.value };
  return paramGesture(step, values, whole.path, whole.change);
}

/**
 * What a draft comes to: a gesture, what the file says already, no value yet, a field that is gone, one that is not
 * shown now, or something older than what the file says.
 */
export type DraftOutcome =
  | { readonly kind: 'gesture'; readonly gesture: FlowGesture }
  | { readonly kind: 'written' | 'gone' | 'elsewhere' | 'overtaken' }
  | { readonly kind: 'unfinished'; readonly sentence: string };

/** What a draft comes to in what the inspector shows. */
export function draftGesture(details: Details, { as, field, text }: Draft): DraftOutcome {
  if (as === 'name') {
    if (details.kind !== 'step') return { kind: 'gone' };
    if (details.nameOverride === text) return { kind: 'written' };
    return { kind: 'gesture', gesture: { kind: 'renameStep', step: details.step, name: text } };
  }
  const part = partOf(details, field);
  if (!part || as === 'entry') return { kind: 'gone' };
  const typed = readTyped(as, part, text);
  if (typed.kind === 'unfinished') return typed;
  if (isInFile(part, typed.change)) return { kind: 'written' };
  return { kind: 'gesture', gesture: valueGesture(details, scopeOf(field), part.path, typed.change) };
}

/** What the file says in a field, as the text that the field begins with. */
export function fileText(details: Details, { as, field }: Pick<Draft, 'as' | 'field'>): string {
  if (as === 'name') return details.kind === 'step' ? details.nameOverride : '';
  if (as === 'entry') return '';
  return typedText(as, partOf(details, field)?.value?.value);
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
  const own = [...drawn.fields, ...drawn.others].filter(({ origin }) => origin === 'own');
  return Object.fromEntries(own.map(({ path }) => [String(path.at(-1)), whole[String(path.at(-1))]]));
}
