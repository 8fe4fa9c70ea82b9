import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { FlowChecker } from '../../../../src/flow/check/flowChecker.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { fixAll } from '../../../../src/flow/language/fixAll.ts';
import { applyEdits } from '../../../../src/flow/language/format.ts';
import { quickFixesFor } from '../../../../src/flow/language/quickFixes.ts';
import { sampleCatalogue } from '../../../support/sampleCatalogue.ts';

const catalogue = sampleCatalogue();
const checker = new FlowChecker(catalogue);
const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../examples', `${name}.flow.json`), 'utf8');
const LOCATE = '21b6a332-e43a-4995-be0e-df190932e644';

/** Each fix of each diagnostic of a text: the diagnostic's code, the fix's title and the text after it. */
function fixesOf(text: string): { code: string; message: string; title: string; after: string }[] {
  const document = parseFlow(text);
  return checker.check(document).flatMap(diagnostic =>
    quickFixesFor(document, diagnostic, catalogue).map(({ title, edits }) => ({
      code: diagnostic.code,
      message: diagnostic.message,
      title,
      after: applyEdits(text, edits),
    })),
  );
}

const count = (text: string, code: string, message: string): number =>
  checker.check(parseFlow(text)).filter(one => one.code === code && one.message === message).length;

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

describe('quick fixes', () => {
  const cases: readonly (readonly [before: string, title: string, after: string])[] = [
    ['{"enabled":true,}', 'Remove the comma', '{"enabled":true}'],
    ['{"enabled":"yes"}', 'Change to true', '{"enabled":true}'],
    ['{"cooldownSeconds":"60"}', 'Change to 60', '{"cooldownSeconds":60}'],
    ['{"selfHealingMaxAttempts":9}', 'Change to 5', '{"selfHealingMaxAttempts":5}'],
    ['{"cooldownScope":"devise"}', 'Change to "device"', '{"cooldownScope":"device"}'],
    ['{"enable":true,"name":"A"}', 'Change to "enabled"', '{"enabled":true,"name":"A"}'],
    ['{"name":"A","colour":1}', 'Remove "colour"', '{"name":"A"}'],
    ['{"name":"A"}', 'Add "actions"', '{"name":"A", "actions": []}'],
    [
      '{"actions":[{"position":3},{"position":3}]}',
      'Number the steps in their order',
      '{"actions":[{"position":1},{"position":2}]}',
    ],
    [
      '{"actions":[{"actionId":"set location"}]}',
      'Use “Set location”',
      `{"actions":[{"actionId":"${LOCATE}"}]}`,
    ],
    [
      '{"actions":[{"children":[{"position":1,"children":[{"position":1}]}]}]}',
      'Move these steps up beside their parent',
      '{"actions":[{"children":[{"position":1}, {"position":2}]}]}',
    ],
  ];
  for (const [before, title, after] of cases) {
    it(`${title} in ${before}`, () => {
      const found = fixesOf(before).filter(one => one.title === title);
      assert.ok(
        found.some(one => one.after === after),
        JSON.stringify(found),
      );
    });
  }

  it('adds parameters where there are none yet', () => {
    const text = `{"actions":[{"actionId":"${LOCATE}","position":1}]}`;
    const [first] = fixesOf(text).filter(one => one.code === 'param-missing');
    assert.match(first!.after, /"overrides": \{"params":\{"latitude":/);
  });

  it('mend everything at once that is nearly always meant', () => {
    let text = example('mistakes').replace(
      '"colour": "blue"',
      '"colour": "blue", "shade": 1, "x": { "a": 1 }',
    );
    for (let round = 0; round < 10; round++) {
      const document = parseFlow(text);
      const edits = fixAll(document, checker.check(document), catalogue);
      if (edits.length === 0) break;
      text = applyEdits(text, edits);
      assert.ok(isJson(text), text);
    }
    const left = checker
      .check(parseFlow(text))
      .flatMap(one => quickFixesFor(parseFlow(text), one, catalogue));
    assert.ok(left.every(fix => !fix.preferred));
    assert.ok(!text.includes('colour') && text.includes('"longitude"'));
  });

  it('mends the file of mistakes as far as it goes', () => {
    let text = example('mistakes');
    const before = checker.check(parseFlow(text)).length;
    for (let round = 0; round < 100; round++) {
      const [next] = fixesOf(text);
      if (!next) break;
      text = next.after;
    }
    assert.ok(checker.check(parseFlow(text)).length < before / 2);
  });

  it('remove what they claim to mend and leave a file that can be parsed', () => {
    const replaced = fc.constantFrom('"1"', '1', 'true', '"yes"', '[]', '{}', '-1', 'null', '9000');
    const renamed = fc.tuple(fc.nat(), fc.constantFrom('x', 'position', 'enabld'));
    const texts = ['mistakes', 'location-tour', 'nightly-check', 'sign-in'].map(example);
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        replaced,
        renamed,
        fc.nat(),
        (sample, at, value, [key, name], pick) => {
          const values = [...sample.matchAll(/(?<=": )(?:"[^"]*"|[\d.]+|true|false)/g)];
          const chosen = values[at % values.length]!;
          const one = sample.slice(0, chosen.index) + value + sample.slice(chosen.index + chosen[0].length);
          const keys = [...one.matchAll(/"(\w+)"(?=:)/g)];
          const renamedKey = keys[key % keys.length]!;
          const text = `${one.slice(0, renamedKey.index)}"${name}"${one.slice(renamedKey.index + renamedKey[0].length)}`;
          const fixes = fixesOf(text);
          if (fixes.length === 0 || !isJson(text)) return;
          const { code, message, title, after } = fixes[pick % fixes.length]!;
          assert.ok(
            count(after, code, message) < count(text, code, message),
            `${code} ${message} by ${title}`,
          );
          assert.ok(isJson(after), `${title}: ${after}`);
        },
      ),
      { numRuns: 200 },
    );
  });
});
