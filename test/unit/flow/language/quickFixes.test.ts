import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createCatalog, type FlowCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { fixAll } from '../../../../src/flow/language/fixAll.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import type { QuickFix } from '../../../../src/flow/language/quickFix.ts';
import { quickFixesFor } from '../../../../src/flow/language/quickFixes.ts';
import { uuid } from '../../../support/schemas.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();
const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../examples', `${name}.flow.json`), 'utf8');
const LOCATE = '21b6a332-e43a-4995-be0e-df190932e644';

const inParams = (inner: string): string =>
  `{"actions":[{"actionId":"${LOCATE}","position":1,"overrides":{"params":{${inner}}}}]}`;

/** A flow whose steps have some positions. */
const inSteps = (...positions: readonly number[]): string =>
  `{"actions":[${positions.map(position => `{"position":${position}}`).join()}]}`;

/** Each fix of each diagnostic of a text: the diagnostic's code, the fix's title and the text after it. */
function fixesOf(text: string): { code: string; message: string; title: string; after: string }[] {
  const document = parseFlow(text);
  return checkFlow(document, catalog).flatMap(diagnostic =>
    quickFixesFor(document, diagnostic, catalog).map(({ title, edits }) => ({
      code: diagnostic.code,
      message: diagnostic.message,
      title,
      after: applyEdits(text, edits),
    })),
  );
}

/** A text after everything was mended at once as often as something is, but for what is missing if it is left out. */
function mended(before: string, left?: 'missing'): string {
  let text = before;
  for (let round = 0; round < 10; round++) {
    const document = parseFlow(text);
    const found = checkFlow(document, catalog).filter(
      ({ code }) => left === undefined || !code.includes(left),
    );
    const edits = fixAll(document, found, catalog);
    if (edits.length === 0) break;
    text = applyEdits(text, edits);
  }
  return text;
}

const count = (text: string, code: string, message: string): number =>
  checkFlow(parseFlow(text), catalog).filter(one => one.code === code && one.message === message).length;

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

