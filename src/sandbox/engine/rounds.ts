import type { TemplateScope } from '../../flow/template.ts';
import type { StepOutput } from '../runtime/step.ts';
import { type ComparisonOperator, comparisonHolds } from './compare.ts';

/** The iterations of a step's children. */
interface Rounds {
  /** The values that each round adds for template expressions. */
  readonly scopes: readonly TemplateScope[];
  /** The pause between two rounds, in milliseconds before the time scale. */
  readonly pauseMs: number;
  /** True if steps are stored with the number of their round. */
  readonly isCounted: boolean;
  /** The output of the step for later steps. */
  readonly output: StepOutput;
}

interface RepeatParams {
  readonly times?: number;
  readonly items?: readonly unknown[];
  readonly pauseSeconds?: number;
}

interface BranchParams {
  readonly left?: unknown;
  readonly operator: ComparisonOperator;
  readonly right?: unknown;
}

/** Returns true for a method whose children run in rounds. */
export function isRepeating(method: string): boolean {
  return method === 'flow.repeat' || method === 'flow.branch';
}

/**
 * Returns the rounds of a step in which a run starts or ends at a child: a trial run stops in the first. A run that
 * starts inside, and a step alone, run even if the branch is not taken.
 */
export function roundsInside(
  { scopes, isCounted }: Rounds,
  { isAlone }: { readonly isAlone?: boolean | undefined },
): readonly TemplateScope[] {
  const entered = scopes.length === 0 && isAlone !== false && !isCounted ? [{}] : scopes;
  return isAlone === undefined ? entered : entered.slice(0, 1);
}

/**
 * Returns the rounds of `flow.repeat` and `flow.branch`, whose parameters fit the schema of their action; undefined for
 * other methods.
 */
export function toRounds(method: string, params: Readonly<Record<string, unknown>>): Rounds | undefined {
  switch (method) {
    case 'flow.repeat': {
      const { times = 0, items, pauseSeconds = 0 } = params as RepeatParams;
      const scopes = items
        ? items.map((item, index) => ({ item, index }))
        : Array.from({ length: times }, (_, index) => ({ item: index, index }));
      return { scopes, pauseMs: pauseSeconds * 1000, isCounted: true, output: { rounds: scopes.length } };
    }
    case 'flow.branch': {
      const { left, operator, right } = params as unknown as BranchParams;
      const taken = comparisonHolds(left, operator, right);
      return { scopes: taken ? [{}] : [], pauseMs: 0, isCounted: false, output: { taken } };
    }
    default:
      return undefined;
  }
}
