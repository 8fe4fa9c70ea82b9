import assert from 'node:assert/strict';
import { changeField } from '../../../../src/sandbox/http/applyFaults.ts';
import { Faults, matchesGlob } from '../../../../src/sandbox/http/faults.ts';
import { seededRandom } from '../../../../src/util/random.ts';

const reset = { kind: 'reset' } as const;

describe('sandbox/http/faults: faults', () => {
  it('faults apply to the given operation and path, or to every call', () => {
    const faults = new Faults(() => 0);
    faults.add({ operation: 'listFlows', fault: reset });
    faults.add({ path: '/v1/devices/**', fault: { kind: 'emptyBody' } });
    faults.add({ fault: { kind: 'latency', milliseconds: 1 } });
    const met = (operation: string, path: string): string[] =>
      faults.match(operation, path).map(fault => fault.kind);
    assert.deepEqual(met('listFlows', '/v1/flows'), ['reset', 'latency']);
    assert.deepEqual(met('tapDevice', '/v1/devices/1/tap'), ['emptyBody', 'latency']);
    assert.deepEqual(met('listApps', '/v1/apps'), ['latency']);
  });

  it('faults end after the given number of calls', () => {
    const faults = new Faults(() => 0);
    const { id } = faults.add({ operation: 'listFlows', times: 2, fault: reset });
    assert.equal(faults.match('listFlows', '/v1/flows').length, 1);
    assert.deepEqual(
      faults.list().map(rule => [rule.id, rule.used]),
      [[id, 1]],
    );
    assert.equal(faults.match('listApps', '/v1/apps').length, 0);
    assert.equal(faults.match('listFlows', '/v1/flows').length, 1);
    assert.deepEqual([faults.list(), faults.match('listFlows', '/v1/flows')], [[], []]);
  });

  it('faults apply with their probability, to the same calls for the same seed', () => {
    const hits = (seed: number): number[] => {
      const faults = new Faults(seededRandom(seed).next);
      faults.add({ probability: 0.3, fault: reset });
      return Array.from({ length: 1000 }, () => faults.match('listFlows', '/v1/flows').length);
    };
    const total = hits(7).reduce((sum, one) => sum + one, 0);
    assert.ok(total > 240 && total < 360, String(total));
    assert.deepEqual(hits(7), hits(7));
    assert.notDeepEqual(hits(7), hits(8));
  });

  it('faults can be removed', () => {
    const faults = new Faults(() => 0);
    const { id } = faults.add({ fault: reset });
    assert.deepEqual([faults.remove(id), faults.remove(id)], [true, false]);
    faults.add({ fault: reset });
    faults.clear();
    assert.deepEqual(faults.list(), []);
  });

  for (const [pattern, path, expected] of [
    ['/v1/flows', '/v1/flows', true],
    ['/v1/flows', '/v1/flows/1', false],
    ['/v1/*/1', '/v1/flows/1', true],
    ['/v1/*', '/v1/flows/1', false],
    ['/v1/**', '/v1/flows/1/actions', true],
    ['/**/actions', '/v1/flows/1/actions', true],
    ['/**/actions', '/v1/flows/1', false],
  ] as const) {
    it(`faults find ${path} ${expected ? 'with' : 'not with'} ${pattern}`, () => {
      assert.equal(matchesGlob(path, pattern), expected);
    });
  }
});

describe('sandbox/http/faults: changed field', () => {
  const page = {
    items: [
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
    ],
    total: 2,
  };

  for (const [at, change, expected] of [
    ['total', 'missing', { items: page.items }],
    ['total', 'wrongType', { ...page, total: 'not what was expected' }],
    ['items', 'null', { ...page, items: null }],
    ['items.0', 'missing', { ...page, items: [page.items[1]] }],
    [
      'items.*.name',
      'unknownValue',
      {
        ...page,
        items: page.items.map(item => ({ ...item, name: 'value_of_a_later_version' })),
      },
    ],
    ['items.1.name', 'wrongType', { ...page, items: [page.items[0], { name: 42, n: 2 }] }],
    ['items.1.name.deeper', 'null', page],
    ['nothing', 'null', page],
  ] as const) {
    it(`a changed field is ${change} at ${at}`, () => {
      assert.deepEqual(changeField(page, at, change), expected);
    });
  }
});
