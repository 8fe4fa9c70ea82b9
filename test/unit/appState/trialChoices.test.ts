import assert from 'node:assert/strict';
import { TrialChoices } from '../../../src/appState/trialChoices.ts';
import { createMemento } from '../../support/memoryStorage.ts';

const FILE = { toString: () => 'file:///a.flow.json' };

it('the choices for trial runs are the only device of a flow, or the chosen one as long as the flow names it', async () => {
  const choices = new TrialChoices(createMemento(new Map()));
  let changes = 0;
  choices.onDidChange(() => changes++);
  assert.deepEqual([choices.phoneOf(FILE, []), choices.phoneOf(FILE, ['a', 'b'])], [undefined, undefined]);
  assert.equal(choices.phoneOf(FILE, ['a']), 'a');
  await choices.chooseDevice(FILE, 'b');
  assert.equal(changes, 1);
  assert.deepEqual(
    [['a', 'b'], ['a', 'c'], ['a'], []].map(own => choices.phoneOf(FILE, own)),
    ['b', undefined, 'a', 'b'],
  );
  await choices.chooseDevice(FILE, null);
  assert.deepEqual([choices.phoneOf(FILE, []), choices.phoneOf(FILE, ['a', 'b'])], [null, undefined]);
});

it('the choices for trial runs keep sample values with the workspace, except those that look secret', async () => {
  const stored = new Map<string, unknown>();
  const choices = new TrialChoices(createMemento(stored));
  const payload = { email: 'a@b.example', password: 'canary', user: { name: 'A', apiKey: 'canary' } };
  assert.equal(choices.payloadOf(FILE), undefined);
  await choices.keepPayload(FILE, payload);
  assert.ok(!JSON.stringify([...stored]).includes('canary'));
  const { user, ...others } = choices.payloadOf(FILE) ?? {};
  assert.deepEqual([others, user], [{ email: 'a@b.example', password: 'canary' }, { name: 'A' }]);
  const later = new TrialChoices(createMemento(stored));
  assert.deepEqual(later.payloadOf(FILE), { email: 'a@b.example', user: { name: 'A' } });
});

it('the choices for trial runs are kept for the files used last', async () => {
  const stored = new Map<string, unknown>();
  const choices = new TrialChoices(createMemento(stored));
  const file = (number: number): typeof FILE => ({ toString: () => `file:///${number}.flow.json` });
  for (let number = 0; number < 120; number++) await choices.chooseDevice(file(number), 'a');
  assert.equal(choices.phoneOf(file(0), []), undefined);
  assert.equal(choices.phoneOf(file(119), []), 'a');
});
