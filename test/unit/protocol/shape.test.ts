import assert from 'node:assert/strict';
import { hostEnvelope, requestEnvelope } from '../../../src/protocol/envelope.ts';
import {
  anyOf,
  flag,
  json,
  arrayOf,
  maybe,
  number,
  object,
  oneOf,
  text,
} from '../../../src/protocol/shape.ts';

describe('protocol/shape: shapes of messages', () => {
  const point = object({ x: number, y: number, label: maybe(text) });

  it('the shapes of messages accept valid values, also with unknown members', () => {
    assert.ok(point({ x: 1, y: 2 }));
    assert.ok(point({ x: 1, y: 2, label: 'a', further: true }));
    assert.ok(arrayOf(point)([{ x: 1, y: 2 }]));
    assert.ok(anyOf(oneOf('tap', 'swipe'), flag)('swipe'));
    assert.ok(json(null));
  });

  it('the shapes of messages refuse invalid values', () => {
    assert.equal(point({ x: 1 }), false);
    assert.equal(point({ x: 1, y: Number.NaN }), false);
    assert.equal(point({ x: 1, y: 2, label: 3 }), false);
    assert.equal(point(null), false);
    assert.equal(point([]), false);
    assert.equal(arrayOf(point)([{ x: 1, y: 2 }, {}]), false);
    assert.equal(anyOf(oneOf('tap', 'swipe'), flag)('press'), false);
    assert.equal(json(undefined), false);
  });
});

describe('protocol/shape: envelopes of messages', () => {
  it('the envelopes of messages are closed unions', () => {
    assert.ok(requestEnvelope({ id: 1, request: { kind: 'ready' } }));
    assert.equal(requestEnvelope({ request: { kind: 'ready' } }), false);
    assert.ok(hostEnvelope({ kind: 'answer', id: 1, answer: null }));
    assert.ok(hostEnvelope({ kind: 'failure', id: 1, sentence: 'No.' }));
    assert.equal(hostEnvelope({ kind: 'failure', id: 1 }), false);
    assert.equal(hostEnvelope({ kind: 'other', id: 1 }), false);
  });
});
