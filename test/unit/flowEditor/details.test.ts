import assert from 'node:assert/strict';
import type { DeliveryOptions } from '../../../src/contract/records/flow.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { nodesWithin } from '../../../src/flow/form/childNodes.ts';
import { createSettingsDetails } from '../../../src/flowEditor/details.ts';
import type { ReferenceSources } from '../../../src/flowEditor/flowReferences.ts';
import { readText } from '../../support/memoryFlow.ts';

const catalog = createCatalog([]);
const empty = { state: { items: [] } };
const sources = { catalog: { catalog }, devices: empty, webhooks: empty } as unknown as ReferenceSources;

describe('flowEditor/details', () => {
  /** Returns the destinations that the form offers. */
  function offered(delivery: DeliveryOptions | undefined, destination = 'google_drive'): readonly string[] {
    const reading = readText(JSON.stringify({ name: 'A', delivery: { destination } }), catalog);
    const { form } = createSettingsDetails(reading, sources, undefined, delivery);
    const node = nodesWithin(form).find(({ pointer }) => pointer === '/delivery/destination');
    assert.ok(node?.kind === 'union', node?.kind);
    return node.branches.map(({ label }) => label);
  }

  it('the settings form of a flow offers the usual destinations until those of the service are known', () => {
    const usual = ['Google Drive', 'OneDrive', 'Other storage'];
    for (const unknown of [undefined, {}, { destinations: null }, { destinations: [] }])
      assert.deepEqual(offered(unknown), usual);
  });

  it('the settings form of a flow offers the destinations of the service with their state', () => {
    const destinations = [
      { key: 'sandbox', label: 'Sandbox', connection: 'connected' },
      { key: 'google_drive', label: 'Google Drive', connection: 'not_connected' },
      { key: 'one_drive', label: '', connection: 'expired' },
      { key: 'box', label: null, connection: 'unknown' },
    ];
    assert.deepEqual(offered({ destinations }), [
      'Sandbox',
      'Google Drive (not connected)',
      'one_drive (expired)',
      'box',
      'Other storage',
    ]);
  });

  it('the settings form of a flow offers a bounded number of destinations, whose names are one line', () => {
    const destinations = Array.from({ length: 1000 }, (_, index) => ({
      key: `k${index}`,
      label: `first\nsecond${'x'.repeat(500)}`,
    }));
    const labels = offered({ destinations });
    assert.equal(labels.length, 51);
    for (const label of labels) assert.match(label, /^.{1,110}$/u);
  });
});
