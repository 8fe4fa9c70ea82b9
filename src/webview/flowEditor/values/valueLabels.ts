import { templateExpressions } from '../../../flow/template.ts';
import type { ValueLabel } from '../../../protocol/flowValues.ts';

/** The labels of expressions: those in the file, and those that the picker offered. */
export class ValueLabels {
  #known: readonly ValueLabel[] = [];
  #byExpression: ReadonlyMap<string, ValueLabel> = new Map();
  readonly #offered = new Map<string, ValueLabel>();
  #labelOf = this.#newLookup();

  /** Returns the label of an expression; another function once the labels in the file have changed. */
  get labelOf(): (expression: string) => ValueLabel {
    return this.#labelOf;
  }

  /** Replaces the labels of the expressions in the file. */
  know(labels: readonly ValueLabel[]): void {
    if (labels === this.#known) return;
    this.#known = labels;
    this.#byExpression = new Map(labels.map(label => [label.expression, label]));
    this.#labelOf = this.#newLookup();
  }

  /** Remembers the labels of offered expressions, which are shown before the file has them. */
  learn(labels: readonly ValueLabel[]): void {
    this.#offered.clear();
    for (const label of labels) this.#offered.set(label.expression, label);
  }

  #newLookup(): (expression: string) => ValueLabel {
    return expression =>
      this.#byExpression.get(expression) ?? this.#offered.get(expression) ?? sourceLabel(expression);
  }
}

/** Returns the label of an expression about which nothing is known: its text without braces. */
export function sourceLabel(expression: string): ValueLabel {
  const [parsed] = templateExpressions(expression);
  const parts = [parsed?.source ?? expression];
  return { expression, parts, type: undefined, sample: undefined, problem: undefined };
}
