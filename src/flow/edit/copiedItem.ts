import { type JsonNode, parseJson, sourceOf } from '../document/jsonTree.ts';
import { hasBreak, type Layout, layoutOf, reindent, writeNode } from './layout.ts';
import type { NewItem } from './listText.ts';
import type { TextPlan } from './textPlan.ts';

/** Creates a list item from a step of the same file, with its formatting preserved. */
export function toCopiedItem({ layout }: TextPlan, text: string, from: string): NewItem {
  return { write: indent => changeLineBreaks(reindent(text, from, indent ?? from), layout) };
}

/**
 * Creates a list item from a step of another file, formatted like this one. A step with comments keeps its line breaks,
 * since a line comment needs them.
 */
export function toPastedItem(
  { text: file, layout }: TextPlan,
  list: JsonNode | undefined,
  text: string,
  from: string,
): NewItem {
  const { root, problems } = parseJson(text);
  const hasComments = problems.some(({ code }) => code === 'comment');
  const inLine = !hasBreak(text);
  const neighbors = (list?.children ?? []).filter(({ type }) => type === 'object');
  const neighborsInLine = neighbors.some(neighbor => !hasBreak(sourceOf(file, neighbor)));
  return {
    write: indent => {
      const isFitting = indent !== undefined && (!inLine || neighborsInLine);
      return root && !hasComments && !isFitting
        ? writeNode(text, root, layout, indent)
        : changeLineBreaks(changeUnit(text, from, indent ?? from, layout), layout);
    },
  };
}

/** Converts the indentation of a text to that of the file; indentation beyond whole levels is preserved. */
function changeUnit(text: string, from: string, to: string, { unit }: Layout): string {
  const plain = reindent(text, from, '');
  const sourceUnit = layoutOf(plain).unit;
  return plain.replaceAll(/(\r\n|\n|\r)([ \t]*)/g, (_, eol: string, space: string) => {
    let levels = 0;
    while (sourceUnit !== '' && space.startsWith(sourceUnit, levels * sourceUnit.length)) levels++;
    return eol + to + unit.repeat(levels) + space.slice(levels * sourceUnit.length);
  });
}

/** Converts the line breaks of a text to those of the file. */
function changeLineBreaks(text: string, { eol }: Layout): string {
  return text.replaceAll(/\r\n|\n|\r/g, eol);
}
