import { seededRandom } from '../../../src/util/random.ts';

/** How a document is laid out by somebody. */
export interface Style {
  readonly eol: '\n' | '\r\n';
  readonly unit: string;
  /** Which objects and lists have lines of their own: all, none, those that are not small, or as it comes. */
  readonly lines: 'all' | 'none' | 'large' | 'any';
  readonly spaced: boolean;
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** Whether names are given twice here and there; the last one counts. */
  readonly twice: boolean;
  readonly mark: boolean;
  readonly endsInBreak: boolean;
  readonly seed: number;
}

/** A JSON value as somebody could have written it; each comment has a number of its own. */
export function written(value: unknown, style: Style): string {
  const { eol, unit, spaced } = style;
  const chance = seededRandom(style.seed).next;
  let comments = 0;
  const remark = (): string =>
    chance() < 0.5 ? `/* no. ${++comments}, “x”: [ */` : `// no. ${++comments} }, "{"${eol}`;
  const maybe = (share: number): boolean => chance() < share;
  const blank = (indent: string): string => {
    if (!style.comments || !maybe(0.06)) return '';
    const comment = remark();
    return comment.startsWith('//') ? ` ${comment}${indent}` : ` ${comment} `;
  };
  /** Comments and white space between two properties or items. */
  const gap = (isInLines: boolean, indent: string, share: number): string => {
    let text = '';
    const commented = style.comments && maybe(share);
    if (!isInLines) return commented ? blank(indent) : '';
    if (commented) text += ` ${remark()}`;
    if (commented && maybe(0.3)) text += `${eol}${maybe(0.5) ? '' : eol}${indent}${remark()}`;
    if (commented && maybe(0.3)) text += eol;
    return `${text}${text.endsWith(eol) && maybe(0.5) ? '' : eol}${indent}`;
  };
  const write = (one: unknown, indent: string): string => {
    if (typeof one === 'string' && maybe(0.1)) return escaped(one);
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const isList = Array.isArray(one);
    const entries: [string, unknown][] = Object.entries(one);
    if (!isList && style.twice && entries.length > 0 && maybe(0.2)) {
      const [name] = entries[Math.floor(chance() * entries.length)]!;
      if (!['actions', 'children', 'overrides', 'params'].includes(name)) entries.unshift([name, [1, {}]]);
    }
    const [open, close] = isList ? '[]' : '{}';
    const size = JSON.stringify(one).length;
    const isInLines =
      style.lines === 'all' ||
      (style.lines === 'large' && size > 40) ||
      (style.lines === 'any' && maybe(0.5));
    const inner = isInLines ? indent + (style.lines === 'any' && maybe(0.2) ? ' ' : unit) : indent;
    const pad = spaced && !isInLines && !isList ? ' ' : '';
    const parts = entries.map(([name, own], index) => {
      const before = index === 0 ? gap(isInLines, inner, 0.1) : gap(isInLines, inner, 0.15);
      const key = isList
        ? ''
        : `${maybe(0.1) ? escaped(name) : JSON.stringify(name)}${blank(inner)}:${spaced ? ' ' : ''}${blank(inner)}`;
      const space = index > 0 && !isInLines && spaced ? ' ' : '';
      const comma = index < entries.length - 1 || (style.trailingCommas && maybe(0.7)) ? ',' : '';
      return `${before}${space}${key}${write(own, inner)}${comma ? blank(inner) : ''}${comma}`;
    });
    if (entries.length === 0)
      return `${open}${blank(indent)}${isInLines && maybe(0.3) ? eol + indent : ''}${close}`;
    return `${open}${pad}${parts.join('')}${gap(isInLines, indent, 0.1)}${pad}${close}`;
  };
  const head = style.comments && maybe(0.3) ? `${remark()}${eol}` : '';
  const tail = style.comments && maybe(0.3) ? ` ${remark()}` : '';
  return `${style.mark ? '\ufeff' : ''}${head}${write(value, '')}${tail}${style.endsInBreak ? eol : ''}`;
}

/** The comments of a text by their numbers, as often as they are there. */
export function commentsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:\/\*|\/\/) no\. \d+/g)].map(([comment]) => comment).sort();
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `"${units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}
