import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import {
  knownReferences,
  findReference,
  type ReferenceSources,
} from '../../../src/flowEditor/flowReferences.ts';

const TOKEN = 'hooks.example.test/in/t0ken';

// Of the stores only what the function reads.
const sources = {
  catalog: {
    catalog: createCatalog([], {
      triggers: [{ id: 'a', name: 'Every morning' }],
      devices: [
        { id: 'b', name: 'Phone' },
        { id: 'c', name: 'Tablet' },
      ],
      webhooks: [
        { id: 'd', name: `https://${TOKEN}` },
        { id: 'e', name: 'no address' },
      ],
    }),
  },
  devices: { state: { items: [{ id: 'b', name: 'Test phone', state: 'ready' }] } },
  webhooks: {
    state: { items: [{ id: 'f', url: `https://${TOKEN}`, description: null, state: 'ENABLED' }] },
  },
} as unknown as ReferenceSources;

describe('the records that a flow can refer to', () => {
  it('are those of the lists with their states, then those of the catalog', () => {
    assert.deepEqual(knownReferences('deviceIds', sources), [
      { id: 'b', name: 'Test phone', state: 'ready' },
      { id: 'c', name: 'Tablet', state: undefined },
    ]);
    assert.deepEqual(knownReferences('triggerId', sources), [
      { id: 'a', name: 'Every morning', state: undefined },
    ]);
  });

  it('never show more of the address of a webhook than its host', () => {
    const webhooks = knownReferences('notifyWebhookId', sources);
    assert.deepEqual(
      webhooks.map(({ name }) => name),
      ['hooks.example.test', 'hooks.example.test', 'Webhook'],
    );
    assert.equal(webhooks[0]?.state, 'enabled');
  });

  it('include an unknown ID', () => {
    const known = knownReferences('triggerId', sources);
    assert.equal(findReference('a', known)?.name, 'Every morning');
    assert.deepEqual(findReference('z', known), { id: 'z', name: undefined, state: undefined });
    assert.equal(findReference(3, known), undefined);
  });
});
