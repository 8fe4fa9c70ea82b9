import assert from 'node:assert/strict';
import { checkFlow, CheckMemo, FlowCheck } from '../../../../src/flow/check/checkFlow.ts';
import { dataScope } from '../../../../src/flow/data/dataScope.ts';
import { type FlowDocument, parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { quickFixesFor } from '../../../../src/flow/language/quickFixes.ts';
import { demoActionId } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../../../src/sandbox/demo/triggers.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();

const KEYS = new Map([
  ['mailbox.findMessage', 'find-message'],
  ['flow.repeat', 'repeat'],
]);

/** Returns a flow with a step that waits for a passcode, a repeat over a list, and a step that types a text. */
function flow(text: string, inRepeat = 'a', items = '{{event.payload.items}}'): string {
  const step = (method: string, position: number, params: object, children?: object[]): object => ({
    actionId: demoActionId(method),
    ...(KEYS.has(method) ? { key: KEYS.get(method) } : {}),
    position,
    overrides: { params },
    ...(children ? { children } : {}),
  });
  return JSON.stringify({
    name: 'A',
    triggerId: demoTriggerId('order'),
    actions: [
      step('mailbox.findMessage', 1, { mailboxId: demoTriggerId('order') }),
      step('flow.repeat', 2, { items }, [step('device.typeText', 1, { text: inRepeat })]),
      step('device.typeText', 3, { text }),
    ],
  });
}

function found(document: FlowDocument): readonly string[] {
  return checkFlow(document, catalog)
    .filter(({ code }) => code.startsWith('template-'))
    .map(({ code, severity, message }) => `${code} ${severity}: ${message}`);
}

describe('flow/check/dataReads: value that an expression reads', () => {
  const cases: readonly (readonly [text: string, ...wanted: readonly string[]])[] = [
    ['Hello {{steps.find-message.body.subject}}, {{event.payload.orderId}} and {{steps.repeat.body.rounds}}'],
    [
      '{{steps.find-message.body.subjet}}',
      'template-name warning: Step 1 (Find message) has no output “subjet”. Did you mean “subject”?',
    ],
    [
      'No. {{event.payload.orderid}}',
      'template-name warning: The trigger has no payload field “orderid”. Did you mean “orderId”?',
    ],
    [
      '{{steps.find-message.body.subject.length}}',
      'template-name warning: “subject” of step 1 (Find message) has no field “length”.',
    ],
    [
      '{{steps.none.body.length}}',
      'template-order warning: No step has the key “none”. Choose another value.',
    ],
    [
      '{{steps[1].output.code}}',
      'template-syntax warning: {{steps[1].output.code}} does not name a step by its key, such as {{steps.read-text.body.text}}.',
    ],
    [
      '{{steps.type-text.body.length}}',
      'template-key warning: Step 2.1 (Type text) has no key, so this reads it only while the steps keep their names. Give the step the key “type-text”.',
    ],
  ];
  for (const [text, ...wanted] of cases)
    it(`the value that an expression reads is checked in ${text}`, () =>
      assert.deepEqual(found(parseFlow(flow(text))), wanted));

  it('the value that an expression reads is checked in rounds', () => {
    assert.deepEqual(found(parseFlow(flow('a', '{{item}} {{index}}'))), []);
    assert.deepEqual(found(parseFlow(flow('a', '{{item.name}}'))), [
      'template-name warning: Item has no field “name”.',
    ]);
    assert.deepEqual(found(parseFlow(flow('a', 'a', '{{steps.find-message.body.list}}'))), [
      'template-name warning: Step 1 (Find message) has no output “list”.',
    ]);
  });

  it('the value that an expression reads is checked again when the step that is read changes', () => {
    const text = flow('{{steps.find-message.body.subject}}');
    const memo = new CheckMemo();
    const told = (of: string): readonly string[] =>
      new FlowCheck(parseFlow(of), catalog, memo)
        .finish()
        .flatMap(({ code, message }) => (code.startsWith('template-') ? [message] : []));
    assert.deepEqual(told(text), []);
    const other = text.replace(demoActionId('mailbox.findMessage'), demoActionId('device.reboot'));
    assert.deepEqual(told(other), ['Step 1 (Reboot device) has no output “subject”.']);
    assert.deepEqual(told(text), []);
  });

  it('the value that an expression reads can be mended with a similar name', () => {
    const document = parseFlow(flow('To {{steps.find-message.body.subjet}}!'));
    const [problem] = checkFlow(document, catalog).filter(({ code }) => code === 'template-name');
    assert.ok(problem);
    const [fix] = quickFixesFor(document, problem, catalog);
    assert.equal(fix?.title, 'Use “subject”');
    assert.equal(fix.edits[0]?.text, '{{steps.find-message.body.subject}}');
  });

  it('the value that an expression reads is read from another step that has the value', () => {
    const text = flow('To {{steps.none.body.subject}}!');
    const document = parseFlow(text);
    const [problem] = checkFlow(document, catalog).filter(({ code }) => code === 'template-order');
    assert.ok(problem);
    const fixes = quickFixesFor(document, problem, catalog);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Read it from step “1 Find message”'],
    );
    const mended = applyEdits(text, fixes[0]?.edits ?? []);
    assert.deepEqual(found(parseFlow(mended)), []);
  });

  it('the value that an expression reads keeps its step once that has the key', () => {
    for (const indent of [undefined, 2]) {
      const value = JSON.parse(flow('{{steps.type-text.body.length}}')) as unknown;
      const text = JSON.stringify(value, undefined, indent);
      const document = parseFlow(text);
      const [problem] = checkFlow(document, catalog).filter(({ code }) => code === 'template-key');
      assert.ok(problem);
      const [fix] = quickFixesFor(document, problem, catalog);
      assert.equal(fix?.title, 'Give step 2.1 the key “type-text”');
      assert.ok(fix.preferred);
      const mended = applyEdits(text, fix.edits);
      assert.deepEqual(found(parseFlow(mended)), []);
      if (indent === 2) assert.match(mended, /\n {10}"key": "type-text",\n {10}"position": 1/);
    }
  });
});

