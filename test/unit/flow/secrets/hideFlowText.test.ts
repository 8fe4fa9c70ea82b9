import assert from 'node:assert/strict';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { hideFlowText } from '../../../../src/flow/secrets/hideFlowText.ts';
import { secretFlow } from '../../../support/secretFlow.ts';

const ACTION = '00000000-0000-4000-8000-000000000001';
const MARKED = '00000000-0000-4000-8000-000000000002';
const paramsSchema = {
  type: 'object',
  properties: {
    words: { type: 'string', format: 'password' },
    deep: { type: 'object', properties: { inner: { type: 'string', writeOnly: true } } },
  },
};
const catalog = createCatalog([
  { id: ACTION, name: 'Send Request', method: 'webhooks.request' },
  { id: MARKED, name: 'Log In', paramsSchema },
]);

function shownOf(text: string): string {
  return hideFlowText(text, catalog).text;
}

/** Asserts that a text has none of some secrets, and is otherwise as before. */
function assertHidden(text: string, secrets: readonly string[]): void {
  const shown = shownOf(text);
  for (const secret of secrets) {
    assert.ok(text.includes(secret), `${secret} is not in the test`);
    assert.ok(!shown.includes(secret), `${secret} is shown in ${shown}`);
  }
}

it('the text of a flow file without secrets has none of 25 secrets of many kinds, and everything else', () => {
  const { text, canaries, harmless } = secretFlow(ACTION, { name: 'Send' });
  const shown = shownOf(text);
  assert.ok(canaries.length > 25);
  assert.deepEqual(
    canaries.filter(canary => shown.includes(canary)),
    [],
  );
  assert.deepEqual(
    harmless.filter(one => !shown.includes(one)),
    [],
  );
});

it('the text of a flow file without secrets hides what the schema of an action marks, wherever its parameters stand', () => {
  for (const entry of [
    { overrides: { params: { words: 'one', deep: { inner: 'two', other: 'kept' } } } },
    { params: { words: 'one', deep: { inner: 'two' } } },
    { overrides: { words: 'one', deep: { inner: 'two' } } },
    { words: 'one', deep: { inner: 'two' } },
    { children: [{ actionId: MARKED, overrides: { params: { words: 'one', deep: { inner: 'two' } } } }] },
  ]) {
    assertHidden(JSON.stringify({ actions: [{ actionId: MARKED, ...entry }] }), ['one', 'two']);
    assertHidden(JSON.stringify([[{ actionId: MARKED.toUpperCase(), ...entry }]]), ['one', 'two']);
  }
  const twice = `{"actionId":"${MARKED}","overrides":{"params":{"words":"one","words":"two"},"params":{"words":"three"}}}`;
  assertHidden(twice, ['one', 'two', 'three']);
});

it('the text of a flow file without secrets hides secrets of texts that are no valid JSON', () => {
  for (const text of [
    '{"password": "canary"',
    '{"password": "canary\n, "a": 1}',
    '{"password": \'canary\'}',
    '{password: "canary"}',
    '{"password" "canary"}',
    '{"a": 1} {"password": "canary"}',
    'x {"password": "canary"}',
    '// password: "canary"\n{}',
    '{"a": 1 /* token=canary */}',
    '{"a": [1, "password": "canary"]}',
    `${'['.repeat(600)}{"password": "canary"}`,
    '{"https://ada:canary@host/": 1}',
    'password=canary',
    `${'[1] '.repeat(100_000)}{"password": "canary"}`,
  ])
    assertHidden(text, ['canary']);
});

it('the text of a flow file without secrets hides what a schema marks in a file with a merge conflict', () => {
  const step = `{"actionId": "${MARKED}", "overrides": {"params": {"words": "canary"}}}`;
  assertHidden(`{"actions": [${step}],\n<<<<<<< HEAD\n"name": "A"\n=======\n"name": "B"\n>>>>>>> other\n}`, [
    'canary',
  ]);
});

it('the text of a flow file without secrets is the same text if there are no secrets', () => {
  for (const text of [
    '',
    'null',
    '{ "name" : "A",\n\t"actions": [ {"actionId": "x", "overrides": {"params": {"key": "Enter", "x": 1.50}}} ] } // end\n',
    '{"password": "", "token": null, "secret": true, "pin": "{{event.payload.pin}}"}',
    '{"password": "••••••"}',
  ])
    assert.equal(shownOf(text), text);
});
