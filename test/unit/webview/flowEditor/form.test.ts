import assert from 'node:assert/strict';
import { readTyped, stepValue } from '../../../../src/webview/flowEditor/form/typed.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import type { FormNode } from '../../../../src/flow/form/formNode.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import type { StepDetails } from '../../../../src/protocol/flowEditor.ts';
import { draftEdit, ownerOf, valueEdit } from '../../../../src/webview/flowEditor/drafts.ts';
import { limitsOf, onlyPatternOf } from '../../../../src/webview/flowEditor/form/limits.ts';
import { wrongName } from '../../../../src/webview/flowEditor/form/wrongName.ts';
import { partAt, placeByField } from '../../../../src/webview/flowEditor/problemPlaces.ts';
import { groupSettings } from '../../../../src/webview/flowEditor/settingsGroups.ts';

const schema = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 20 },
    times: { type: 'integer', minimum: 1, maximum: 5 },
    point: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
    either: { oneOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'integer' } } }] },
    list: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } },
  },
};

function form(own: unknown, inherited?: unknown): FormNode {
  return describeForm(new SchemaReader(schema), { ownValue: own, inherited });
}

function step(own: unknown, inherited?: unknown): StepDetails {
  return {
    kind: 'step',
    step: [2],
    actionId: 'a',
    action: 'Tap',
    description: '',
    service: '',
    method: '',
    nameOverride: '',
    continueOnError: false,
    isRecorded: undefined,
    known: true,
    schema: 'given',
    outcome: undefined,
    elementPointers: [],
    attempts: [],
    references: [],
    form: form(own, inherited),
    problems: [],
    values: [],
    others: undefined,
  };
}

function error(...path: (string | number)[]): StepDetails['problems'][number] {
  return { severity: 'error', message: path.join('.'), path, keyword: undefined, missing: undefined };
}

describe('webview/flowEditor/form: pattern of a field', () => {
  const patternOf = (text: object): string | undefined => {
    const properties = { text: { type: 'string', ...text } };
    const described = describeForm(new SchemaReader({ type: 'object', properties }), {
      ownValue: { text: 'a' },
      inherited: undefined,
    });
    return onlyPatternOf(partAt(described, '/text') ?? assert.fail());
  };
  // No words and no example follow from it.
  const pattern = '^(?!x)';

  it('the pattern of a field is shown at once if nothing else says what it takes', () =>
    assert.equal(patternOf({ pattern }), pattern));

  it('the pattern of a field is shown on demand beside a description, an example, or a sentence, and if it is long', () => {
    assert.equal(patternOf({ pattern, description: 'The code on the label.' }), undefined);
    assert.equal(patternOf({ pattern, examples: ['ABC-1'] }), undefined);
    assert.equal(patternOf({ pattern, minLength: 4, maxLength: 9 }), undefined);
    assert.equal(patternOf({ pattern: '^[A-Z]{3}-[0-9]+$' }), undefined, 'an example follows from it');
    assert.equal(patternOf({ pattern: `^(?!${'ab|cd|'.repeat(20)}e)` }), undefined);
  });
});

describe('webview/flowEditor/form: fields of a form', () => {
  it('the fields of a form are found by their pointers, through unions', () => {
    const drawn = form({ either: { id: 3 }, list: ['a'] });
    assert.equal(partAt(drawn, '/either/id')?.kind, 'number');
    assert.equal(partAt(drawn, '/either')?.kind, 'object');
    assert.equal(partAt(drawn, '/list/0')?.kind, 'text');
    assert.equal(partAt(drawn, '/nothing'), undefined);
  });

  it('the fields of a form have their own problems and those of values without a field', () => {
    const problems = [
      error('params', 'text'),
      error('params', 'list', 7, 'x'),
      error('params'),
      error('position'),
    ];
    const places = placeByField(form({ list: ['a'] }), problems, ['params']);
    assert.deepEqual(
      [...places].map(([pointer, found]) => [pointer, found.length]),
      [
        ['/text', 1],
        ['/list', 1],
        ['', 1],
      ],
    );
  });

  it('the fields of a form describe their limits in sentences', () => {
    const drawn = form({});
    const limits = (pointer: string): string => limitsOf(partAt(drawn, pointer)!).join(' ');
    assert.equal(limits('/text'), 'Takes 1 to 20 characters.');
    assert.equal(limits('/times'), 'Takes a whole number from 1 to 5.');
    assert.equal(limits('/list'), 'Takes at least 1 item. Takes each item once.');
    const large = {
      properties: { note: { type: 'string', maxLength: 2048 }, ids: { type: 'array', maxItems: 256 } },
    };
    const generous = describeForm(new SchemaReader(large), { ownValue: {} });
    assert.deepEqual(
      ['/note', '/ids'].flatMap(pointer => limitsOf(partAt(generous, pointer)!)),
      [],
    );
  });
});

