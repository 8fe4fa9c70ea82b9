import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import {
  knownReferences,
  findReference,
  type ReferenceSources,
  settingIds,
} from '../../../src/flowEditor/flowReferences.ts';

import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { uuid } from '../../support/schemas.ts';

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
        { id: 'd', name: 'hooks.example.test', detail: 'every event' },
        { id: 'e', name: 'Team channel', detail: 'chat.example.test · every event' },
      ],
    }),
  },
  devices: { state: { items: [{ id: 'b', name: 'Test phone', type: 'android_emulator', state: 'ready' }] } },
  webhooks: {
    state: { items: [{ id: 'f', url: `https://${TOKEN}`, description: null, state: 'DISABLED' }] },
  },
} as unknown as ReferenceSources;

describe('flowEditor/flowReferences: records that a flow can refer to', () => {
  it('the records that a flow can refer to are those of the lists with their states, then those of the catalog', () => {
    assert.deepEqual(knownReferences('deviceIds', sources), [
      { id: 'b', name: 'Test phone', detail: 'Android emulator · ready' },
      { id: 'c', name: 'Tablet', detail: undefined },
    ]);
    assert.deepEqual(knownReferences('triggerId', sources), [
      { id: 'a', name: 'Every morning', detail: undefined },
    ]);
  });

  it('the records that a flow can refer to never show more of the address of a webhook than its host', () => {
    const webhooks = knownReferences('notifyWebhookId', sources);
    assert.deepEqual(
      webhooks.map(({ name, detail }) => [name, detail]),
      [
        ['hooks.example.test', 'disabled · every event'],
        ['hooks.example.test', 'every event'],
        ['Team channel', 'chat.example.test · every event'],
      ],
    );
  });

  it('the records that a flow can refer to include an ID that the connection does not list, or whose list is not read', () => {
    const find = (id: unknown, from = sources) => findReference(id, 'triggerId', from);
    assert.equal(find('a')?.name, 'Every morning');
    assert.deepEqual(find('z'), { id: 'z', name: undefined, detail: undefined });
    assert.equal(find(3), undefined);
    const unread = { ...sources, catalog: { catalog: createCatalog([]) } } as unknown as ReferenceSources;
    assert.equal(find(uuid(7), unread)?.name, `Trigger ${uuid(7).slice(0, 8)}`);
    assert.equal(find(uuid(7))?.name, undefined);
  });
});

describe('flowEditor/flowReferences: IDs in the settings of a flow', () => {
  it('the IDs in the settings of a flow are the strings', () => {
    const settings = { triggerId: 'one', deviceIds: ['two', 3, 'four'], notifyWebhookId: null };
    const document = parseFlow(JSON.stringify(settings));
    assert.deepEqual(settingIds(document, 'triggerId'), ['one']);
    assert.deepEqual(settingIds(document, 'deviceIds'), ['two', 'four']);
    assert.deepEqual(settingIds(document, 'notifyWebhookId'), []);
  });
});
