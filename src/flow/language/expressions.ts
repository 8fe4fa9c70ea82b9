import { dataScope } from '../data/dataScope.ts';
import { typeWords } from '../data/dataShape.ts';
import { describeExpression, type ExpressionDescription } from '../data/describeExpression.ts';
import { flowSteps } from '../data/flowSteps.ts';
import type { FlowCatalog } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { childIndex, type StepModel } from '../document/entryModel.ts';
import { entryAt, type FlowDocument, fromEnvelopeOffset } from '../document/flowDocument.ts';
import {
  findOffsets,
  type JsonNode,
  propertyOf,
  rangeOf,
  sourceOf,
  stringsIn,
} from '../document/jsonTree.ts';
import { listIndex } from '../document/pathAt.ts';
import { stepName } from '../document/stepName.ts';
import type { StepPath } from '../edit/flowEdit.ts';
import { stepNames, templateExpressions } from '../template.ts';
import { code, escapeMarkdown } from '../../util/markdown.ts';

/** An expression in a flow file, with the step whose parameters contain it. */
export interface PlacedExpression extends TextRange {
  readonly text: string;
  readonly step: StepPath;
}

/** Returns the expressions in the parameters of steps that touch a range, in text order. */
export function expressionsIn(
  document: FlowDocument,
  within: TextRange = { start: 0, end: document.text.length },
): readonly PlacedExpression[] {
  const found: PlacedExpression[] = [];
  const last = entryAt(document, within.end);
  for (let index = Math.max(0, entryAt(document, within.start)); index <= last; index++) {
    const entry = document.entries[index];
    if (!entry) break;
    // Most entries have no expressions, and their trees need not be built.
    if (!/\{\{|\\u007b/i.test(entry.text)) continue;
    const start = document.starts[index] ?? 0;
    const at = listIndex(document, index);
    const add = (params: JsonNode | undefined, step: StepPath): void => {
      for (const node of stringsIn(params))
        for (const one of expressionsOf(entry.text, node))
          found.push({ ...one, start: one.start + start, end: one.end + start, step });
    };
    add(entry.step.params, [at]);
    for (const child of entry.step.children) add(child.params, [at, childIndex(child)]);
  }
  return found.filter(({ start, end }) => start <= within.end && end >= within.start);
}

/** Returns the expression at an offset. */
export function expressionAt(document: FlowDocument, offset: number): PlacedExpression | undefined {
  return expressionsIn(document, { start: offset, end: offset })[0];
}

/** Describes an expression for the step that contains it. */
function describePlaced(
  document: FlowDocument,
  { text, step }: PlacedExpression,
  catalog: FlowCatalog,
): ExpressionDescription {
  return describeExpression(text, dataScope(document, step, { catalog }));
}

/** Returns the labels of the expressions in a range that read other steps, to be shown after them. */
export function expressionHints(
  document: FlowDocument,
  within: TextRange,
  catalog: FlowCatalog,
): readonly { readonly end: number; readonly label: string }[] {
  return expressionsIn(document, within).flatMap(placed => {
    const { group, label } = describePlaced(document, placed, catalog);
    return group === 'step' ? [{ end: placed.end, label }] : [];
  });
}

/** Returns the hover of the expression at an offset in Markdown: its label, type, description, and sample. */
export function expressionHover(
  document: FlowDocument,
  offset: number,
  catalog: FlowCatalog,
): ({ readonly text: string } & Pick<TextRange, 'start' | 'end'>) | undefined {
  const placed = expressionAt(document, offset);
  if (!placed) return undefined;
  const { label, shape, problem } = describePlaced(document, placed, catalog);
  if (problem?.kind === 'syntax' || problem?.kind === 'unknownRoot') return undefined;
  const words = typeWords(shape);
  const sample = shape.sample === undefined ? '' : `For example ${code(shape.sample)}`;
  const lines = [
    `**${escapeMarkdown(label)}**${words === '' ? '' : ` · ${words}`}`,
    shape.description === undefined ? '' : escapeMarkdown(shape.description),
    shape.isLearned === true && sample !== '' ? `${sample} (masked, from a run)` : sample,
  ];
  const text = lines.filter(line => line !== '').join('\n\n');
  return { text, start: placed.start, end: placed.end };
}

/** Returns the range that an expression gets its value from: a step, the ID of the trigger, or the list of a repeat. */
export function expressionSource(
  document: FlowDocument,
  placed: PlacedExpression,
  catalog: FlowCatalog,
): TextRange | undefined {
  const { step, group } = describePlaced(document, placed, catalog);
  if (step) return stepRange(document, step);
  if (group === 'trigger') {
    const node = propertyOf(document.envelope.root, 'triggerId');
    return (
      node && {
        start: fromEnvelopeOffset(document, node.offset),
        end: fromEnvelopeOffset(document, node.offset + node.length),
      }
    );
  }
  if (group !== 'round') return undefined;
  const parent = stepAtPath(document, [placed.step[0]]);
  const items = propertyOf(parent?.model.params, 'items') ?? parent?.model.node;
  return parent && items && rangeOf(items, parent.start);
}

/** Returns the step that a person means at an offset: the one that an expression reads, or the one named there. */
export function meantStep(document: FlowDocument, offset: number): MeantStep | undefined {
  const placed = expressionAt(document, offset);
  if (placed) {
    const [name] = stepNames(placed.text);
    const outer = name && flowSteps(document)[name.step];
    const step = name?.child === undefined ? outer : outer?.children[name.child];
    return step && { step: step.path, range: placed };
  }
  const index = entryAt(document, offset);
  const entry = document.entries[index];
  const start = document.starts[index] ?? 0;
  if (!entry || offset > start + entry.text.length) return undefined;
  const at = listIndex(document, index);
  const steps: readonly (readonly [StepPath, StepModel])[] = [
    [[at], entry.step],
    ...entry.step.children.map(child => [[at, childIndex(child)], child] as const),
  ];
  for (const [step, model] of steps) {
    const node = propertyOf(model.node, 'nameOverride');
    const range = node && rangeOf(node, start);
    if (range && range.start <= offset && offset <= range.end) return { step, range };
  }
  return undefined;
}

/** A step, and the range that stands for it where it was asked for. */
export interface MeantStep {
  readonly step: StepPath;
  readonly range: TextRange;
}

/** Returns the expressions of a flow that read a step, or one of its children. */
export function readersOf(document: FlowDocument, step: StepPath): readonly TextRange[] {
  const steps = flowSteps(document);
  return expressionsIn(document).filter(({ text }) =>
    stepNames(text).some(name => {
      const outer = steps[name.step];
      const [entry, child] = step;
      if (outer?.path[0] !== entry) return false;
      return child === undefined || outer.children[name.child ?? -1]?.path[1] === child;
    }),
  );
}

/** Returns the range of a step in the text. */
function stepRange(document: FlowDocument, step: StepPath): TextRange | undefined {
  const found = stepAtPath(document, step);
  return found && rangeOf(found.model.node, found.start);
}

/** Returns the display name of a step. */
export function nameOfStepAt(
  document: FlowDocument,
  step: StepPath,
  catalog: FlowCatalog,
): string | undefined {
  const found = stepAtPath(document, step);
  return found && stepName(found.model, catalog);
}

function stepAtPath(
  document: FlowDocument,
  [entry, child]: StepPath,
): { readonly model: StepModel; readonly start: number } | undefined {
  const index = document.entries.findIndex((_, at) => listIndex(document, at) === entry);
  const outer = document.entries[index]?.step;
  const model = child === undefined ? outer : outer?.children.find(one => childIndex(one) === child);
  return model && { model, start: document.starts[index] ?? 0 };
}

/** Returns the expressions of a string, with offsets in its source, where escape sequences are longer. */
function expressionsOf(
  text: string,
  node: JsonNode,
): readonly { readonly text: string; readonly start: number; readonly end: number }[] {
  const value = String(node.value);
  const expressions = templateExpressions(value);
  if (expressions.length === 0) return [];
  const offsets = findOffsets(sourceOf(text, node));
  return expressions.map(({ start, end }) => ({
    text: value.slice(start, end),
    start: node.offset + (offsets[start] ?? 0),
    end: node.offset + (offsets[end] ?? node.length),
  }));
}
