import assert from 'node:assert/strict';
import { createCatalog, type FlowCatalog } from '../../../../src/flow/catalog.ts';
import { pathText } from '../../../../src/flow/pathText.ts';
import { summarize, formatCounts } from '../../../../src/flow/check/checkSummary.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { BROKEN, flow, found, LOCATE, samples, step, trigger } from './findings.ts';

const ROUTE = '33333333-3333-4333-8333-333333333333';
const FREE = '44444444-4444-4444-8444-444444444444';
const OTHER = '55555555-5555-4555-8555-555555555555';
const point = {
  type: 'object',
  required: ['x'],
  additionalProperties: false,
  properties: { x: { type: 'integer' }, pace: { enum: ['slow', 'fast', 3] } },
};
const paramsSchema = {
  type: 'object',
  required: ['points'],
  additionalProperties: false,
  properties: { points: { type: 'array', items: point }, style: point },
};
const known: FlowCatalog = createCatalog([
  { id: ROUTE, name: 'Walk a route', paramsSchema },
  { id: FREE, name: 'Free' },
  { id: OTHER, name: 'Free hand', params: 'none', paramsSchema: { type: 'object', maxProperties: 0 } },
]);

function walk(params: string): string {
  return flow('', `{"actionId":"${ROUTE}","position":1,"overrides":{"params":${params}}}`);
}

describe('flow/check/moreFindings: location and message of a finding', () => {
  const cases: readonly (readonly [name: string, params: string, ...wanted: string[]])[] = [
    ['valid parameters', '{"points":[{"x":1,"pace":"slow"}]}'],
    [
      'a missing parameter, at the name of the parameters',
      '{}',
      'param-missing error «"params"»: The parameters of “Walk a route” must have the property “points”.',
    ],
    [
      'a missing property of an item, at its first character',
      '{"points":[{"x":1},{}]}',
      'param-missing error «{»: “points, item 2” must have the property “x”.',
    ],
    [
      'a missing property of a property, at its name',
      '{"points":[],"style":{}}',
      'param-missing error «"style"»: “style” must have the property “x”.',
    ],
    [
      'a value in a list, at the value',
      '{"points":[{"x":"1"}]}',
      'param-type error «"1"»: “points, item 1, x” must be an integer, not "1".',
    ],
    [
      'a mistyped name, at the name',
      '{"points":[{"x":1,"pase":"slow"}]}',
      'param-unknown error «"pase"»: “points, item 1, pase” is not a known property; known are "x" or "pace". Did you mean "pace"?',
    ],
    [
      'a mistyped value, at the value',
      '{"points":[{"x":1,"pace":"fest"}]}',
      'param-value error «"fest"»: “points, item 1, pace” must be "slow", "fast", or 3, not "fest". Did you mean "fast"?',
    ],
    [
      'a value that is not one of the allowed ones',
      '{"points":[{"x":1,"pace":"wandering"}]}',
      'param-value error «"wandering"»: “points, item 1, pace” must be "slow", "fast", or 3, not "wandering".',
    ],
  ];
  for (const [name, params, ...wanted] of cases) {
    it(`the location and message of a finding are those of ${name}`, () =>
      assert.deepEqual(found(walk(params), known), wanted));
  }

  it('the location and message of a finding have the data for a quick fix', () => {
    const data = (params: string): unknown => checkFlow(parseFlow(walk(params)), known)[0]?.data;
    assert.deepEqual(data('{}'), { path: [], keyword: 'required', missing: 'points' });
    assert.deepEqual(data('{"points":[{"x":1,"pace":"fest"}]}'), {
      path: ['points', 0, 'pace'],
      keyword: 'enum',
      expected: ['slow', 'fast', 3],
      similar: ['fast'],
    });
    assert.deepEqual(data('{"points":1}'), { path: ['points'], keyword: 'type', expected: 'array' });
  });

  it('the location and message of a finding have a readable path that counts from 1', () => {
    assert.equal(pathText(['fields', 'code', 'type']), 'fields.code.type');
    assert.equal(pathText(['steps', 0, 'x']), 'steps, item 1, x');
    assert.equal(pathText([2, 'x']), 'item 3, x');
  });
});

