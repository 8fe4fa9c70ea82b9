import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { demoActionId, demoCatalog } from '../../../src/sandbox/demo/demoCatalog.ts';
import { readText } from '../../support/memoryFlow.ts';
import { findUnknownFields } from '../../../src/flowEditor/details.ts';
import { stepCards } from '../../../src/flowEditor/stepCards.ts';
import { describeInSteps } from '../../../src/flowEditor/stepValues.ts';

const TIMED = '55555555-5555-4555-8555-555555555555';
const LOGIN = '11111111-1111-4111-8111-111111111111';
const WAIT = '22222222-2222-4222-8222-222222222222';
const REFER = '44444444-4444-4444-8444-444444444444';
const GONE = '33333333-3333-4333-8333-333333333333';

const catalog = createCatalog([
  {
    id: TIMED,
    name: 'Wait long',
    paramsSchema: {
      type: 'object',
      properties: {
        duration: { type: 'string', format: 'duration' },
        timeoutSeconds: { type: 'integer' },
        limit: { type: 'integer' },
      },
    },
  },
  {
    id: LOGIN,
    name: 'Log in',
    service: 'devices_api',
    params: { host: 'example.test', user: 'me', retries: 3 },
    paramsSchema: {
      type: 'object',
      required: ['user'],
      properties: {
        host: { type: 'string' },
        user: { type: 'string' },
        secret: { type: 'string', format: 'password' },
        note: { type: 'string', writeOnly: true },
        retries: { type: 'integer', title: 'Attempts' },
        tagIds: { type: 'array' },
        account: { type: 'object', properties: { pin: { type: 'string', format: 'password' } } },
      },
    },
  },
  {
    id: REFER,
    name: 'Refer',
    paramsSchema: {
      properties: { referred: { $ref: '#/$defs/account' }, plain: { type: 'string' } },
      patternProperties: { _$: { writeOnly: true } },
      allOf: [{ properties: { composed: { allOf: [{ $ref: '#/$defs/password' }] } } }],
      oneOf: [{ properties: { chosen: { $ref: '#/$defs/password' } } }, { required: ['plain'] }],
      dependentSchemas: { plain: { properties: { needed: { format: 'password' } } } },
      $defs: {
        account: {
          title: 'Account',
          properties: { pin: { $ref: '#/$defs/password' }, again: { $ref: '#/$defs/account' } },
        },
        password: { type: 'string', format: 'password' },
      },
    },
  },
  { id: WAIT, name: 'Wait', service: 'elsewhere' },
]);

function read(actions: readonly unknown[]) {
  return readText(JSON.stringify({ name: 'A', actions }), catalog);
}

function cardsOf(actions: readonly unknown[]) {
  const { document, steps, problems } = read(actions);
  const labelOf = describeInSteps(document, { catalog });
  return stepCards(steps, catalog, problems, undefined, labelOf);
}

it('the rows of the visual editor show the name, the action, and the result of a step', () => {
  const [login, wait, gone] = cardsOf([
    { actionId: LOGIN, position: 1, nameOverride: 'Log in as Ann', continueOnError: true },
    { actionId: WAIT, position: 2, children: [{ actionId: GONE, position: 1 }] },
  ]);
  assert.equal(login?.name, 'Log in as Ann');
  assert.equal(login.action, 'Log in');
  assert.equal(login.service, 'Devices');
  assert.equal(login.continueOnError, true);
  assert.equal(wait?.service, 'elsewhere');
  assert.equal(wait.canContainSteps, true);
  assert.deepEqual(gone?.step, [1, 0]);
  assert.equal(gone.known, false);
  assert.equal(gone.action, 'Unknown action');
  assert.equal(gone.canContainSteps, false);
  assert.equal(gone.errors, 1);
});

it('the rows of the visual editor show the most important parameters: own ones first, required before others, three at most', () => {
  const [card] = cardsOf([
    { actionId: LOGIN, position: 1, overrides: { params: { retries: 5, tagIds: ['a', true], user: '' } } },
  ]);
  assert.deepEqual(card?.facts, [
    { name: 'Attempts', value: '5', pieces: undefined },
    { name: 'Tag IDs', value: 'a, yes', pieces: undefined },
    { name: 'Host', value: 'example.test', pieces: undefined },
  ]);
});

it('the rows of the visual editor show durations in words, and expressions with the name of the parameter as it is', () => {
  const facts = (params: object): unknown =>
    cardsOf([{ actionId: TIMED, position: 1, overrides: { params } }])[0]?.facts.map(
      ({ name, value }) => `${name} ${value}`,
    );
  assert.deepEqual(facts({ duration: 'PT3S', timeoutSeconds: 120, limit: 120 }), [
    'Duration 3 seconds',
    'Timeout 2 minutes',
    'Limit 120',
  ]);
  assert.deepEqual(facts({ duration: 'soon', timeoutSeconds: 'soon' }), [
    'Duration soon',
    'Timeout seconds soon',
  ]);
});

