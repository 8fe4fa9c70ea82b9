import { counted } from '../../util/counted.ts';
import type { FlowDiagnostic } from './diagnostic.ts';

/** The reasons why a text is not JSON, and the repaired text with the same offsets, if it can be repaired. */
export interface ForeignText {
  readonly problems: readonly FlowDiagnostic[];
  readonly repaired: string | undefined;
}

interface Kind {
  readonly starts: RegExp;
  readonly message: string;
}

/** The patterns of the beginnings of other kinds of files. */
const FILES: readonly Kind[] = [
  {
    starts: /^version https:\/\/git-lfs\.github\.com\/spec\//,
    message:
      'This is a pointer of Git LFS, and not the file itself. Run “git lfs pull”, or check out with LFS in a pipeline.',
  },
  {
    starts: /^<(?:!doctype\s+html|html|head|body|script)\b/i,
    message:
      'This is an HTML page, not JSON, such as a page for signing in. Download the file itself, not its page.',
  },
  { starts: /^<[?!a-z]/i, message: 'This is XML, not JSON.' },
  {
    starts: /^(?:---\s*\n|[a-z][\w-]*:(?:[ \t][^\n]*)?(?:\r?\n|$))/i,
    message: 'This is YAML, not JSON.',
  },
];
const CONFLICT = /^<{7}(?: [^\n]*)?\r?$/m;
const DOUBLE = String.raw`\u201c-\u201f\u2033\u2036\u00ab\u00bb\uff02`;
const SINGLE = String.raw`\u2018-\u201b`;
/** White space that JSON does not allow, and characters without a width. */
const SPACE = String.raw`\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff`;
const ANY = new RegExp(`[${DOUBLE}${SINGLE}${SPACE}]`);
/** Matches a comment or a text, even without an end, or else a text in typographic quotes, such a quote, or a foreign space. */
const TOKENS = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*(?:[^]*?\*\/|[^]*$)|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?`,
    `(?<quoted>[${DOUBLE}][^"${DOUBLE}\\n]*["${DOUBLE}]|[${SINGLE}][^"${SINGLE}\\n]*[${SINGLE}])`,
    `(?<quote>[${DOUBLE}${SINGLE}])`,
    `(?<space>[${SPACE}])`,
  ].join('|'),
  'g',
);

/** Returns the common reason why a text is not JSON; undefined if there is none. */
export function readForeignText(text: string): ForeignText | undefined {
  const start = text.search(/\S/);
  const begin = text.slice(start, start + 1000);
  const file = FILES.find(({ starts }) => starts.test(begin));
  if (file) return whole(start, begin.search(/\n|$/), file.message);
  const conflict = CONFLICT.exec(text);
  if (conflict) {
    const message =
      'The file has an unresolved merge conflict, which begins here. Keep one of its sides, and remove the lines with <<<<<<<, =======, and >>>>>>>.';
    return whole(conflict.index, 7, message);
  }
  return ANY.test(text) ? readCharacters(text) : undefined;
}

function whole(start: number, length: number, message: string): ForeignText {
  return { problems: [problem(start, length, message)], repaired: undefined };
}

function problem(start: number, length: number, message: string): FlowDiagnostic {
  return { code: 'syntax', severity: 'error', start, end: start + Math.max(1, length), message };
}

/** Replaces quotes and spaces outside of texts by those of JSON, and reports each kind once. */
function readCharacters(text: string): ForeignText | undefined {
  const quotes: number[] = [];
  const spaces: number[] = [];
  let repaired = '';
  let end = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKENS)) {
    const { quoted, quote, space } = groups;
    if (quoted === undefined && quote === undefined && space === undefined) continue;
    (space === undefined ? quotes : spaces).push(index);
    const right = space === undefined ? (quote === undefined ? `"${token.slice(1, -1)}"` : '"') : ' ';
    repaired += text.slice(end, index) + right;
    end = index + token.length;
  }
  const problems = [
    ...describe(
      quotes,
      at => `${text.charAt(at)} is a typographic quote; write the straight quote " instead`,
    ),
    ...describe(
      spaces,
      at =>
        `This looks like a space or like nothing, but is ${nameOf(text, at)}; write a plain space instead`,
    ),
  ];
  return problems.length === 0 ? undefined : { problems, repaired: repaired + text.slice(end) };
}

function describe(places: readonly number[], sentence: (at: number) => string): readonly FlowDiagnostic[] {
  const [first] = places;
  if (first === undefined) return [];
  const others = places.length === 1 ? '' : `, here and in ${counted(places.length - 1, 'more place')}`;
  return [problem(first, 1, `${sentence(first)}${others}.`)];
}

function nameOf(text: string, at: number): string {
  const code = text.charCodeAt(at);
  const name = { 0xa0: 'a no-break space', 0x202f: 'a no-break space', 0x200b: 'a zero-width space' }[code];
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return name === undefined ? `the character ${point}` : `${name} (${point})`;
}
