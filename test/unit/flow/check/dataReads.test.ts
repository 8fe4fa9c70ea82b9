import assert from 'node:assert/strict';
import { checkFlow, CheckMemo, FlowCheck } from '../../../../src/flow/check/checkFlow.ts';
import { type FlowDocument, parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { quickFixesFor } from '../../../../src/flow/language/quickFixes.ts';
import { demoActionId } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../../../src/sandbox/demo/triggers.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();

/** Returns a flow with a step that waits for a passcode, a repeat over a list, and a step that types a text. */
function flow(text: string, inRepeat = 'a', items = '{{trigger.payload.items}}'): string {
  const step = (method: string, position: number, params: object, children?: object[]): object => ({
    actionId: demoActionId(method),
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

describe('what expressions read', () => {
  const cases: readonly (readonly [text: string, ...wanted: readonly string[]])[] = [
    ['Hello {{steps[0].output.subject}}, {{trigger.payload.orderId}} and {{steps[1].output.rounds}}'],
    [
      '{{steps[0].output.subjet}}',
      'template-name warning: Step 1 (Find message) has no output “subjet”. Did you mean “subject”?',
    ],
    [
      'No. {{trigger.payload.orderid}}',
      'template-name warning: The trigger has no payload field “orderid”. Did you mean “orderId”?',
    ],
    [
      '{{steps[0].output.subject.length}}',
      'template-name warning: “subject” of step 1 (Find message) has no field “length”.',
    ],
    [
      '{{steps[1].children[2].output.length}}',
      'template-order warning: There is no step 2.3; step 2 has only 1 step.',
    ],
    [
      '{{steps[deleted].output.code}}',
      'template-syntax warning: The step that this expression read was deleted. Choose another value.',
    ],
  ];
  for (const [text, ...wanted] of cases)
    it(`is checked in ${text}`, () => assert.deepEqual(found(parseFlow(flow(text))), wanted));

  it('is checked in rounds', () => {
    assert.deepEqual(found(parseFlow(flow('a', '{{item}} {{index}}'))), []);
    assert.deepEqual(found(parseFlow(flow('a', '{{item.name}}'))), [
      'template-name warning: Item has no field “name”.',
    ]);
    assert.deepEqual(found(parseFlow(flow('a', 'a', '{{steps[0].output.list}}'))), [
      'template-name warning: Step 1 (Find message) has no output “list”.',
    ]);
  });

  it('is checked again when the step that is read changes', () => {
    const text = flow('{{steps[0].output.subject}}');
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

  it('can be mended with a similar name', () => {
    const document = parseFlow(flow('To {{steps[0].output.subjet}}!'));
    const [problem] = checkFlow(document, catalog).filter(({ code }) => code === 'template-name');
    assert.ok(problem);
    const [fix] = quickFixesFor(document, problem, catalog);
    assert.equal(fix?.title, 'Use “subject”');
    assert.equal(fix.edits[0]?.text, '{{steps[0].output.subject}}');
  });

  it('is read from another step after one was inserted before it', () => {
    const read = flow('To {{steps[0].output.subject}}!');
    const inserted = { actionId: demoActionId('device.reboot'), position: 0 };
    const text = read.replace('"actions":[', `"actions":[${JSON.stringify(inserted)},`);
    const document = parseFlow(text);
    const [problem] = checkFlow(document, catalog).filter(({ code }) => code === 'template-name');
    assert.ok(problem);
    const fixes = quickFixesFor(document, problem, catalog);
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Read it from step “2 Find message”'],
    );
    const mended = applyEdits(text, fixes[0]?.edits ?? []);
    assert.deepEqual(found(parseFlow(mended)), []);
  });
});
