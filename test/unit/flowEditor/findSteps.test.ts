import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { findSteps } from '../../../src/flowEditor/findSteps.ts';
import { placedSteps } from '../../../src/flowEditor/stepCards.ts';

const LOG_IN = 'aaaaaaaa-0000-4000-8000-000000000001';
const catalog = createCatalog([
  {
    id: LOG_IN,
    name: 'Log in',
    paramsSchema: { properties: { user: {}, secret: { format: 'password' } } },
    params: { language: 'Welsh' },
  },
]);
const step = (params: object, more: object = {}): object => ({
  actionId: LOG_IN,
  position: 1,
  overrides: { params },
  ...more,
});
const text = JSON.stringify({
  actions: [
    step({ user: 'Ada' }, { children: [step({ list: [{ deep: 'BERLIN' }] })] }),
    step({ secret: 'hunter2' }, { nameOverride: 'Ask for Berlin' }),
    { position: 3 },
  ],
});

function found(wanted: string): string {
  const steps = placedSteps(parseFlow(text));
  return findSteps(steps, catalog, wanted).map(String).join(' ');
}

describe('flowEditor/findSteps', () => {
  const cases: readonly (readonly [what: string, wanted: string, steps: string])[] = [
    ['a value at any depth and a name', 'berlin', '0,0 1'],
    ['the name of the action', 'LOG', '0 0,0 1'],
    ['a value that the action sets', 'welsh', '0 0,0 1'],
    ['the ID of the action', LOG_IN, '0 0,0 1'],
    ['no secret', 'hunter', ''],
    ['no empty query', '', ''],
    ['nothing', 'nowhere', ''],
  ];
  for (const [what, wanted, steps] of cases) {
    it(`steps that contain a text are found by ${what}`, () => assert.equal(found(wanted), steps));
  }
});
