import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { DIAGNOSTIC_TITLES } from '../../../../src/flow/document/diagnostic.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import {
  BROKEN,
  catalog,
  FIXED,
  flow,
  found,
  LOCATE,
  samples,
  step,
  trigger,
  FREE,
  UNREAD,
} from './findings.ts';

describe('flow/check/checkFlow', () => {
  it('the checks of a flow find nothing in a valid flow', () =>
    assert.deepEqual(found(flow('', step(1), step(2))), []));

  const cases: readonly (readonly [name: string, text: string, ...wanted: string[]])[] = [
    [
      'a comment',
      flow('/* a */', step(1)),
      'comment warning «/* a */»: JSON has no comments; the service is sent the flow without them.',
    ],
    [
      'a trailing comma',
      flow('', step(1, ',')),
      'trailing-comma warning «,»: No comma is expected before a closing bracket.',
    ],
    [
      'a trailing comma before a comment',
      flow('', step(1, ', // the end\n')),
      'trailing-comma warning «,»: No comma is expected before a closing bracket.',
      'comment warning «// the end»: JSON has no comments; the service is sent the flow without them.',
    ],
    [
      'a duplicate property name',
      flow('"name":"B",', step(1)),
      'duplicate-key warning «"name"»: The name "name" is given again in this object, so this value has no effect.',
      'duplicate-key warning «"name"»: The name "name" is given twice; the last value counts.',
    ],
    [
      'an unfinished number instead of a step',
      flow('', '1e'),
      'syntax error «1e»: This number has no end.',
      'wrong-type error «1e»: An entry must be an object, not 1.',
    ],
    [
      'an integer that loses precision',
      flow('"cooldownSeconds":9007199254740993,', step(1)),
      'number-lost error «9007199254740993»: The number 9007199254740993 has more digits than can be kept: it would become 9007199254740992. Write it as a text if the service takes one.',
    ],
    [
      'a number out of range, at any location',
      flow('"deviceIds":[{"a":-1e400}],', step(1)).replace('"deviceIds"', '"mine"'),
      'unknown-field warning «"mine"»: “mine” is not a known property; known are "$schema", "name", "description", "triggerId", "deviceIds", "actions", or 12 others.',
      'number-lost error «-1e400»: The number -1e400 is out of the range of numbers.',
    ],
    [
      'a fraction with many digits',
      flow('', step(1).replace(':1,"longitude"', ':1.00000000000000000005,"longitude"')),
      'number-rounded hint «1.00000000000000000005»: The number has more digits than are kept: it is read as 1.',
    ],
    [
      'numbers that keep their precision',
      flow('"cooldownSeconds":1e2,', step(1).replace(':2}', ':2.50000000000000000}')),
    ],
    [
      'a missing bracket',
      flow('', step(1)).slice(0, -1),
      'syntax error «»: A closing brace } is expected here.',
    ],
    [
      'a file that is not a flow',
      '7',
      'not-a-flow error «7»: A flow is an object with a name, a trigger and actions.',
    ],
    [
      'a field with the wrong type',
      flow('"enabled":1,', step(1)),
      'wrong-type error «1»: “enabled” must be true or false, not 1.',
    ],
    [
      'an unknown field',
      flow('"enable":true,', step(1)),
      'unknown-field warning «"enable"»: “enable” is not a known property; known are "$schema", "name", "description", "triggerId", "deviceIds", "actions", or 12 others. Did you mean "enabled"?',
    ],
    ['a flow without steps', flow(''), 'wrong-value error «[]»: “actions” must have at least 1 item, not 0.'],
    [
      'an invalid entry',
      flow('', step(1), '"x"'),
      'wrong-type error «"x"»: An entry must be an object, not "x".',
    ],
    [
      'an unknown trigger',
      flow('', step(1)).replace(trigger, BROKEN),
      `unknown-trigger hint «"${BROKEN}"»: This connection lists no trigger with this ID.`,
    ],
    [
      'an unknown device',
      flow(`"deviceIds":["${BROKEN}"],`, step(1)),
      `unknown-device hint «"${BROKEN}"»: This connection lists no device with this ID.`,
    ],
    [
      'a duplicate device',
      flow(`"deviceIds":["${samples.devices![0]!.id}","${samples.devices![0]!.id}"],`, step(1)),
      `duplicate-device warning «"${samples.devices![0]!.id}"»: This device is listed twice; the flow runs on it once.`,
    ],
    [
      'an unknown webhook',
      flow(`"notifyWebhookId":"${BROKEN}","notifyOnSuccess":true,`, step(1)),
      `unknown-webhook hint «"${BROKEN}"»: This connection lists no webhook endpoint with this ID.`,
    ],
    [
      'an unknown mailbox and an unknown app',
      flow(
        '',
        `{"actionId":"${FREE}","position":1,"overrides":{"params":{"mailboxId":"${BROKEN}"}}}`,
        `{"actionId":"${FREE}","position":2,"overrides":{"params":{"to":[{"appId":"${BROKEN}"}]}}}`,
      ),
      `unknown-mailbox hint «"${BROKEN}"»: This connection lists no mailbox with this ID.`,
      `unknown-app hint «"${BROKEN}"»: This connection lists no app with this ID.`,
    ],
    [
      'a missing webhook for notifications',
      flow('"notifyOnSuccess":true,', step(1)),
      'nothing-to-notify warning «"notifyOnSuccess"»: “notifyOnSuccess” has no effect without “notifyWebhookId”: nothing is notified.',
    ],
    [
      'an unused webhook',
      flow(`"notifyWebhookId":"${samples.webhooks![0]!.id}",`, step(1)),
      'unused-setting warning «"notifyWebhookId"»: “notifyWebhookId” has no effect while neither “notifyOnSuccess” nor “notifyOnFailure” is true.',
    ],
    [
      'a scope without a cooldown',
      flow('"cooldownScope":"flow",', step(1)),
      'unused-setting warning «"cooldownScope"»: “cooldownScope” has no effect without “cooldownSeconds” above 0.',
    ],
    [
      'selected steps without one',
      flow('"recordingPolicy":{"mode":"selected_steps"},', step(1)),
      'unused-setting warning «"recordingPolicy"»: Nothing is recorded: no step has “recordingEnabled”. Select a step, or use the mode “flow”.',
    ],
    [
      'a selected step in a flow that records whole runs',
      flow(
        '"recordingPolicy":{"mode":"flow"},',
        `{"actionId":"${FREE}","position":1,"recordingEnabled":true}`,
      ),
      'unused-setting warning «"recordingEnabled"»: “recordingEnabled” has no effect on a step unless the mode of “recordingPolicy” is “selected_steps”.',
    ],
    [
      'an action that does not exist, by its name',
      flow('', `{"actionId":"set location","position":1}`),
      `unknown-action error «"set location"»: The catalog has no action "set location". Did you mean “Set location” (${LOCATE})?`,
    ],
    [
      'an action that does not exist, by a mistyped name',
      flow('', `{"actionId":"Set-lokation","position":1}`),
      `unknown-action error «"Set-lokation"»: The catalog has no action "Set-lokation". Did you mean “Set location” (${LOCATE})?`,
    ],
    [
      'an invalid schema',
      flow('', `{"actionId":"${BROKEN}","position":1}`),
      `cannot-check information «"${BROKEN}"»: The parameters of “Broken” cannot be checked completely: the keyword type names "nothing", which is no type.`,
    ],
    [
      'a keyword that cannot be read, once at its value',
      flow('', `{"actionId":"${UNREAD}","position":1,"overrides":{"params":{"texts":["a","b"],"size":"x"}}}`),
      `cannot-check information «"a"»: “texts, item 1” cannot be checked completely: the pattern "\\\\Aa" contains \\A, which JSON Schema does not define.`,
      'param-type error «"x"»: “size” must be a number, not "x".',
    ],
    [
      'nothing about a keyword that cannot be read without its value',
      flow('', `{"actionId":"${UNREAD}","position":1}`),
    ],
    [
      'a value set by the action',
      flow('', `{"actionId":"${FIXED}","position":1}`),
      `param-value error «"${FIXED}"»: “size” must be at most 3, not 5. The value is the action’s own.`,
    ],
    [
      'a value that overrides the action',
      flow('', `{"actionId":"${FIXED}","position":1,"overrides":{"params":{"size":4}}}`),
      'param-value error «4»: “size” must be at most 3, not 4.',
    ],
    [
      'a duplicate position',
      flow('', step(1), step(1)),
      'duplicate-position error «1»: Position 1 is taken by another step; each position is given once.',
    ],
    [
      'positions out of order',
      flow('', step(2), step(1)),
      'unordered-position warning «1»: This step runs before the one above it, which has position 2, not after it.',
    ],
    [
      'a position that is a string',
      flow('', step(1), step(2).replace(':2,', ':"2",')),
      'wrong-type error «"2"»: “position” must be an integer, not "2".',
      'mixed-positions warning «"2"»: This position is a text while those of other steps are numbers; all must be numbers.',
    ],
    [
      'positions of children',
      flow('', step(1, `,"children":[${step(3)},${step(3)}]`)),
      'duplicate-position error «3»: Position 3 is taken by another step; each position is given once.',
    ],
    [
      'children of children',
      flow('', step(1, `,"children":[${step(1, ',"children":[]')}]`)),
      'nested-children error «"children"»: A child cannot have children of its own; steps can be nested one level only.',
    ],
    [
      'an invalid expression',
      flow('', step(1).replace('2}', '"{{1+1}}"}')),
      'template-syntax warning «{{1+1}}»: {{1+1}} is not an expression such as {{steps.read-text.body.text}}.',
    ],
    [
      'an expression that is not closed',
      flow('', step(1).replace('2}', '2,"note":"Hi {{item"}')),
      'template-syntax warning «{{item»: {{item has no closing }}, so it stays text.',
    ],
    [
      'an expression with an unknown root',
      flow('', step(1).replace('2}', '"{{evnt.x}}"}')),
      'template-unknown hint «{{evnt.x}}»: The sandbox knows no “evnt”; expressions begin with event, steps, item, index, flow, device, execution. Did you mean “event”?',
    ],
    [
      'an item outside a repeat',
      flow('', step(1).replace('2}', '"{{item}}"}')),
      'template-scope warning «{{item}}»: {{item}} has a value only in the children of a step that repeats them.',
    ],
    [
      'a reference to a later step',
      flow(
        '',
        step(2, ',"key":"second"').replace('2}', '"{{steps.first.body.x}}"}'),
        step(1, ',"key":"first"').replace('2}', '"{{steps.second.body.x}}"}'),
      ),
      'template-name warning «{{steps.first.body.x}}»: Step 2 (Set location) has no output “x”.',
      'unordered-position warning «1»: This step runs before the one above it, which has position 2, not after it.',
      'template-order warning «{{steps.second.body.x}}»: Step 1 (Set location) has not run yet when step 2 begins; only steps that have run have an output.',
    ],
    [
      'a reference to a step without a key',
      flow('', step(1), step(2).replace('2}', '2,"note":"{{steps.set-location.status}}"}')),
      'template-key warning «{{steps.set-location.status}}»: Step 1 (Set location) has no key, so this reads it only while the steps keep their names. Give the step the key “set-location”.',
    ],
    [
      'two steps with the same key',
      flow('', step(1, ',"key":"first"'), step(2, ',"key":"first"')),
      'same-step-key error «"first"»: Another step has the key “first”; each key is given once.',
    ],
    [
      'a reference to no step',
      flow('', step(1).replace('2}', '"{{steps.none.body.x}}"}')),
      'template-order warning «{{steps.none.body.x}}»: No step has the key “none”. Choose another value.',
    ],
  ];
  for (const [name, text, ...wanted] of cases) {
    it(`the checks of a flow find ${name}`, () => assert.deepEqual(found(text), wanted));
  }

  it('the checks of a flow report related locations', () => {
    const text = flow('', step(1), step(1));
    const [problem] = checkFlow(parseFlow(text), catalog);
    const [related] = problem!.related!;
    assert.equal(text.slice(related!.start, related!.end), '1');
    assert.ok(related!.end < problem!.start);
  });

  it('the checks of a flow find only hints in the examples, and every kind of error in the one with mistakes', () => {
    const folder = join(import.meta.dirname, '../../../../examples');
    for (const name of readdirSync(folder).filter(one => one.endsWith('.flow.json'))) {
      const problems = checkFlow(parseFlow(readFileSync(join(folder, name), 'utf8')), samples);
      if (name !== 'mistakes.flow.json') assert.deepEqual(problems, [], name);
      else assert.ok(new Set(problems.map(problem => problem.code)).size >= 20);
    }
  });

  it('the checks of a flow have a test or an example for each code', () => {
    const tested = new Set(cases.flatMap(([, , ...wanted]) => wanted.map(one => one.split(' ')[0])));
    const mistakes = readFileSync(
      join(import.meta.dirname, '../../../../examples/mistakes.flow.json'),
      'utf8',
    );
    for (const { code } of checkFlow(parseFlow(mistakes), samples)) tested.add(code);
    // It needs devices whose apps are known (missingApps.test.ts).
    tested.add('missing-app');
    // It needs devices whose capabilities are known (unsupportedSteps.test.ts).
    tested.add('unsupported-step');
    // Only a service reports it (serviceFindings.test.ts).
    tested.add('service');
    assert.deepEqual(
      Object.keys(DIAGNOSTIC_TITLES).filter(code => !tested.has(code)),
      [],
    );
  });
});
