import assert from 'node:assert/strict';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { HIDDEN } from '../../src/util/hidden.ts';
import { DebugRunner, log, refusalOf, repeat } from '../support/debugRunner.ts';
import { type Entry, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('debugValues', () => {
  let sandbox: TestSandbox;
  beforeEach(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  afterEach(() => sandbox.stop());

  const start = (actions: Entry[], body?: Parameters<typeof DebugRunner.start>[2]): Promise<DebugRunner> =>
    DebugRunner.start(sandbox, actions, body);

  it('the values of a debug run are those that the following steps read', async () => {
    const run = await start(
      [
        log(1, 'first', 'first'),
        repeat(2, { items: '{{event.payload.names}}' }, [log(1, '{{item}} {{steps.first.body.line}}')]),
      ],
      { payload: { names: ['a', 'b'] }, stopOnEntry: true },
    );
    await run.stopped();
    await run.set('{{event.payload.names[1]}}', 'c');
    assert.equal(await run.step('next'), 'step 1');
    assert.deepEqual((await run.set('steps.first.body.line', 'changed')).value, 'changed');
    assert.equal(await run.step('stepIn'), 'step 1.0 round 0');
    await run.set('item', 'z');
    const { scopes } = await run.details();
    const values = Object.fromEntries(
      scopes.flatMap(({ variables }) => variables.map(({ expression, value }) => [expression, value])),
    );
    assert.deepEqual(values['event.payload.names'], ['a', 'c']);
    assert.deepEqual(values['steps.first.body'], { line: 'changed' });
    assert.deepEqual([values['item'], values['index'], values['flow.name']], ['z', 0, 'Draft']);
    assert.deepEqual(
      scopes.map(({ kind }) => kind),
      ['payload', 'steps', 'round', 'run'],
    );
    await run.finish();
    assert.deepEqual(run.texts('step'), ['info: first', 'info: z changed', 'info: c changed']);
  });

  it('the values of a debug run are evaluated with or without braces, as text or comparison', async () => {
    const run = await start([log(1, 'x')], { payload: { a: { b: [1, 2] } }, stopOnEntry: true });
    await run.stopped();
    assert.deepEqual(await run.evaluate('event.payload.a.b'), [1, 2]);
    assert.equal(await run.evaluate('{{event.payload.a.b[1]}}'), 2);
    assert.equal(await run.evaluate('b is {{event.payload.a.b[0]}}!'), 'b is 1!');
    assert.equal(await run.evaluate('event.payload.a.b[1] > 1'), true);
    assert.equal(await refusalOf(run.evaluate('event.payload.none')), 'expression_without_value');
    assert.equal(await refusalOf(run.set('flow.name', 'x')), 'invalid_request');
    assert.equal(await refusalOf(run.set('event.payload.none.deep', 1)), 'invalid_request');
    assert.equal(await refusalOf(run.set('event.payload.a', 'x'.repeat(100_001))), 'invalid_request');
    await run.end();
  });

  it('the values of a debug run hide passwords and passcodes', async () => {
    const mailboxId = demoMailboxId('gmail');
    const run = await start(
      [
        step('mailbox.waitForPasscode', 1, { mailboxId, timeoutSeconds: 60 }, { key: 'passcode' }),
        log(2, '{{steps.passcode.body.code}}'),
      ],
      {
        payload: { password: 'hunter2!', note: 'it is hunter2!' },
        breakpoints: [
          { step: { index: 1 }, logMessage: 'code {{steps.passcode.body.code}} {{event.payload.password}}' },
          { step: { index: 1 } },
        ],
      },
    );
    await run.until('started');
    const body = { passcode: true };
    const { code } = (await sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body })).value.data;
    assert.ok(code);
    await run.stopped();
    assert.equal(await run.evaluate('steps.passcode.body.code'), HIDDEN);
    assert.equal(await run.evaluate('event.payload.password'), HIDDEN);
    assert.equal(await run.evaluate('is {{event.payload.password}}'), `is ${HIDDEN}`);
    assert.equal(await run.evaluate(`steps.passcode.body.code equals "${code}"`), true);
    assert.equal(await refusalOf(run.set('event.payload.password', HIDDEN)), 'invalid_request');
    const shown = JSON.stringify([await run.details(), run.events]);
    assert.ok(!shown.includes(code) && !shown.includes('hunter2!'), shown);
    await run.finish();
    assert.ok(!JSON.stringify(run.events).includes(code));
  });

  it('the values of a debug run are cut if they are long', async () => {
    const run = await start([log(1, 'x')], { payload: { text: 'y'.repeat(50_000) }, stopOnEntry: true });
    await run.stopped();
    assert.equal(String(await run.evaluate('event.payload.text')).length, 2001);
    await run.end();
  });
});
