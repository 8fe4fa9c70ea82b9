import assert from 'node:assert/strict';
import { createCatalogue } from '../../../../src/flow/catalogue.ts';
import { meaningOfBody } from '../../../../src/flow/compare/flowMeaning.ts';
import { afterUpdate, readableFlow } from '../../../../src/flow/compare/readableFlow.ts';

const catalogue = createCatalogue([{ id: 'a', name: 'Tap', params: { y: 1 } }]);
const meaning = (body: object): ReturnType<typeof meaningOfBody> => meaningOfBody({ ...body }, catalogue);

describe('a flow written for people to compare', () => {
  it('is one text for flows of the same meaning', () => {
    const one = meaning({ name: 'F', triggerId: 't', actions: [{ actionId: 'a', position: 4 }] });
    const other = meaning({
      actions: [{ position: 1, actionId: 'A', overrides: { params: { y: 1 } }, children: [] }],
      description: '',
      triggerId: 'T',
      name: 'F',
    });
    assert.equal(readableFlow(one), readableFlow(other));
    assert.match(readableFlow(one), /"step": "Tap",\n\s+"actionId": "a",\n\s+"params": \{\n\s+"y": 1/);
  });

  it('keeps what a file leaves to the service, and clears what is cleared', () => {
    const flow = meaning({ name: 'F', notifyOnSuccess: true, description: 'D', actions: [] });
    const file = meaning({ name: 'G', actions: [{ actionId: 'a', position: 1 }] });
    const { settings, steps } = afterUpdate(flow, file, ['description']);
    assert.deepEqual(settings, { name: 'G', notifyOnSuccess: true });
    assert.equal(steps, file.steps);
  });
});
