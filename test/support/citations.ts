import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The numbers of the sections of a document, each with the numbers of its rules. */
export type Sections = ReadonlyMap<string, ReadonlySet<string>>;

/** The documents that comments cite by section, by the word of a citation. */
export interface Cited {
  readonly spec: Sections;
  readonly 'wire facts': Sections;
}

/** Reads the numbered headings of a Markdown document, and the numbered lists below them. */
export function readSections(markdown: string): Sections {
  const sections = new Map<string, Set<string>>();
  let rules = new Set<string>();
  for (const line of markdown.split('\n')) {
    const heading = /^#+ (?:(\d+(?:\.\d+)*)\.? )?/.exec(line);
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (heading) rules = new Set();
    if (heading?.[1] !== undefined) sections.set(heading[1], rules);
    if (rule !== undefined) rules.add(rule);
  }
  return sections;
}

/** Every text file below a directory of the repository but fixtures, by its path with forward slashes. */
export function readTexts(root: string, directory: string): Readonly<Record<string, string>> {
  const paths = readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .map(path => `${directory}/${path.replaceAll('\\', '/')}`)
    .filter(path => /\.(?:[cm]?[jt]s|md)$/.test(path) && !path.includes('/fixtures/'));
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]));
}

const NUMBER = String.raw`\d+(?:\.\d+)*(?: +rule +\d+)?`;
const CITATION = new RegExp(String.raw`\b(spec|wire +facts) +(${NUMBER}(?:, +${NUMBER})*)`, 'y');
// Every citation, also one in other words.
const LOOKALIKE =
  /\b(?:spec(?:ification)?|wire(?: |-)*facts?)(?: |,|-|:|\(|§|sections?|rules?)*\d|\bsections? +[\d.]+ +of +the +(?:spec|wire)|\b(?:decision|issue) +#?\d/gi;
// What goes on after a citation, although only commas do that.
const CONTINUED = /^(?:,? +rules? +\d| +(?:to|and|or) +\d|; +(?:spec|wire +facts) +\d)/;
const FORM = 'cite as "spec 4.1, 4.2", "spec 4.1 rule 5" or "wire facts 9"';

/** Says of each citation in a text that names no section of a document, or is worded otherwise, where it is. */
export function brokenCitations(path: string, text: string, cited: Cited): string[] {
  // A comment that goes on in the next line is one text; every character keeps its place.
  const joined = text.replaceAll(/\r?\n[ \t]*(?:\*(?!\/)|\/\/)?/g, gap => ' '.repeat(gap.length));
  return [...joined.matchAll(LOOKALIKE)].flatMap(({ 0: found, index }) => {
    const at = `${path}:${text.slice(0, index).split('\n').length}`;
    CITATION.lastIndex = index;
    const [whole, word = '', numbers = ''] = CITATION.exec(joined) ?? [];
    if (whole === undefined || CONTINUED.test(joined.slice(index + whole.length))) {
      return [`${at} says "${plain(whole ?? found)}…": ${FORM}.`];
    }
    const document = word === 'spec' ? 'spec' : 'wire facts';
    return plain(numbers)
      .split(', ')
      .filter(number => !isThere(cited[document], number))
      .map(number => `${at} cites ${document} ${number}, which does not exist.`);
  });
}

function plain(text: string): string {
  return text.replaceAll(/ +/g, ' ');
}

function isThere(sections: Sections, citation: string): boolean {
  const [section = '', rule] = citation.split(' rule ');
  const rules = sections.get(section);
  return rules !== undefined && (rule === undefined || rules.has(rule));
}

/** Says of each document below `docs` that a text names and that is not there, where it is named. */
export function missingDocuments(path: string, text: string, names: ReadonlySet<string>): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\bdocs\/([\w.-]+\.(?:md|json|png))\b/g)]
        .filter(([, name = '']) => !names.has(name))
        .map(([named]) => `${path}:${index + 1} names ${named}, which does not exist.`),
    );
}
