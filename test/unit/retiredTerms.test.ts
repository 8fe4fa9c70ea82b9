import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { readTexts } from '../support/citations.ts';

const root = resolve(import.meta.dirname, '../..');

/** Retired terms, and the terms that replaced them (docs/glossary.md). */
const RETIRED: readonly (readonly [retired: RegExp, current: string])[] = [
  [/catalogue/i, 'catalog'],
  [
    /[Cc]olour|COLOUR|[Cc]entre|CENTRE|[Mm]etres?(?![a-z])|METRE|[Nn]eighbour|[Bb]ehaviour/,
    'the American spelling',
  ],
  [/\b\w+aris(?:e|es|ed|ing)\b|labelled(?!by)/, 'the American spelling'],
  [/FlowGesture|applyGesture/, 'FlowEdit'],
  [/skeleton/i, 'envelope'],
  [/plainlyRight/i, 'quick check'],
  [/\bmisfit/i, 'mismatch score'],
  [/\b(?:Named|Known)Things?\b|ThingKind|chooseThings?\b/, 'reference'],
  [/(?:Panel|Map|Editor|Language)Hands\b/, 'API or input'],
  [/keyboardFinger/i, 'keyboard pointer'],
  [/\bmapAtOnce\b/, 'mapLimit'],
  [/\bmarkNow\b/, 'markCurrent'],
  [/\bwaitOut\b/, 'waitUntilRetry'],
  [/\bjudgement/i, 'verification'],
  [/\b[a-z]+Rooms?\b|\brooms\.ts\b/, 'feature'],
];

describe('retiredTerms', () => {
  const texts = ['src', 'scripts', 'docs'].map(directory => readTexts(root, directory));
  const lines = Object.entries(Object.assign({}, ...texts) as Record<string, string>).flatMap(
    ([path, text]) => text.split('\n').map((line, index) => ({ line, at: `${path}:${index + 1}` })),
  );

  it('retired terms are searched in all sources and documents', () => assert.ok(lines.length > 50_000));

  for (const [retired, current] of RETIRED) {
    it(`the sources and documents say “${current}” instead of ${retired.source}`, () => {
      assert.deepEqual(
        lines.filter(({ line }) => retired.test(line)).map(({ at, line }) => `${at} ${line.trim()}`),
        [],
      );
    });
  }
});
