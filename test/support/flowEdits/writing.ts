import { seededRandom } from '../../../src/util/random.ts';

/** The layout of a document, as a person or a tool may write it. */
export interface Style {
  readonly eol: '\n' | '\r\n';
  readonly unit: string;
  /** The objects and lists that span several lines: all, none, large ones, or random ones. */
  readonly lines: 'all' | 'none' | 'large' | 'any';
  readonly spaced: boolean;
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** True if some names are duplicated; the last one is effective. */
  readonly twice: boolean;
  readonly mark: boolean;
  readonly endsInBreak: boolean;
  readonly seed: number;
}

/** Writes a JSON value in a style; each comment has a unique number. */
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
  /** Returns comments and white space between two properties or items. */
  const gap = (isInLines: boolean, indent: string, share: number): string => {
    let text = '';
    const commented = style.comments && maybe(share);
    if (!isInLines) return commented ? blank(indent) : '';
    if (commented) text += ` ${remark()}`;
    if (commented && maybe(0.3)) text += `${eol}${maybe(0.5) ? '' : eol}${indent}${remark()}`;
    if (commented && maybe(0.3)) text += eol;
    return `${text}${text.endsWith(eol) && maybe(0.5) ? '' : eol}${indent}`;
  };
  const write = (current: unknown, indent: string): string => {
    if (typeof current === 'string' && maybe(0.1)) return escaped(current);
    if (typeof current !== 'object' || current === null) return JSON.stringify(current);
    const isList = Array.isArray(current);
    const entries: [string, unknown][] = Object.entries(current);
    if (!isList && style.twice && entries.length > 0 && maybe(0.2)) {
      const [name] = entries[Math.floor(chance() * entries.length)]!;
      if (!['actions', 'children', 'overrides', 'params'].includes(name)) entries.unshift([name, [1, {}]]);
    }
    const [open, close] = isList ? '[]' : '{}';
    const size = JSON.stringify(current).length;
    const isInLines =
      style.lines === 'all' ||
      (style.lines === 'large' && size > 40) ||
      (style.lines === 'any' && maybe(0.5));
    const inner = isInLines ? indent + (style.lines === 'any' && maybe(0.2) ? ' ' : unit) : indent;
    const pad = spaced && !isInLines && !isList ? ' ' : '';
    const parts = entries.map(([name, field], index) => {
      const before = index === 0 ? gap(isInLines, inner, 0.1) : gap(isInLines, inner, 0.15);
      const key = isList
        ? ''
        : `${maybe(0.1) ? escaped(name) : JSON.stringify(name)}${blank(inner)}:${spaced ? ' ' : ''}${blank(inner)}`;
      const space = index > 0 && !isInLines && spaced ? ' ' : '';
      const comma = index < entries.length - 1 || (style.trailingCommas && maybe(0.7)) ? ',' : '';
      return `${before}${space}${key}${write(field, inner)}${comma ? blank(inner) : ''}${comma}`;
    });
    if (entries.length === 0)
      return `${open}${blank(indent)}${isInLines && maybe(0.3) ? eol + indent : ''}${close}`;
    return `${open}${pad}${parts.join('')}${gap(isInLines, indent, 0.1)}${pad}${close}`;
  };
  const head = style.comments && maybe(0.3) ? `${remark()}${eol}` : '';
  const tail = style.comments && maybe(0.3) ? ` ${remark()}` : '';
  return `${style.mark ? '\ufeff' : ''}${head}${write(value, '')}${tail}${style.endsInBreak ? eol : ''}`;
}

/** Returns the numbered comments of a text, including duplicates. */
export function commentsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:\/\*|\/\/) no\. \d+/g)].map(([comment]) => comment).sort();
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `"${units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
}
