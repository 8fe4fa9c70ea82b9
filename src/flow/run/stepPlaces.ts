import type { TextRange } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { type JsonNode, propertyOf, rangeOf } from '../document/jsonTree.ts';
import { lineColumns } from '../document/lineColumns.ts';
import { type FlowStep, topLevelSteps } from '../data/flowSteps.ts';

/** A step of a file with its place in the text; lines and columns count from 0. */
export interface StepPlace {
  readonly step: FlowStep;
  /** The step that contains it. */
  readonly parent: FlowStep | undefined;
  /** The JSON of the step. */
  readonly node: JsonNode;
  readonly range: TextRange;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Returns the steps of a flow in the order of its text, each before its children. */
export function stepPlaces(document: FlowDocument): readonly StepPlace[] {
  const placeAt = lineColumns(document.text);
  const place = (step: FlowStep, parent: FlowStep | undefined, node: JsonNode): StepPlace => {
    const range = rangeOf(node);
    const [line, column] = placeAt(range.start);
    const [endLine, endColumn] = placeAt(range.end);
    return { step, parent, node, range, line, column, endLine, endColumn };
  };
  const inTextOrder = topLevelSteps(document).toSorted((one, other) => one.path[0] - other.path[0]);
  return inTextOrder.flatMap((step, index) => {
    const entry = document.entries[index];
    if (!entry) return [];
    const { node } = entry;
    const inside = propertyOf(node, 'children')?.children ?? [];
    const children = step.children.toSorted((one, other) => (one.path[1] ?? 0) - (other.path[1] ?? 0));
    return [
      place(step, undefined, node),
      ...children.flatMap(child => {
        const inner = inside[child.path[1] ?? -1];
        return inner ? [place(child, step, inner)] : [];
      }),
    ];
  });
}

/**
 * Returns the step that a line stands for: the first that begins there, or else the innermost around the first character
 * of the line. With a column, it is the innermost step there.
 */
export function stepAtLine(
  text: string,
  places: readonly StepPlace[],
  line: number,
  column?: number,
): StepPlace | undefined {
  const around = (offset: number): StepPlace | undefined =>
    places.findLast(({ range }) => range.start <= offset && offset < range.end);
  const start = offsetOfLine(text, line);
  if (start === undefined) return undefined;
  if (column !== undefined) {
    const found = around(start + column);
    if (found) return found;
  }
  const begins = places.find(one => one.line === line);
  if (begins) return begins;
  const [indent = ''] = /^[^\S\r\n]*/.exec(text.slice(start)) ?? [];
  return around(start + indent.length);
}

function offsetOfLine(text: string, line: number): number | undefined {
  let at = 0;
  const ends = /\r\n|\r|\n/g;
  for (let count = 0; count < line; count++) {
    if (!ends.exec(text)) return undefined;
    at = ends.lastIndex;
  }
  return at;
}
