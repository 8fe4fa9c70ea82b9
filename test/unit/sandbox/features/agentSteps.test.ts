import assert from 'node:assert/strict';
import { saveRunFile } from '../../../../src/sandbox/engine/runFiles.ts';
import { StepFailure, type StepOutput } from '../../../../src/sandbox/runtime/step.ts';
import { testSandbox, type TestSandbox } from '../../../support/sandbox.ts';
import { runStep, STEP_EXECUTION } from '../../../support/stepCalls.ts';

describe('sandbox/features/agentSteps', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox();
  });

  after(() => sandbox.stop());

  const ask = (method: string, params: object, key: string | null = null): Promise<StepOutput> =>
    runStep(sandbox.service, method, params, { key });

  const failing = (code: string) => (error: unknown) => error instanceof StepFailure && error.code === code;

  it('agent steps return a sentence for a goal with the names of its context', async () => {
    const plain = await ask('agent.run', { agentId: 0, prompt: 'Book a table for two' });
    assert.equal(plain['answer'], 'Done: Book a table for two.');
    const context = { guests: 2, evening: true };
    const more = await ask('agent.run', { agentId: 0, prompt: 'Book a table.', context });
    assert.equal(more['answer'], 'Done: Book a table, with guests, evening.');
    assert.deepEqual(await ask('agent.run', { prompt: 'Book a table.', context }), more);
  });

  it('agent steps read fields from a text', async () => {
    const text = 'Order total: 1.234,50 EUR\npaid: yes\ndue 2026-01-15\nCustomer Ada Lovelace';
    const fields = {
      orderTotal: { type: 'number' },
      paid: { type: 'boolean' },
      due: { type: 'date' },
      customer: { type: 'string' },
      missing: { type: 'number', required: false },
    };
    const { values } = await ask('agent.extract', { source: { kind: 'text', text }, fields });
    assert.deepEqual(values, {
      orderTotal: 1234.5,
      paid: true,
      due: '2026-01-15',
      customer: 'Ada',
      missing: null,
    });
    const wanted = { source: { kind: 'text', text }, fields: { colour: { type: 'string' } } };
    await assert.rejects(ask('agent.extract', wanted), failing('logic'));
  });

  it('agent steps read and evaluate the screen of the device', async () => {
    const phone = 'phone';
    const yes = await ask('agent.decide', { question: 'Is there an icon named "Settings"?' }, phone);
    assert.deepEqual(yes, { yes: true, reason: 'The screen shows “Settings”.' });
    const no = await ask('agent.decide', { question: 'Does it say “Welcome back”?' }, phone);
    assert.equal(no['yes'], false);
    assert.equal((await ask('agent.decide', { question: 'Is it fine?' }, phone))['yes'], false);
    await assert.rejects(ask('agent.decide', { question: '"x"' }), failing('device_not_found'));
  });

  it('agent steps classify a text by the label with the most common words, else the fallback, else the last', async () => {
    const labels = ['invoice due', 'newsletter', 'other'];
    const text = 'This newsletter is due on Friday.';
    assert.equal((await ask('agent.classify', { text, labels }))['label'], 'newsletter');
    const none = { text: 'Hello.', labels };
    assert.equal((await ask('agent.classify', none))['label'], 'other');
    assert.equal(
      (await ask('agent.classify', { ...none, fallback: 'unclear', threshold: 0.5 }))['label'],
      'unclear',
    );
  });

  it('agent steps return the first sentences of a text', async () => {
    const text = 'It rains. It pours! Does it? The old man snores.';
    assert.equal((await ask('agent.summarize', { text, sentences: 2 }))['summary'], 'It rains. It pours!');
  });

  it('agent steps compare screenshots of the run', async () => {
    for (const [name, text] of Object.entries({ first: 'a', second: 'a', third: 'b' }))
      saveRunFile(sandbox.service.store, STEP_EXECUTION, `${name}.png`, 'image/png', Buffer.from(text));
    const compare = (before: string, after: string): Promise<StepOutput> =>
      ask('agent.compareScreens', { before, after });
    assert.equal((await compare('first', 'second'))['same'], true);
    assert.equal((await compare('first', 'third'))['same'], false);
    await assert.rejects(compare('first', 'fourth'), failing('logic'));
  });

  it('agent steps return the input of a custom call', async () => {
    assert.deepEqual(await ask('agent.custom', { agent: 'echo', x: [1] }), {
      received: { agent: 'echo', x: [1] },
    });
  });
});
