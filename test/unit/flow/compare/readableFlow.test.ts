import assert from 'node:assert/strict';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { meaningOfBody } from '../../../../src/flow/compare/flowMeaning.ts';
import { afterUpdate, toReadableFlow } from '../../../../src/flow/compare/readableFlow.ts';

const catalog = createCatalog([{ id: 'a', name: 'Tap', params: { y: 1 } }]);
const meaning = (body: object): ReturnType<typeof meaningOfBody> => meaningOfBody({ ...body }, catalog);

it('the comparison text of a flow is the same for flows with the same meaning', () => {
  const one = meaning({ name: 'F', triggerId: 't', actions: [{ actionId: 'a', position: 4 }] });
  const other = meaning({
    actions: [{ position: 1, actionId: 'A', overrides: { params: { y: 1 } }, children: [] }],
    description: '',
    triggerId: 'T',
    name: 'F',
  });
  assert.equal(toReadableFlow(one), toReadableFlow(other));
  assert.match(toReadableFlow(one), /"step": "Tap",\n\s+"actionId": "a",\n\s+"params": \{\n\s+"y": 1/);
});

it('the comparison text of a flow has settings in a fixed order, then steps with all parameters, with sorted field names', () => {
  const flow = meaning({
    notifyOnFailure: false,
    triggerId: 't',
    name: 'F',
    actions: [
      {
        actionId: 'b',
        position: 2,
        continueOnError: true,
        nameOverride: 'Both',
        overrides: { params: { z: [{ d: 1, c: null }, 'text'], b: { y: 1, x: 2 }, a: 3 } },
      },
      { actionId: 'c', position: 1, children: [{ actionId: 'd', position: 1 }] },
    ],
  });
  const text = toReadableFlow(flow);
  assert.equal(
    JSON.stringify(JSON.parse(text)),
    JSON.stringify({
      name: 'F',
      triggerId: 't',
      notifyOnFailure: false,
      steps: [
        { step: 'action c', actionId: 'c', children: [{ step: 'action d', actionId: 'd' }] },
        {
          step: 'Both',
          actionId: 'b',
          continueOnError: true,
          params: { a: 3, b: { x: 2, y: 1 }, z: [{ c: null, d: 1 }, 'text'] },
        },
      ],
    }),
  );
  assert.match(text, /^\{\n {2}"name": "F",\n[^]*\n\}\n$/);
});

it('the comparison text of a flow keeps the settings that a file omits, and clears those that it clears', () => {
  const flow = meaning({ name: 'F', notifyOnSuccess: true, description: 'D', actions: [] });
  const file = meaning({ name: 'G', actions: [{ actionId: 'a', position: 1 }] });
  const { settings, steps } = afterUpdate(flow, file, ['description']);
  assert.deepEqual(settings, { name: 'G', notifyOnSuccess: true });
  assert.equal(steps, file.steps);
});
