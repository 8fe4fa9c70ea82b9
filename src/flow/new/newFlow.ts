import { actionParams, type CatalogAction, type FlowCatalog } from '../catalog.ts';
import { checkFlow } from '../check/checkFlow.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { parseFlow } from '../document/flowDocument.ts';
import { parseValue } from '../document/jsonTree.ts';
import { applyInOrder } from '../edit/applyEdit.ts';
import { newStep } from '../form/newStep.ts';
import { compileSchema } from '../schema/compileSchema.ts';
import { memberOf, without } from '../../util/isObject.ts';
import {
  type ChosenReferences,
  type FlowTemplate,
  FLOW_TEMPLATES,
  type TemplateStep,
} from './flowTemplates.ts';

/** A step of a new flow: its action, and the name, key, and parameters that the template wants. */
export interface NewFlowStep {
  readonly action: CatalogAction;
  readonly name?: string | undefined;
  readonly key?: string | undefined;
  readonly params?: TemplateStep['params'] | undefined;
  readonly children?: readonly NewFlowStep[];
}

/** The contents of a new flow file. */
export interface FlowPlan {
  readonly name: string;
  /** Empty if chosen later. */
  readonly triggerId: string;
  readonly steps: readonly NewFlowStep[];
  readonly chosen?: ChosenReferences;
}

/** A template whose actions are all in the catalog. */
export interface UsableTemplate {
  readonly template: FlowTemplate;
  readonly steps: readonly NewFlowStep[];
}

/** Returns the templates whose actions are all in a catalog. */
export function usableTemplates(catalog: FlowCatalog): readonly UsableTemplate[] {
  const actions = catalog.searchActions('', Infinity);
  return FLOW_TEMPLATES.flatMap(template => {
    const steps = planSteps(template.steps, actions);
    return steps ? [{ template, steps }] : [];
  });
}

/**
 * Returns the text of a flow file. Each step has the parameters that its action requires, and the wanted ones if they
 * are valid.
 */
export function newFlowText(plan: FlowPlan): string {
  return `${JSON.stringify(newFlowBody(plan), undefined, 2)}\n`;
}

/** Returns the flow of a plan; see `newFlowText`. */
export function newFlowBody({
  name,
  triggerId,
  steps,
  chosen = {},
}: FlowPlan): Readonly<Record<string, unknown>> {
  const entry = (step: NewFlowStep, index: number): object => {
    const { children = [] } = step;
    return {
      actionId: step.action.id,
      ...(step.key === undefined ? {} : { key: step.key }),
      position: index + 1,
      ...(step.name === undefined ? {} : { nameOverride: step.name }),
      ...overridesOf(step, chosen),
      ...(children.length > 0 ? { children: children.map(entry) } : {}),
    };
  };
  const { device } = chosen;
  const deviceIds = device ? { deviceIds: [device.id] } : {};
  return { name, triggerId, ...deviceIds, actions: steps.map(entry) };
}

/** The properties of a plan that a file may already have. */
const SETTINGS = ['name', 'triggerId', 'deviceIds'] as const;

/**
 * Returns the edits that bring a plan into the text of a flow without steps. What the text already says stays; it is
 * refused if it has steps.
 */
export function fillFlow(text: string, plan: FlowPlan): ReturnType<typeof applyInOrder> {
  if (text.trim() === '')
    return { kind: 'edits', edits: [{ start: 0, end: text.length, text: newFlowText(plan) }], steps: [] };
  const before = parseValue(text);
  const steps = memberOf(before, 'actions');
  if (Array.isArray(steps) && steps.length > 0)
    return {
      kind: 'refused',
      sentence: 'The flow already has steps. Templates are for flows without steps.',
    };
  const body = newFlowBody(plan);
  const settings = SETTINGS.flatMap(name => {
    const value = body[name];
    if (value === undefined || isSettled(memberOf(before, name))) return [];
    return [{ kind: 'set', location: { in: 'settings', path: [name] }, value } as const];
  });
  const added = JSON.stringify(body['actions']);
  return applyInOrder(text, [
    ...settings,
    ...(plan.steps.length === 0 ? [] : [{ kind: 'pasteSteps', to: { index: 0 }, text: added } as const]),
  ]);
}

