import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  brokenCitations,
  type Cited,
  missingDocuments,
  readSections,
  readTexts,
} from '../support/citations.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(resolve(root, 'docs', name), 'utf8');

describe('citations: citations', () => {
  const cited: Cited = {
    spec: readSections(read('specification.md')),
    'wire facts': readSections(read('wire-facts.md')),
  };
  const texts = ['src', 'test', 'scripts', 'bench', 'docs']
    .flatMap(directory => Object.entries(readTexts(root, directory)))
    // This test names what does not exist.
    .filter(([path]) => path !== 'test/unit/citations.test.ts');

  it('citations name sections of docs/specification.md and docs/wire-facts.md that exist', () => {
    assert.ok(cited.spec.size > 40 && cited['wire facts'].size === 21);
    assert.ok(texts.length > 500);
    assert.deepEqual(
      texts.flatMap(([path, text]) => brokenCitations(path, text, cited)),
      [],
    );
  });

  it('citations name documents of the repository', () => {
    const names = new Set(readdirSync(resolve(root, 'docs')));
    assert.deepEqual(
      texts.flatMap(([path, text]) => missingDocuments(path, text, names)),
      [],
    );
  });
});

describe('citations: check of citations', () => {
  const cited: Cited = {
    spec: readSections('## 4. A\n\n### 4.1 B\n\n1. C\n2. D\n\n### 4.10 E\n'),
    'wire facts': readSections('# A\n\n## 9. B\n\n### C\n\n1. D\n'),
  };
  const problems = (text: string): string[] => brokenCitations('src/a.ts', text, cited);

  for (const text of [
    '(spec 4, 4.1, 4.10, wire facts 9)',
    '/**\n * A (spec 4.1 rule 1, 4.1 rule 2,\n * wire\n * facts 9).\n */',
    'the specification and the wire facts have 3 of these, and a spec has 4',
    "picture('spec-views')",
  ]) {
    it(`the check of citations accepts ${JSON.stringify(text)}`, () => assert.deepEqual(problems(text), []));
  }

  for (const [text, ...numbers] of [
    ['// spec 4.2', 'spec 4.2'],
    ['// spec 4.1, 5, wire facts 9, 10', 'spec 5', 'wire facts 10'],
    ['// spec 4.1 rule 3', 'spec 4.1 rule 3'],
    ['// wire facts 9 rule 1', 'wire facts 9 rule 1'],
    ['// wire\n// facts 8', 'wire facts 8'],
  ] as const) {
    it(`the check of citations finds no section for ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        problems(text),
        numbers.map(number => `src/a.ts:1 cites ${number}, which does not exist.`),
      );
    });
  }

  for (const text of [
    'spec 4.1, rule 1',
    'spec 4.1 and 4.10',
    'spec 4.1 to 4.10',
    'spec 4.1; wire facts 9',
    'Spec 4.1',
    'specification 4.1',
    'spec section 4.1',
    'wire fact 9',
    'wire-facts 9',
    'wire facts (section 9)',
    'section 4 of the specification',
    'decision 8',
  ]) {
    it(`the check of citations requires another form of ${JSON.stringify(text)}`, () => {
      const [problem = '', ...others] = problems(`a\n// ${text}`);
      assert.match(problem, /^src\/a\.ts:2 says ".*…": cite as /);
      assert.deepEqual(others, []);
    });
  }

  it('the check of citations finds documents that do not exist', () => {
    assert.deepEqual(missingDocuments('src/a.ts', '\n// docs/a.md, docs/b.md', new Set(['a.md'])), [
      'src/a.ts:2 names docs/b.md, which does not exist.',
    ]);
  });
});