describe('flow/check/moreFindings: finding in an entry', () => {
  const entry = (more: string): string => flow('', `{"position":1${more}}`);

  it('a finding in an entry reports that its action or a required parameter of the action is missing', () => {
    assert.deepEqual(found(entry('')), [
      'missing-field error «{»: An entry must have the property “actionId”.',
    ]);
    assert.deepEqual(found(entry(',"actionId":7')), [
      'wrong-type error «7»: “actionId” must be a string, not 7.',
    ]);
    assert.deepEqual(found(entry(`,"actionId":"${LOCATE}"`)), [
      `param-missing error «"${LOCATE}"»: The parameters of “Set location” must have the property “latitude”.`,
      `param-missing error «"${LOCATE}"»: The parameters of “Set location” must have the property “longitude”.`,
    ]);
    assert.deepEqual(found(flow('', step(1, ',"children":[{}]'))), [
      'missing-field error «{»: A child must have the property “actionId”.',
      'missing-field error «{»: A child must have the property “position”.',
    ]);
  });

  it('a finding in an entry is absent if the action accepts anything or requires nothing', () => {
    assert.deepEqual(found(entry(`,"actionId":"${FREE}","overrides":{"params":{"a":[1]}}`), known), []);
    assert.deepEqual(found(entry(`,"actionId":"${OTHER}","overrides":null`), known), []);
    assert.deepEqual(found(entry(`,"actionId":"${OTHER}","overrides":{"params":{"a":1}}`), known), [
      'param-value error «"params"»: The parameters of “Free hand” must have at most 0 properties, not 1.',
    ]);
  });

  it('a finding in an entry reports an unknown action only if all actions are known, with a suggestion', () => {
    const unknown = entry(`,"actionId":"${BROKEN}"`);
    const text = (meant: string): string =>
      `unknown-action error «"${BROKEN}"»: The catalog has no action "${BROKEN}".${meant}`;
    assert.deepEqual(found(unknown, known), [text('')]);
    assert.deepEqual(found(unknown, { ...known, isComplete: false }), []);
    const named = entry(`,"actionId":"${BROKEN}","nameOverride":"free"`);
    assert.deepEqual(found(named, known), [text(` Did you mean “Free” (${FREE})?`)]);
    const [finding] = checkFlow(parseFlow(named), known);
    assert.deepEqual(finding?.data, { similar: [FREE, OTHER] });
    const children = flow('', step(1, `,"children":[{"actionId":"${BROKEN}","position":1}]`));
    const open = { ...samples, isComplete: false };
    assert.deepEqual(found(children, open), []);
    assert.deepEqual(found(children, samples), [text('')]);
  });

  it('a finding in an entry reports only what is wrong besides an unknown action or one that accepts anything', () => {
    const misnamed = (id: string): string => entry(`,"actionId":"${id}","nameOverride":7`);
    const wanted = ['wrong-type error «7»: “nameOverride” must be a string or null, not 7.'];
    assert.deepEqual(found(misnamed(FREE), known), wanted);
    assert.deepEqual(found(misnamed(BROKEN), { ...known, isComplete: false }), wanted);
  });

  it('a finding in an entry covers the positions of children and their parameters', () => {
    const children = (...list: readonly string[]): string =>
      flow('', step(1, `,"children":[${list.join()}]`));
    assert.deepEqual(found(children(step(1), step(2))), []);
    assert.deepEqual(found(children(step(1), step(2).replace('"longitude":2', '"longitude":"a"'))), [
      'param-type error «"a"»: “longitude” must be a number, not "a".',
    ]);
    assert.deepEqual(found(children(step(2), step(1))), [
      'unordered-position warning «1»: This step runs before the one above it, which has position 2, not after it.',
    ]);
    const reading = children(step(1).replace('2}', '"{{item}}"}'));
    assert.deepEqual(found(reading), [
      'template-scope warning «{{item}}»: {{item}} has a value only in the children of a step that repeats them.',
    ]);
    // Nothing is known about the parent without its action.
    assert.deepEqual(found(reading, { ...createCatalog([]), isComplete: false }), []);
  });
});

describe('flow/check/moreFindings: finding in an expression', () => {
  const wrong = (text: string): string[] => found(flow('', step(1).replace('2}', `2,"note":${text}}`)));

  it('a finding in an expression is at the expression, or at the whole string if escape sequences shift the offsets', () => {
    assert.deepEqual(wrong('["a {{1}} b {{event.x}} {{steps.set-location.x}}"]'), [
      'template-syntax warning «{{1}}»: {{1}} is not an expression such as {{steps.read-text.body.text}}.',
      'template-name hint «{{event.x}}»: The trigger has no known field “x”.',
      'template-order warning «{{steps.set-location.x}}»: Step 1 (Set location) has not run yet when step 1 begins; only steps that have run have an output.',
    ]);
    assert.deepEqual(wrong(String.raw`"\n{{1}}"`), [
      String.raw`template-syntax warning «"\n{{1}}"»: {{1}} is not an expression such as {{steps.read-text.body.text}}.`,
    ]);
  });

  it('a finding in an expression reports a step that runs later, even if an earlier one has the same name', () => {
    const keyed = (number: number): string => step(number, `,"key":"step-${number}"`);
    const later = step(2).replace('2}', '2,"note":"{{steps.step-1.x}} {{steps.step-3.x}}"}');
    assert.deepEqual(found(flow('', keyed(1), later, keyed(3))), [
      'template-name hint «{{steps.step-1.x}}»: Step 1 (Set location) has no known field “x”.',
      'template-order warning «{{steps.step-3.x}}»: Step 3 (Set location) has not run yet when step 2 begins; only steps that have run have an output.',
    ]);
    assert.deepEqual(wrong('"{{steps.none.x}}"'), [
      'template-order warning «{{steps.none.x}}»: No step has the key “none”. Choose another value.',
    ]);
  });

  it('a finding in an expression reports an unknown first name, with a suggestion', () => {
    const roots = 'expressions begin with event, steps, item, index, flow, device, execution.';
    assert.deepEqual(wrong('"{{wandering.x}}"'), [
      `template-unknown hint «{{wandering.x}}»: The sandbox knows no “wandering”; ${roots}`,
    ]);
    assert.deepEqual(wrong('"{{index}}"'), [
      'template-scope warning «{{index}}»: {{index}} has a value only in the children of a step that repeats them.',
    ]);
    assert.deepEqual(wrong('"{{flow.name}} {{device.name}} {{execution.id}}"'), []);
  });
});

