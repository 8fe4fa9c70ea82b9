import assert from 'node:assert/strict';
import type { OpenFlow } from '../../../../src/protocol/flowEditor.ts';
import {
  announceProblems,
  announceCounts,
  announceMove,
  announceChanges,
} from '../../../../src/webview/flowEditor/announcements.ts';
import { cardsAt } from './cards.ts';

const flow = { errors: 1, warnings: 0, steps: cardsAt([0], [0, 0], [0, 1], [1]), select: undefined };

it('announcements for screen readers count problems', () => {
  assert.equal(announceCounts(0, 0), 'No problems');
  assert.equal(announceCounts(1, 2), '1 error, 2 warnings');
});

it('announcements for screen readers say that the problems have changed', () => {
  assert.equal(announceProblems(undefined, flow as OpenFlow), undefined);
  assert.equal(announceProblems(flow as OpenFlow, flow as OpenFlow), undefined);
  const mended = { ...flow, errors: 0 } as OpenFlow;
  assert.equal(announceProblems(flow as OpenFlow, mended), 'No problems in the flow.');
});

it('announcements for screen readers say where steps have moved', () => {
  const moved = { ...flow, select: [[0, 1]] } as unknown as OpenFlow;
  assert.equal(announceMove(flow as OpenFlow, moved), '“Step 0.1” now at place 2 of 2 inside step 1.');
  const two = { ...flow, select: [[0], [1]] } as unknown as OpenFlow;
  assert.equal(announceMove(flow as OpenFlow, two), '2 steps, “Step 0” first, now at place 1 of 2.');
  assert.equal(announceMove(flow as OpenFlow, flow as OpenFlow), undefined);
});

it('announcements for screen readers report both for a move that changes the problems', () => {
  const moved = { ...flow, errors: 2, select: [[1]] } as unknown as OpenFlow;
  const news = '“Step 1” now at place 2 of 2. 2 errors in the flow.';
  assert.equal(announceChanges(flow as OpenFlow, moved), news);
  assert.equal(announceChanges(flow as OpenFlow, flow as OpenFlow), undefined);
});