it('the rows of the visual editor name an element in words, without the other way to find it', () => {
  const demo = createCatalog(demoCatalog);
  const cards = (params: object, method = 'device.tap'): unknown => {
    const actions = [{ actionId: demoActionId(method), position: 1, overrides: { params } }];
    const { document, steps, problems } = readText(JSON.stringify({ name: 'A', actions }), demo);
    const labelOf = describeInSteps(document, { catalog: demo });
    return stepCards(steps, demo, problems, undefined, labelOf)[0]?.facts.map(
      ({ name, value }) => `${name} ${value}`,
    );
  };
  const byId = { by: 'resourceId', resourceId: 'org.sandbox.form:id/form.name' };
  const byText = { by: 'text', text: 'Name' };
  assert.deepEqual(cards({ target: byId, fallback: byText }), ['Target ID form.name']);
  assert.deepEqual(cards({ target: byText }), ['Target Text “Name”']);
  assert.deepEqual(cards({ target: { by: 'point', x: 1, y: 2 } }), ['Target Point 1, 2']);
  assert.deepEqual(cards({ text: 'Name' }, 'device.typeText'), ['Text Name']);
  const decided = { by: 'text', text: '{{steps.read.body.label}}' };
  assert.match(String(cards({ target: decided })), /^Target text, /);
});

it('the rows of the visual editor show labels in place of expressions, and those without a value as problems', () => {
  const [, card] = cardsOf([
    { actionId: WAIT, position: 1, nameOverride: 'Wait for mail' },
    {
      actionId: WAIT,
      position: 2,
      overrides: {
        params: {
          text: 'Code {{steps.wait-for-mail.body.code}} of {{steps.none.body.code}}',
          list: ['{{flow.name}}', 'b'],
        },
      },
    },
  ]);
  const [text, list] = card?.facts ?? [];
  assert.deepEqual(text?.pieces, [
    { kind: 'text', parts: ['Code '] },
    { kind: 'value', parts: ['1 Wait for mail', 'code'] },
    { kind: 'text', parts: [' of '] },
    { kind: 'problem', parts: ['Missing step'] },
  ]);
  assert.equal(text.value, 'Code 1 Wait for mail › code of Missing step');
  assert.deepEqual(list?.pieces, [
    { kind: 'value', parts: ['Flow', 'name'] },
    { kind: 'text', parts: [', b'] },
  ]);
});

it('the rows of the visual editor cut no label, and show no more than fits', () => {
  const long = `{{steps.wait.body.code}} ${'x'.repeat(40)} {{flow.name}} ${'y'.repeat(40)}`;
  const [, card] = cardsOf([
    { actionId: WAIT, position: 1, nameOverride: 'Wait' },
    { actionId: WAIT, position: 2, overrides: { params: { long } } },
  ]);
  const pieces = card?.facts[0]?.pieces ?? [];
  assert.deepEqual(pieces[0], { kind: 'value', parts: ['1 Wait', 'code'] });
  assert.equal(pieces.length, 2);
  assert.match(pieces[1]?.parts[0] ?? '', /^ x+…$/);
});

it('the rows of the visual editor show no secret, and only the start of a long text', () => {
  const params = { secret: 'hunter2', account: { pin: 'hunter3' }, host: 'x'.repeat(80) };

  const [card] = cardsOf([{ actionId: LOGIN, position: 1, overrides: { params } }]);
  const shown = JSON.stringify(card);
  assert.ok(!shown.includes('hunter'), shown);
  const [other] = cardsOf([{ actionId: LOGIN, position: 1, overrides: { params: { note: 'hunter4' } } }]);
  assert.ok(!JSON.stringify(other).includes('hunter'));
  const hidden = {
    referred: 'Account',
    composed: 'Composed',
    chosen: 'Chosen',
    needed: 'Needed',
    free_: 'Free',
  };
  for (const [key, name] of Object.entries(hidden)) {
    for (const value of ['hunter5', { pin: 'hunter6' }]) {
      const [one] = cardsOf([{ actionId: REFER, position: 1, overrides: { params: { [key]: value } } }]);
      assert.deepEqual(one?.facts, [{ name, value: '••••••', pieces: undefined }]);
    }
  }
  const plain = { plain: 'seen' };
  const [open] = cardsOf([{ actionId: REFER, position: 1, overrides: { params: plain } }]);
  assert.deepEqual(open?.facts, [{ name: 'Plain', value: 'seen', pieces: undefined }]);
  assert.ok(card?.facts.some(({ value }) => value.length < 60 && value.endsWith('…')));
});

it('the rows of the visual editor have additional fields by path', () => {
  const [odd, plain] = read([
    { actionId: WAIT, position: 1, mine: 1, overrides: { params: {}, url: 2 } },
    { actionId: WAIT, position: 2, children: [] },
  ]).steps;
  assert.ok(odd && plain);
  assert.deepEqual(findUnknownFields(odd.model), { mine: 1, overrides: { url: 2 } });
  assert.equal(findUnknownFields(plain.model), undefined);
});