describe('flow/check/moreFindings: finding in the settings', () => {
  const device = samples.devices![0]!.id;
  const webhook = samples.webhooks![0]!.id;
  const cases: readonly (readonly [name: string, text: string, ...wanted: string[]])[] = [
    [
      'an empty file',
      '',
      'not-a-flow error «»: The file is empty. A flow needs a name, a trigger and actions.',
    ],
    [
      'a file of comments',
      '// nothing',
      'comment warning «// nothing»: JSON has no comments; the service is sent the flow without them.',
      'syntax error «»: A value is expected here.',
    ],
    [
      'a flow without a name',
      `{"triggerId":"${trigger}","actions":[${step(1)}]}`,
      'missing-field error «{»: A flow must have the property “name”.',
    ],
    [
      'a list among the entries',
      flow('', step(1), '[]'),
      'wrong-type error «[]»: An entry must be an object, not an array.',
    ],
    [
      'selected steps with one inside another',
      flow(
        '"recordingPolicy":{"mode":"selected_steps"},',
        step(1).replace(/}$/, `,"children":[${step(1).replace(/}$/, ',"recordingEnabled":true}')}]}`),
      ),
    ],
    ['a webhook that is used', flow(`"notifyWebhookId":"${webhook}","notifyOnFailure":true,`, step(1))],
    [
      'two notifications without a webhook',
      flow('"notifyWebhookId":null,"notifyOnSuccess":true,"notifyOnFailure":true,', step(1)),
      'nothing-to-notify warning «"notifyOnSuccess"»: “notifyOnSuccess” has no effect without “notifyWebhookId”: nothing is notified.',
      'nothing-to-notify warning «"notifyOnFailure"»: “notifyOnFailure” has no effect without “notifyWebhookId”: nothing is notified.',
    ],
    ['disabled notifications', flow('"notifyOnSuccess":false,"notifyOnFailure":false,', step(1))],
    ...['null', '0'].map(
      seconds =>
        [
          `a scope with a cooldown of ${seconds}`,
          flow(`"cooldownScope":"flow","cooldownSeconds":${seconds},`, step(1)),
          'unused-setting warning «"cooldownScope"»: “cooldownScope” has no effect without “cooldownSeconds” above 0.',
        ] as const,
    ),
    ['a scope with a cooldown', flow('"cooldownScope":"flow","cooldownSeconds":1,', step(1))],
    [
      'attempts without self-healing',
      flow('"selfHealingMaxAttempts":2,', step(1)),
      'unused-setting warning «"selfHealingMaxAttempts"»: “selfHealingMaxAttempts” has no effect unless “selfHealingEnabled” is true.',
    ],
    ['attempts with self-healing', flow('"selfHealingMaxAttempts":2,"selfHealingEnabled":true,', step(1))],
    ['known devices', flow(`"deviceIds":["${device}","${samples.devices![1]!.id}"],`, step(1))],
    [
      'an empty ID',
      flow('', step(1)).replace(trigger, ''),
      'wrong-value error «""»: “triggerId” must be a UUID and is empty.',
    ],
  ];
  for (const [name, text, ...wanted] of cases) {
    it(`a finding in the settings is right for ${name}`, () => assert.deepEqual(found(text), wanted));
  }

  it('a finding in the settings names the location of the device that is listed before', () => {
    const text = flow(`"deviceIds":["${device}","${device}"],`, step(1));
    const [twice] = checkFlow(parseFlow(text), samples);
    const start = text.indexOf(device) - 1;
    assert.deepEqual(twice?.related, [
      { start, end: start + device.length + 2, message: 'It is listed here.' },
    ]);
  });

  it('a finding in the settings is absent for records whose list is unknown', () => {
    const ids = `"deviceIds":["${BROKEN}"],"notifyWebhookId":"${BROKEN}","notifyOnSuccess":true,`;
    const text = flow(ids, step(1)).replace(trigger, BROKEN);
    const nothing = createCatalog([samples.action(LOCATE)!]);
    assert.deepEqual(found(text, nothing), []);
  });
});

describe('flow/check/moreFindings: summary of findings', () => {
  it('a summary of findings counts a file once, whatever else it contains', () => {
    const summary = summarize([
      [{ severity: 'hint' }, { severity: 'error' }],
      [{ severity: 'warning' }, { severity: 'information' }],
      [{ severity: 'information' }],
    ]);
    assert.deepEqual(summary, { files: 3, errors: 1, warnings: 1, notes: 3, wrong: 2 });
    assert.equal(formatCounts({ ...summary, notes: 1 }), '1 error, 1 warning, 1 note');
  });
});