describe('webview/flowEditor/form: typed text in a field', () => {
  const draft = (field: string, as: 'text' | 'number' | 'name', text: string) => ({
    owner: ownerOf(step({})),
    field,
    as,
    text,
    before: '',
  });

  it('typed text in a field becomes the edit that sets it', () => {
    assert.deepEqual(draftEdit(step({}), draft('/times', 'number', '3')), {
      kind: 'edit',
      edit: { kind: 'set', location: { in: 'params', step: [2], path: ['times'] }, value: 3 },
    });
  });

  it('typed text in a field changes nothing if the file has the value, and is pending if it is invalid', () => {
    assert.equal(draftEdit(step({ times: 3 }), draft('/times', 'number', '3.0')).kind, 'written');
    assert.equal(draftEdit(step({ times: 3 }), draft('/times', 'number', '3x')).kind, 'unfinished');
    assert.equal(draftEdit(step({}), draft('/gone', 'text', 'x')).kind, 'gone');
  });

  it('typed text in a field copies an inherited parameter completely before a part of it changes', () => {
    const details = step({ text: 'a' }, { point: { x: 1, y: 2 } });
    assert.deepEqual(valueEdit(details, '', ['point', 'x'], { kind: 'set', value: 5 }), {
      kind: 'set',
      location: { in: 'params', step: [2], path: ['point'] },
      value: { x: 5, y: 2 },
    });
  });

  it('typed text in a field adds the constants of a form that it starts', () => {
    const kinds = {
      properties: {
        target: {
          oneOf: [
            {
              required: ['by', 'text'],
              properties: { by: { const: 'text' }, text: { type: 'string' } },
            },
            { required: ['by', 'x'], properties: { by: { const: 'point' }, x: { type: 'integer' } } },
          ],
        },
      },
    };
    const empty = { ...step({}), form: describeForm(new SchemaReader(kinds), { ownValue: {} }) };
    assert.deepEqual(draftEdit(empty, draft('/target/text', 'text', 'Menu')), {
      kind: 'edit',
      edit: {
        kind: 'set',
        location: { in: 'params', step: [2], path: ['target'] },
        value: { by: 'text', text: 'Menu' },
      },
    });
    const begun = describeForm(new SchemaReader(kinds), { ownValue: { target: { by: 'text' } } });
    assert.deepEqual(draftEdit({ ...empty, form: begun }, draft('/target/text', 'text', 'Menu')), {
      kind: 'edit',
      edit: { kind: 'set', location: { in: 'params', step: [2], path: ['target', 'text'] }, value: 'Menu' },
    });
  });

  it('typed text in a field changes the name of a step', () => {
    assert.deepEqual(draftEdit(step({}), draft(':name', 'name', 'Open it')), {
      kind: 'edit',
      edit: { kind: 'renameStep', step: [2], name: 'Open it' },
    });
  });
});

describe('webview/flowEditor/form: form helpers', () => {
  it('form helpers increment numbers without binary rounding errors, within their bounds', () => {
    assert.equal(stepValue({ step: 0.1 }, 0.2, 1), 0.3);
    assert.equal(stepValue({ minimum: 1, maximum: 5 }, 5, 1), 5);
    assert.equal(stepValue({ minimum: 1 }, 1, -1), 1);
    assert.equal(stepValue({}, 1.25, 1), 2.25);
  });

  it('form helpers report the problem of a new name', () => {
    assert.equal(wrongName('x-a', [], { patterns: ['^x-'] }), undefined);
    assert.match(wrongName('a', [], { patterns: ['^x-'] }) ?? '', /matches \^x-/);
    assert.match(wrongName('a', ['a'], { patterns: [] }) ?? '', /already/);
    assert.match(wrongName('', [], { patterns: [] }) ?? '', /Enter/);
    assert.match(wrongName('c', [], { patterns: [], names: ['a', 'b'] }) ?? '', /one of a, b/);
  });

  it('form helpers group the settings without omitting any', () => {
    const settings = ['name', 'triggerId', 'somethingNew'].map(name => ({ ...form({}), path: [name] }));
    const groups = groupSettings(settings);
    assert.deepEqual(
      groups.map(({ title }) => title),
      ['General', 'Trigger and devices', 'Other'],
    );
    assert.equal(groups.flatMap(({ parts }) => parts).length, settings.length);
  });
});

describe('webview/flowEditor/form: typed number', () => {
  const field = { required: true, path: ['times'], origin: 'absent' } as const;
  for (const text of [
    '9007199254740993',
    '1e400',
    '-1e400',
    '0.12345678901234567890',
    '9007199254740993,5',
  ]) {
    it(`the typed number ${text} is invalid if it loses precision`, () => {
      assert.equal(readTyped('number', field, text).kind, 'unfinished');
    });
  }
  for (const text of ['9007199254740993', '{"a":[1e400]}']) {
    it(`the typed text ${text} is not valid JSON if one of its numbers loses precision`, () => {
      assert.equal(readTyped('json', field, text).kind, 'unfinished');
    });
  }
  for (const [text, value] of [
    ['1e2', 100],
    ['.5', 0.5],
    ['+3', 3],
    ['9007199254740992', 9007199254740992],
  ] as const) {
    it(`the typed number ${text} is a value`, () => {
      assert.deepEqual(readTyped('number', field, text), { kind: 'change', change: { kind: 'set', value } });
    });
  }
});
