import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Section numbers of a document, each with its rule numbers. */
type Sections = ReadonlyMap<string, ReadonlySet<string>>;

/** The documents that comments cite, by the prefix of the citation. */
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

/** Reads every text file below a directory except fixtures, by path with forward slashes. */
export function readTexts(root: string, directory: string): Readonly<Record<string, string>> {
  const paths = readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .map(path => `${directory}/${path.replaceAll('\\', '/')}`)
    .filter(path => /\.(?:[cm]?[jt]s|md)$/.test(path) && !path.includes('/fixtures/'));
  return Object.fromEntries(paths.map(path => [path, readFileSync(join(root, path), 'utf8')]));
}

const NUMBER = String.raw`\d+(?:\.\d+)*(?: +rule +\d+)?`;
const CITATION = new RegExp(String.raw`\b(spec|wire +facts) +(${NUMBER}(?:, +${NUMBER})*)`, 'y');
// Matches every citation, also in other forms.
const LOOKALIKE =
  /\b(?:spec(?:ification)?|wire(?: |-)*facts?)(?: |,|-|:|\(|§|sections?|rules?)*\d|\bsections? +[\d.]+ +of +the +(?:spec|wire)|\b(?:decision|issue) +#?\d/gi;
// Continuations of a citation other than commas, which are not allowed.
const CONTINUED = /^(?:,? +rules? +\d| +(?:to|and|or) +\d|; +(?:spec|wire +facts) +\d)/;
const FORM = 'cite as "spec 4.1, 4.2", "spec 4.1 rule 5" or "wire facts 9"';

/** Returns a message with the location of each citation that names no section or has another form. */
export function brokenCitations(path: string, text: string, cited: Cited): string[] {
  // A comment over several lines is one text; every character keeps its offset.
  const joined = text.replaceAll(/\r?\n[ \t]*(?:\*(?!\/)|\/\/)?/g, gap => ' '.repeat(gap.length));
  return [...joined.matchAll(LOOKALIKE)].flatMap(({ 0: found, index }) => {
    const at = `${path}:${text.slice(0, index).split('\n').length}`;
    CITATION.lastIndex = index;
    const [citation, word = '', numbers = ''] = CITATION.exec(joined) ?? [];
    if (citation === undefined || CONTINUED.test(joined.slice(index + citation.length))) {
      return [`${at} says "${plain(citation ?? found)}…": ${FORM}.`];
    }
    const document = word === 'spec' ? 'spec' : 'wire facts';
    return plain(numbers)
      .split(', ')
      .filter(number => !hasSection(cited[document], number))
      .map(number => `${at} cites ${document} ${number}, which does not exist.`);
  });
}

function plain(text: string): string {
  return text.replaceAll(/ +/g, ' ');
}

function hasSection(sections: Sections, citation: string): boolean {
  const [section = '', rule] = citation.split(' rule ');
  const rules = sections.get(section);
  return rules !== undefined && (rule === undefined || rules.has(rule));
}

/** Returns a message with the location of each document below `docs` that a text names and that does not exist. */
export function missingDocuments(path: string, text: string, names: ReadonlySet<string>): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\bdocs\/([\w.-]+\.(?:md|json|png))\b/g)]
        .filter(([, name = '']) => !names.has(name))
        .map(([named]) => `${path}:${index + 1} names ${named}, which does not exist.`),
    );
}
