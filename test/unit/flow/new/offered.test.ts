import assert from 'node:assert/strict';
import {
  messagesLeft,
  offeredMailboxes,
  offeredTriggers,
  triggerByHand,
} from '../../../../src/flow/new/offered.ts';

describe('flow/new/offered', () => {
  const [nightly, order, byHand] = [
    { id: '1', name: 'Every night', activation: 'schedule' },
    { id: '2', name: 'New order', activation: 'custom', payloadSchema: { required: ['orderId'] } },
    { id: '3', name: 'By hand', activation: 'custom' },
  ] as const;

  it('the list that a new flow offers begins with the triggers that somebody fires, of which those without a payload are the simplest', () => {
    assert.deepEqual(offeredTriggers([nightly, order, byHand]), [byHand, order, nightly]);
    assert.equal(triggerByHand([nightly, order, byHand]), byHand);
    assert.equal(triggerByHand([nightly, order]), undefined);
    assert.equal(triggerByHand(undefined), undefined);
  });

  it('the list that a new flow offers begins with the mailboxes that can receive the most messages', () => {
    const [full, few, free] = [
      { inboundMessages: { included: 5, used: 1, exhausted: true } },
      { inboundMessages: { included: 500, used: 497 } },
      { inboundMessages: null },
    ];
    assert.deepEqual(offeredMailboxes([full, few, free, {}]), [free, {}, few, full]);
    assert.deepEqual([full, few, free].map(messagesLeft), [0, 3, Infinity]);
  });
});
