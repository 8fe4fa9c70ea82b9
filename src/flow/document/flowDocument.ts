import type { FlowDiagnostic, TextRange } from './diagnostic.ts';
import { type JsonNode, parseJson, propertyOf } from './jsonTree.ts';
import { type StepModel, stepsIn } from './stepModel.ts';

/** A version of a flow file, parsed once. */
export interface FlowDocument {
  readonly text: string;
  /** Undefined for a text without a value. */
  readonly root: JsonNode | undefined;
  readonly syntax: readonly FlowDiagnostic[];
  /** The objects in `actions`, in the order of the text. */
  readonly entries: readonly StepModel[];
}

/** The replacement of a range of a text. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

/** Parses a flow file as far as possible. */
export function parseFlow(text: string): FlowDocument {
  const { root, problems } = parseJson(text);
  return { text, root, syntax: problems, entries: stepsIn(propertyOf(root, 'actions')) };
}

/** Returns the step with a path: its index in the list of the file and, for a child, its index in the list of the step. */
export function stepModelAt(
  { entries }: FlowDocument,
  [entry, child]: readonly [entry: number, child?: number],
): StepModel | undefined {
  const outer = entries.find(({ at }) => at === entry);
  return child === undefined ? outer : outer?.children.find(({ at }) => at === child);
}

/** Returns the index of the entry that contains an offset, or of the last one before it; -1 before the first. */
export function entryAt({ entries }: FlowDocument, offset: number): number {
  return entries.findLastIndex(({ node }) => node.offset <= offset);
}

/** Returns the entries that touch a range. */
export function entriesIn({ entries }: FlowDocument, { start, end }: TextRange): readonly StepModel[] {
  return entries.filter(({ node }) => node.offset <= end && node.offset + node.length >= start);
}
