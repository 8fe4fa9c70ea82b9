import assert from 'node:assert/strict';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import {
  expressionAt,
  expressionHints,
  expressionHover,
  expressionsIn,
  expressionSource,
  meantStep,
  nameOfStepAt,
  readersOf,
} from '../../../../src/flow/language/expressions.ts';
import { demoActionId } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../../../src/sandbox/demo/triggers.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();
const typeText = (text: string): object => ({
  actionId: demoActionId('device.typeText'),
  overrides: { params: { text } },
});
const text = JSON.stringify({
  triggerId: demoTriggerId('order'),
  actions: [
    { actionId: demoActionId('mailbox.waitForPasscode'), key: 'code', nameOverride: 'Get the code' },
    typeText('\n{{steps.code.body.code}} for {{event.payload.orderId}}'),
    {
      actionId: demoActionId('flow.repeat'),
      overrides: { params: { items: ['Lisbon'] } },
      children: [typeText('{{item}} {{steps.code.body.code}}')],
    },
  ],
});
const document = parseFlow(text);
const at = (part: string): number => text.indexOf(part) + 3;
const written = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  text.slice(start, end);

it('expressions in the text are found at their place, also behind escape sequences', () => {
  assert.deepEqual(expressionsIn(document).map(written), [
    '{{steps.code.body.code}}',
    '{{event.payload.orderId}}',
    '{{item}}',
    '{{steps.code.body.code}}',
  ]);
  assert.equal(expressionAt(document, at('nameOverride')), undefined);
});

it('expressions in the text have the label of the step that they read behind them', () => {
  const hints = expressionHints(document, { start: 0, end: text.length }, catalog);
  assert.deepEqual(
    hints.map(({ end, label }) => `${text.slice(end - 2, end)} ${label}`),
    ['}} 1 Get the code › code', '}} 1 Get the code › code'],
  );
});

it('expressions in the text are explained by label, type, description, and sample', () => {
  const hover = expressionHover(document, at('{{steps'), catalog);
  assert.match(hover?.text ?? '', /^\*\*1 Get the code › code\*\* · text\n\nThe passcode without spaces/);
  assert.match(hover?.text ?? '', /For example `482913`$/);
  assert.equal(hover && written(hover), '{{steps.code.body.code}}');
});

it('expressions in the text lead to the step, the trigger, or the list', () => {
  const source = (part: string): string => {
    const placed = expressionAt(document, at(part));
    const range = placed && expressionSource(document, placed, catalog);
    return range ? written(range) : '';
  };
  assert.match(source('{{steps'), /^\{.*"key":"code","nameOverride":"Get the code"\}$/);
  assert.equal(source('{{event'), JSON.stringify(demoTriggerId('order')));
  assert.equal(source('{{item'), '["Lisbon"]');
});

it('expressions in the text are found from the step that they read, and from one another', () => {
  for (const part of ['Get the code', '{{steps']) {
    const meant = meantStep(document, at(part), catalog);
    assert.deepEqual(meant?.step, [0]);
    assert.equal(readersOf(document, meant.step, catalog).length, 2);
    assert.equal(nameOfStepAt(document, meant.step, catalog), 'Get the code');
  }
  assert.equal(meantStep(document, at('{{event'), catalog), undefined);
  assert.equal(meantStep(document, 0, catalog), undefined);
});
