import type { DebugBreakpoint, SetBreakpoint } from '../../../contract/sandbox/debug.ts';
import {
  resolveTemplates,
  TemplateError,
  templateExpressions,
  type TemplateScope,
} from '../../../flow/template.ts';
import { comparisonHolds } from '../../engine/compare.ts';
import type { PlannedStep } from '../../engine/plan.ts';
import { evaluateText, isTrue, problemOf } from './condition.ts';

/** The position of a step in a plan. */
interface StepAt {
  readonly index: number;
  readonly childIndex?: number | null | undefined;
}

/** The breakpoints that a thread reached at a step. */
interface Reached {
  /** The breakpoints at which it stops. */
  readonly stopIds: readonly string[];
  /** The texts to log, and the conditions that could not be evaluated. */
  readonly outputs: readonly { readonly category: 'log' | 'problem'; readonly text: string }[];
}

interface Breakpoint {
  readonly id: string;
  readonly given: DebugBreakpoint;
  readonly problem: string | undefined;
  readonly isHit: (hits: number) => boolean;
  hits: number;
  /** True after a problem of its condition was reported, which is done once. */
  isReported: boolean;
}

/** The breakpoints of a debug run. */
export class RunBreakpoints {
  readonly #plan: readonly PlannedStep[];
  #breakpoints: readonly Breakpoint[] = [];

  constructor(plan: readonly PlannedStep[]) {
    this.#plan = plan;
  }

  /** Replaces all breakpoints; an unchanged one keeps its hits. */
  set(given: readonly DebugBreakpoint[]): void {
    const before = new Map(this.#breakpoints.map(known => [known.id, known]));
    const used = new Set<string>();
    this.#breakpoints = given.map(breakpoint => {
      const base = breakpoint.id ?? `${breakpoint.step.index}/${breakpoint.step.childIndex ?? ''}`;
      let id = base;
      for (let number = 2; used.has(id); number++) id = `${base} ${number}`;
      used.add(id);
      const earlier = before.get(id);
      const isSame = earlier && JSON.stringify(earlier.given) === JSON.stringify(breakpoint);
      const isHit = parseHitCount(breakpoint.hitCount ?? '');
      const problem = this.#problemOf(breakpoint, isHit);
      return {
        id,
        given: breakpoint,
        problem,
        isHit: isHit ?? (() => false),
        hits: isSame ? earlier.hits : 0,
        isReported: false,
      };
    });
  }

  list(): SetBreakpoint[] {
    return this.#breakpoints.map(({ id, given: { step }, problem, hits }) => ({
      id,
      step: { index: step.index, childIndex: step.childIndex ?? null },
      verified: problem === undefined,
      hits,
      ...(problem === undefined ? {} : { message: problem }),
    }));
  }

  /** Counts the hits of the breakpoints at a step, and returns what they cause. */
  reach(at: StepAt, scope: TemplateScope): Reached {
    const stopIds: string[] = [];
    const outputs: { category: 'log' | 'problem'; text: string }[] = [];
    for (const breakpoint of this.#breakpoints) {
      const { id, given, problem, isHit } = breakpoint;
      if (problem !== undefined || !isSameStep(given.step, at)) continue;
      try {
        if (!meets(given.condition, scope)) continue;
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        if (!breakpoint.isReported) outputs.push({ category: 'problem', text: error.message });
        breakpoint.isReported = true;
        continue;
      }
      breakpoint.hits++;
      if (!isHit(breakpoint.hits)) continue;
      if (given.logMessage == null || given.logMessage === '') stopIds.push(id);
      else outputs.push({ category: 'log', text: logText(given.logMessage, scope) });
    }
    return { stopIds, outputs };
  }

  #problemOf(
    { step, condition, logMessage }: DebugBreakpoint,
    isHit: ReturnType<typeof parseHitCount>,
  ): string | undefined {
    if (!stepIn(this.#plan, step)) return 'The flow has no such step.';
    if (!isHit) return 'A hit count is a number such as 3, >=3, or %3.';
    if (typeof condition === 'string' && condition.trim() !== '') {
      const problem = problemOf(condition);
      if (problem !== undefined) return problem;
    }
    const wrong = templateExpressions(logMessage ?? '').find(({ path }) => path === undefined);
    return wrong && `{{${wrong.source}}} is not an expression such as {{steps.tap.body.code}}.`;
  }
}

/** Returns the step of a plan at a position, if there is one. */
export function stepIn(plan: readonly PlannedStep[], { index, childIndex }: StepAt): PlannedStep | undefined {
  const step = plan[index];
  return childIndex == null ? step : step?.children[childIndex];
}

/** Returns true if both positions are those of the same step. */
export function isSameStep(one: StepAt, other: StepAt): boolean {
  return one.index === other.index && (one.childIndex ?? null) === (other.childIndex ?? null);
}

/** Returns the test of a hit count such as `3`, `>=3` or `%3`; undefined if the text is none. Empty applies always. */
export function parseHitCount(text: string): ((hits: number) => boolean) | undefined {
  if (text.trim() === '') return () => true;
  const [, operator = '', digits] = /^\s*(>=|<=|==|=|>|<|%)?\s*(\d{1,9})\s*$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  switch (operator) {
    case '>=':
      return hits => hits >= count;
    case '<=':
      return hits => hits <= count;
    case '>':
      return hits => hits > count;
    case '<':
      return hits => hits < count;
    case '%':
      return count === 0 ? undefined : hits => hits % count === 0;
    default:
      return hits => hits === count;
  }
}

function meets(condition: DebugBreakpoint['condition'], scope: TemplateScope): boolean {
  if (condition == null || condition === '') return true;
  if (typeof condition === 'string') return condition.trim() === '' || isTrue(evaluateText(condition, scope));
  const { left, operator, right } = condition;
  return comparisonHolds(
    resolveTemplates(left, scope, operator === 'exists'),
    operator,
    resolveTemplates(right, scope),
  );
}

// An expression without a value stays as it is, so that the message shows which one.
function logText(message: string, scope: TemplateScope): string {
  let text = '';
  let at = 0;
  for (const { start, end } of templateExpressions(message)) {
    text += message.slice(at, start) + valueText(message.slice(start, end), scope);
    at = end;
  }
  return text + message.slice(at);
}

function valueText(expression: string, scope: TemplateScope): string {
  try {
    const value = resolveTemplates(expression, scope);
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch (error) {
    if (error instanceof TemplateError) return expression;
    throw error;
  }
}
