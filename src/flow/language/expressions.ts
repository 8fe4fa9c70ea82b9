import { dataScope } from '../data/dataScope.ts';
import { typeWords } from '../data/dataShape.ts';
import { describeExpression, type ExpressionDescription } from '../data/describeExpression.ts';
import type { FlowCatalog } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { entriesIn, type FlowDocument, stepModelAt } from '../document/flowDocument.ts';
import {
  findOffsets,
  type JsonNode,
  propertyOf,
  rangeOf,
  sourceOf,
  stringsIn,
} from '../document/jsonTree.ts';
import { stepName } from '../document/stepName.ts';
import type { StepPath } from '../edit/flowEdit.ts';
import { keyReferences, templateExpressions } from '../template.ts';
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
  const add = (params: JsonNode | undefined, step: StepPath): void => {
    for (const node of stringsIn(params))
      for (const one of expressionsOf(document.text, node)) found.push({ ...one, step });
  };
  for (const { at, params, children } of entriesIn(document, within)) {
    add(params, [at]);
    for (const child of children) add(child.params, [at, child.at]);
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
    const node = propertyOf(document.root, 'triggerId');
    return node && rangeOf(node);
  }
  if (group !== 'round') return undefined;
  const parent = stepModelAt(document, [placed.step[0]]);
  const items = propertyOf(parent?.params, 'items') ?? parent?.node;
  return items && rangeOf(items);
}

/** Returns the step that a person means at an offset: the one that an expression reads, or the one named there. */
export function meantStep(
  document: FlowDocument,
  offset: number,
  catalog: FlowCatalog,
): MeantStep | undefined {
  const placed = expressionAt(document, offset);
  if (placed) {
    const [reference] = keyReferences(placed.text);
    const step = reference && dataScope(document, placed.step, { catalog }).stepWith(reference.key);
    return step && { step: step.path, range: placed };
  }
  for (const entry of entriesIn(document, { start: offset, end: offset })) {
    for (const step of [entry, ...entry.children]) {
      const node = propertyOf(step.node, 'nameOverride');
      const range = node && rangeOf(node);
      if (range && range.start <= offset && offset <= range.end)
        return { step: step === entry ? [entry.at] : [entry.at, step.at], range };
    }
  }
  return undefined;
}

/** A step, and the range that stands for it where it was asked for. */
export interface MeantStep {
  readonly step: StepPath;
  readonly range: TextRange;
}

/** Returns the expressions of a flow that read a step, or one of its children. */
export function readersOf(
  document: FlowDocument,
  [entry, child]: StepPath,
  catalog: FlowCatalog,
): readonly TextRange[] {
  const { stepWith } = dataScope(document, [], { catalog });
  return expressionsIn(document).filter(({ text }) =>
    keyReferences(text).some(({ key }) => {
      const [outer, inner] = stepWith(key)?.path ?? [];
      return outer === entry && (child === undefined || inner === child);
    }),
  );
}

/** Returns the range of a step in the text. */
function stepRange(document: FlowDocument, step: StepPath): TextRange | undefined {
  const found = stepModelAt(document, step);
  return found && rangeOf(found.node);
}

/** Returns the display name of a step. */
export function nameOfStepAt(
  document: FlowDocument,
  step: StepPath,
  catalog: FlowCatalog,
): string | undefined {
  const found = stepModelAt(document, step);
  return found && stepName(found, catalog);
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