for (const key of ['null', '"Find"', '""', '"constructor"'])
  it(`the value that an expression reads keeps its step once its key ${key} is replaced`, () => {
    const text = flow('{{steps.find-message.body.subject}}').replace('"key":"find-message"', `"key":${key}`);
    const document = parseFlow(text);
    const [problem] = checkFlow(document, catalog).filter(({ code }) => code === 'template-key');
    assert.ok(problem);
    const [fix] = quickFixesFor(document, problem, catalog);
    assert.equal(applyEdits(text, fix?.edits ?? []), flow('{{steps.find-message.body.subject}}'));
  });

describe('flow/check/dataReads: two steps with the same key', () => {
  it('two steps with the same key are reported, and the second can have another', () => {
    const text = flow('a').replace('"key":"repeat"', '"key":"find-message"');
    const document = parseFlow(text);
    const [problem, ...others] = checkFlow(document, catalog).filter(({ code }) => code === 'same-step-key');
    assert.deepEqual(others, []);
    const [fix] = quickFixesFor(document, problem!, catalog);
    assert.equal(fix?.title, 'Use the key “find-message_2”');
    const mended = parseFlow(applyEdits(text, fix.edits));
    assert.ok(checkFlow(mended, catalog).every(({ code }) => code !== 'same-step-key'));
  });
});

describe('flow/check/dataReads: expressions of a service with a template context', () => {
  const check = (text: string, version: number, ...roots: readonly string[]): readonly string[] =>
    checkFlow(parseFlow(flow(text)), { ...catalog, templates: { version, roots } }).flatMap(
      ({ code, message }) => (code.startsWith('template-') ? [`${code}: ${message}`] : []),
    );

  it('expressions of a service with a template context begin with what the context lists', () => {
    assert.deepEqual(check('{{event.payload.orderId}} {{vars.name}}', 3, 'event', 'steps', 'vars'), []);
    assert.deepEqual(check('{{flow.name}}', 3, 'event', 'steps'), [
      'template-unknown: The service knows no “flow”; expressions begin with event, steps.',
    ]);
  });

  it('expressions of a service with a template context are left alone in a version with another syntax', () => {
    assert.deepEqual(
      check('{{find-message.subject}} {{steps[0].x}} {{trigger.payload.x}}', 2, 'trigger'),
      [],
    );
  });

  it('expressions of a service with a template context are offered only as far as the service understands them', () => {
    const labels = (version: number, ...roots: readonly string[]): ReadonlySet<unknown> => {
      const known = { ...catalog, templates: { version, roots } };
      return new Set(
        dataScope(parseFlow(flow('a')), [2], { catalog: known }).sources.map(({ path }) => path[0]),
      );
    };
    assert.deepEqual(labels(3, 'event', 'steps'), new Set(['event', 'steps']));
    assert.deepEqual(labels(2, 'flow', 'steps'), new Set(['flow']));
  });
});