/** True for a setting that a person has made. */
export function isSettled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';
}

/**
 * Returns the range of the first value with an error, without its quotes or brackets, or the position in an empty object
 * that lacks a property; undefined if there is no error.
 */
export function firstGap(text: string, catalog: FlowCatalog): TextRange | undefined {
  const found = checkFlow(parseFlow(text), catalog);
  const first = found.find(({ severity }) => severity === 'error');
  if (!first) return undefined;
  const { start, end } = first;
  // The error of an object that lacks a property is at its key.
  const emptyObjectStart = ': {';
  if (text.startsWith(`${emptyObjectStart}}`, end)) {
    const inside = end + emptyObjectStart.length;
    return { start: inside, end: inside };
  }
  const isEmptyList = text.startsWith('[]', start) && end - start === 2;
  const isText = text.startsWith('"', start) && end - start > 1;
  return isText || isEmptyList ? { start: start + 1, end: end - 1 } : { start, end };
}

/** Converts a name to a file name: letters, digits, and dashes, at most 60 characters; `flow` if nothing is left. */
export function fileNameOf(name: string): string {
  // In scripts other than Latin, a mark can make another letter or be a vowel.
  const unaccented = name.normalize('NFKD').replaceAll(/(?<!(?!\p{Script=Latin})\p{L}\p{M}*)\p{M}/gu, '');
  const words = unaccented.normalize('NFC').toLowerCase();
  const plain = Array.from(words.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
    .slice(0, 60)
    .join('');
  return plain.replaceAll(/^-+|-+$/g, '') || 'flow';
}

function planSteps(
  steps: readonly TemplateStep[],
  actions: readonly CatalogAction[],
): readonly NewFlowStep[] | undefined {
  const found: NewFlowStep[] = [];
  for (const { children = [], ...step } of steps) {
    const action = actionFor(step, actions);
    const inner = planSteps(children, actions);
    if (!action || !inner) return undefined;
    found.push({ action, name: step.name, key: step.key, params: step.params, children: inner });
  }
  return found;
}

function actionFor(
  { methods, words }: TemplateStep,
  actions: readonly CatalogAction[],
): CatalogAction | undefined {
  const byMethod = methods.flatMap(method => actions.find(action => action.method === method) ?? []);
  const byName = words.flatMap(part => {
    const like = actions.filter(({ name }) => name.toLowerCase().includes(part));
    return like.toSorted((one, other) => one.name.length - other.name.length);
  });
  return byMethod[0] ?? byName[0];
}

function overridesOf(
  { action, params: templateParams = {} }: NewFlowStep,
  references: ChosenReferences,
): { readonly overrides?: object } {
  const wanted = typeof templateParams === 'function' ? templateParams(references) : templateParams;
  const namesLeftOpen = Object.keys(wanted).filter(name => wanted[name] === undefined);
  const given = without(wanted, namesLeftOpen);
  const initial = without(newStep(action, 'examples').overrides?.params ?? {}, namesLeftOpen);
  const inherited = actionParams(action);
  const { check } = compileSchema(action.paramsSchema ?? true);
  const countProblems = (own: object): number => check({ ...inherited, ...own }, { templates: true }).length;
  const isGiven = Object.keys(given).length > 0;
  const merged = { ...initial, ...given };
  // If the parameters of the template are valid alone, the initial ones are not added: they may belong to another
  // alternative of the schema. Otherwise, both are merged, unless that adds problems.
  const fits =
    isGiven &&
    (countProblems(given) === 0 ? given : countProblems(merged) <= countProblems(initial) && merged);
  const chosen = fits || initial;
  // The user enters a parameter that is left open into this object, so it must exist even if it is empty.
  const isNeeded = Object.keys(chosen).length > 0 || namesLeftOpen.length > 0;
  return isNeeded ? { overrides: { params: chosen } } : {};
}