describe('flow/language/quickFixes', () => {
  const cases: readonly (readonly [before: string, title: string, after: string])[] = [
    ['{"enabled":true,}', 'Remove the comma', '{"enabled":true}'],
    ['{"enabled":"yes"}', 'Change to true', '{"enabled":true}'],
    ['{"cooldownSeconds":"60"}', 'Change to 60', '{"cooldownSeconds":60}'],
    ['{"selfHealingMaxAttempts":9}', 'Change to 5', '{"selfHealingMaxAttempts":5}'],
    ['{"cooldownScope":"devise"}', 'Change to "device"', '{"cooldownScope":"device"}'],
    ['{"enable":true,"name":"A"}', 'Change to "enabled"', '{"enabled":true,"name":"A"}'],
    ['{"name":"A","colour":1}', 'Remove "colour"', '{"name":"A"}'],
    ['{"name":"old","name":"new"}', 'Remove the earlier "name"', '{"name":"new"}'],
    ['{"name":12345678901234567890}', 'Change to "12345678901234567890"', '{"name":"12345678901234567890"}'],
    ['{"cooldownSeconds":"60.0"}', 'Change to 60', '{"cooldownSeconds":60}'],
    ['{"name":"A"}', 'Add "actions"', '{"name":"A", "actions": []}'],
    [
      '{"actions":[{"position":3},{"position":3}]}',
      'Number the steps in order',
      '{"actions":[{"position":1},{"position":2}]}',
    ],
    [
      '{"actions":[{"actionId":"set location"}]}',
      'Use “Set location”',
      `{"actions":[{"actionId":"${LOCATE}"}]}`,
    ],
    [
      '{"actions":[{"children":[{"position":1,"children":[{"position":1}]}]}]}',
      'Move these steps out of their parent',
      '{"actions":[{"children":[{"position":1}, {"position":2}]}]}',
    ],
  ];
  for (const [before, title, after] of cases) {
    it(`the quick fix “${title}” changes ${before}`, () => {
      const found = fixesOf(before).filter(one => one.title === title);
      assert.ok(
        found.some(one => one.after === after),
        JSON.stringify(found),
      );
    });
  }

  it('quick fixes do not convert a string with more digits than a number can hold', () => {
    for (const text of ['9007199254740993', '0.1000000000000000055', '-0', '1e3', `1${'0'.repeat(400)}`]) {
      const found = fixesOf(inParams(`"latitude":"${text}","longitude":1`));
      assert.ok(!found.some(({ code }) => code === 'param-type'), text);
    }
  });

  it('quick fixes wrap a value in a list without changing its notation', () => {
    const written = '{"deviceIds":12345678901234567890,"name":"A"}';
    const [first] = fixesOf(written).filter(one => one.code === 'wrong-type');
    assert.deepEqual(
      [first?.title, first?.after],
      ['Change to [12345678901234567890]', '{"deviceIds":[12345678901234567890],"name":"A"}'],
    );
  });

  it('quick fixes suggest no name that the object already has', () => {
    const titles = fixesOf('{"enabled":true,"enable":false}').map(({ title }) => title);
    assert.ok(titles.includes('Remove "enable"') && !titles.includes('Change to "enabled"'), titles.join());
  });

  const names = ['Reset location', 'Set location', 'Swipe', 'Swipe up', 'Take a picture'];
  const named = createCatalog(names.map((name, index) => ({ id: uuid(index), name })));
  const fixesOfAction = (step: string, known: FlowCatalog): QuickFix[] => {
    const document = parseFlow(`{"actions":[${step}]}`);
    const found = checkFlow(document, known).filter(({ code }) => code === 'unknown-action');
    return found.flatMap(one => quickFixesFor(document, one, known));
  };
  const mistyped: readonly (readonly [typed: string, first: string, isSure: boolean])[] = [
    ['Set location', 'Set location', true],
    ['set loc', 'Set location', false],
    ['location', 'Reset location', false],
    ['Reset locaton', 'Reset location', false],
    ['Swpie up', 'Swipe up', true],
    ['swipe-up', 'Swipe up', true],
    ['Swipe', 'Swipe', true],
  ];
  for (const [typed, first, isSure] of mistyped) {
    it(`quick fixes ${isSure ? 'use' : 'offer'} “${first}” for “${typed}”`, () => {
      const fixes = fixesOfAction(`{"actionId":"${typed}"}`, named);
      assert.equal(fixes[0]?.title, `Use “${first}”`);
      assert.deepEqual(
        fixes.map(({ preferred }) => preferred),
        fixes.map((_, index) => isSure && index === 0),
      );
    });
  }

  it('quick fixes use the action whose ID differs in one character', () => {
    for (const typed of [LOCATE.replace('e', 'f'), `${LOCATE}0`, LOCATE.slice(1), LOCATE.replace('e', 'x')]) {
      const fixes = fixesOfAction(`{"actionId":"${typed}"}`, catalog);
      assert.deepEqual(
        fixes.map(({ title, preferred }) => [title, preferred]),
        [['Use “Set location”', true]],
        typed,
      );
    }
  });

  it('quick fixes use no action of an ambiguous name, and none that only a step is named after', () => {
    const twins = createCatalog(['a', 'b'].map(id => ({ id, name: 'Tap' })));
    for (const step of ['{"actionId":"Tap"}', '{"actionId":"x9","nameOverride":"Tap"}']) {
      assert.deepEqual(
        fixesOfAction(step, twins).map(({ title, preferred }) => [title, preferred]),
        [
          ['Use “Tap”', false],
          ['Use “Tap”', false],
        ],
      );
    }
  });

  it('quick fixes remove what has no effect, at each place of a name that is given several times', () => {
    const titles = fixesOf('{"name":1,"name":2,"name":3}').filter(({ code }) => code === 'duplicate-key');
    assert.deepEqual(
      titles.map(({ title, after }) => [title, after]),
      [
        ['Remove the earlier "name"', '{"name":2,"name":3}'],
        ['Remove the earlier "name"', '{"name":1,"name":3}'],
        ['Remove the earlier values of "name"', '{"name":3}'],
      ],
    );
  });

  const kept: readonly (readonly [what: string, text: string, after: string])[] = [
    ['the order in which steps run', inSteps(2, 1), inSteps(2, 1)],
    ['the order of steps with equal positions', inSteps(5, 3, 5), inSteps(5, 3, 5)],
    ['the order of steps without positions', inSteps(3, 3, 7), inSteps(1, 2, 3)],
    ['the effective value', '{"enabled":true,"enabled":false}', '{"enabled":false}'],
    ['the last of three values', '{"enabled":1,\n"enabled":2, "enabled":false}', '{"enabled":false}'],
    ['the effective steps', `{"actions":[{"position":1}], ${inSteps(2, 3).slice(1)}`, inSteps(2, 3)],
    ['unknown fields', '{"colour":1}', '{"colour":1}'],
    ['unknown parameters', inParams('"x":1'), inParams('"x":1')],
  ];
  for (const [what, text, after] of kept) {
    it(`quick fixes keep ${what} when everything is fixed`, () =>
      assert.equal(mended(text, 'missing'), after));
  }

  it('quick fixes add parameters if there are none', () => {
    const text = `{"actions":[{"actionId":"${LOCATE}","position":1}]}`;
    const [first] = fixesOf(text).filter(one => one.code === 'param-missing');
    assert.match(first!.after, /"overrides": \{"params":\{"latitude":null\}/);
    // A number that nobody has entered is not accepted.
    const left = checkFlow(parseFlow(first!.after), catalog);
    assert.ok(left.some(({ message }) => message.includes('“latitude” must be a number')));
  });

  it('quick fixes add no second property for parameters that are no object', () => {
    for (const params of ['null', '"x"', '[]']) {
      const text = `{"actions":[{"actionId":"${LOCATE}","position":1,"overrides":{"params":${params}}}]}`;
      assert.ok(
        fixesOf(text).every(({ after }) => after.split('"params"').length === 2),
        params,
      );
    }
  });

  it('quick fixes fix everything at once that has only one likely fix', () => {
    const text = mended(example('mistakes'));
    assert.ok(isJson(text), text);
    const left = checkFlow(parseFlow(text), catalog).flatMap(one =>
      quickFixesFor(parseFlow(text), one, catalog),
    );
    assert.ok(left.every(fix => !fix.preferred));
    assert.ok(!text.includes('selfHealingMaxAttempts'));
  });

  /** What each quick fix for a missing parameter adds, and whether the check still reports something then. */
  function addedFor(
    schema: object,
  ): readonly (readonly [title: string, value: unknown, isReported: boolean])[] {
    const paramsSchema = { required: ['value'], properties: { value: schema } };
    const known = createCatalog([{ id: LOCATE, name: 'Find', paramsSchema }]);
    const document = parseFlow(inParams(''));
    const problem = checkFlow(document, known).find(({ code }) => code === 'param-missing');
    return quickFixesFor(document, problem ?? assert.fail(), known).map(({ title, edits }) => {
      const text = applyEdits(document.text, edits);
      const left = checkFlow(parseFlow(text), known).filter(({ code }) => code.startsWith('param-'));
      const { actions } = JSON.parse(text) as { actions: [{ overrides: { params: { value: unknown } } }] };
      return [title, actions[0].overrides.params.value, left.length > 0];
    });
  }

  it('quick fixes add only a value that all parts of the schema accept', () => {
    const title = 'Add "value"';
    assert.deepEqual(addedFor({ allOf: [{ enum: ['x', 'y'] }, { enum: ['y', 'z'] }] }), [
      [title, 'y', false],
    ]);
    assert.deepEqual(addedFor({ allOf: [{ type: 'string', default: 'x' }, { enum: ['a', 'b'] }] }), [
      [`${title}: "a"`, 'a', false],
      [`${title}: "b"`, 'b', false],
    ]);
  });

  const open: readonly (readonly [what: string, schema: object, value: unknown])[] = [
    ['a text, also with an example of the schema', { type: 'string', examples: ['Hello'] }, null],
    ['a number', { type: 'integer', minimum: 5 }, null],
    ['a list', { type: 'array', items: { type: 'string' } }, null],
    ['numbers in a list', { type: 'array', items: { type: 'number' }, minItems: 2 }, [null, null]],
    [
      'values in the objects of a list',
      {
        type: 'array',
        minItems: 1,
        items: { required: ['x', 'by'], properties: { x: { type: 'number' }, by: { enum: ['a', 'b'] } } },
      },
      [{ x: null, by: null }],
    ],
    ['one of many values', { enum: Array.from({ length: 30 }, (_, index) => `v${index}`) }, null],
  ];
  for (const [what, schema, value] of open) {
    it(`quick fixes add null in place of ${what}, which is then reported`, () =>
      assert.deepEqual(addedFor(schema), [['Add "value"', value, true]]));
  }

  it('quick fixes add a property with the indentation and line breaks of the file', () => {
    const edited = (text: string): readonly string[] =>
      fixesOf(text)
        .filter(({ title }) => ['Add "actions"', 'Add "longitude"'].includes(title))
        .map(({ after }) => after);
    assert.deepEqual(edited('{\r\n\t"name": "A"\r\n}'), ['{\r\n\t"name": "A",\r\n\t"actions": []\r\n}']);
    const step = `{\n    "actions": [\n        {"actionId": "${LOCATE}", "position": 1}\n    ]\n}`;
    assert.deepEqual(edited(step), [
      step.replace('"position": 1', '"position": 1, "overrides": { "params": { "longitude": null } }'),
    ]);
    assert.deepEqual(edited(step.replace('1}', '1,"overrides": {"params": {}}}')), [
      step.replace('1}', '1,"overrides": {"params": {\n            "longitude": null\n        }}}'),
    ]);
  });

  it('quick fixes add each of several allowed values on its own', () => {
    assert.deepEqual(addedFor({ enum: ['low', 'high'] }), [
      ['Add "value": "low"', 'low', false],
      ['Add "value": "high"', 'high', false],
    ]);
    assert.deepEqual(addedFor({ type: 'boolean' }), [
      ['Add "value": true', true, false],
      ['Add "value": false', false, false],
    ]);
  });

  it('quick fixes add the default of the schema', () => {
    const schema = { type: 'object', properties: { x: { type: 'number' } }, default: { x: 1 } };
    assert.deepEqual(addedFor(schema), [['Add "value"', { x: 1 }, false]]);
    const around = { type: 'object', required: ['inner'], properties: { inner: schema } };
    assert.deepEqual(addedFor(around), [['Add "value"', { inner: { x: 1 } }, false]]);
  });

  it('quick fixes add a position with which a step runs where it is written, if there is one', () => {
    const positions = (text: string): readonly string[] =>
      fixesOf(text)
        .filter(({ title }) => title === 'Add "position"')
        .map(({ after }) => /,? "position": (\w+)/.exec(after)?.[1] ?? '');
    const named = '{"actionId":""}';
    assert.deepEqual(positions(`{"actions":[{"position":10},${named}]}`), ['11']);
    assert.deepEqual(positions(`{"actions":[${named},${named}]}`), ['1', '2']);
    assert.deepEqual(positions(`{"actions":[{"position":1},${named},{"position":3}]}`), ['2']);
    assert.deepEqual(positions(`{"actions":[{"position":1},${named},{"position":2}]}`), ['null']);
  });

  it('quick fixes add no invented value when everything is fixed', () => {
    const before = '{"name":"A","actions":[{"position":1}]}';
    assert.equal(mended(before), before);
    assert.equal(mended(inParams('"latitude":1')), inParams('"latitude":1'));
    const paramsSchema = {
      required: ['by', 'level', 'times', 'title'],
      properties: {
        by: { const: 'text' },
        level: { enum: ['low', 'high'] },
        times: { type: 'integer', default: 3 },
        title: { type: 'string', examples: ['An example'] },
      },
    };
    const known = createCatalog([{ id: LOCATE, name: 'Find', paramsSchema }]);
    let text = inParams('');
    // Fixes that touch one another are left for the next round.
    for (let round = 0; round < 3; round++) {
      const document = parseFlow(text);
      text = applyEdits(text, fixAll(document, checkFlow(document, known), known));
    }
    assert.deepEqual(
      JSON.parse(text),
      JSON.parse(inParams('"by": "text", "times": 3')),
      'only what alone fits, and the default, is put in',
    );
  });

  it('quick fixes fix the file of mistakes as far as possible', () => {
    let text = example('mistakes');
    const before = checkFlow(parseFlow(text), catalog).length;
    for (let round = 0; round < 100; round++) {
      const [next] = fixesOf(text);
      if (!next) break;
      text = next.after;
    }
    assert.ok(checkFlow(parseFlow(text), catalog).length < before / 2);
  });

  it('quick fixes offer devices only in place of an unknown device', () => {
    const device = { id: '0b5c4f5e-0000-4000-8000-000000000001', name: 'Pixel 8' };
    const known = createCatalog([], { devices: [device] });
    const titlesIn = (text: string): readonly string[] => {
      const document = parseFlow(text);
      const found = checkFlow(document, known);
      return found.flatMap(one => quickFixesFor(document, one, known).map(({ title }) => title));
    };
    const unknown = '0b5c4f5e-0000-4000-8000-000000000002';
    assert.ok(titlesIn(`{"deviceIds":["${unknown}"]}`).includes('Use “Pixel 8”'));
    assert.ok(!titlesIn('{"name":x}').includes('Use “Pixel 8”'));
    assert.ok(!titlesIn('[]').includes('Use “Pixel 8”'));
  });

  it('quick fixes remove the diagnostic that they fix, and leave valid syntax', () => {
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
