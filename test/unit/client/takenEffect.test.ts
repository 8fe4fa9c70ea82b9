import assert from 'node:assert/strict';
import { type Failure, gotNoAnswer } from '../../../src/client/failure.ts';
import { mayHaveTakenEffect } from '../../../src/client/takenEffect.ts';
import { failed, refused } from '../../support/answeringClient.ts';

it('a failed call got no answer if the service could not be reached', () => {
  const unreached: readonly Failure[] = [
    { kind: 'connectionRefused' },
    { kind: 'connectionLost', code: undefined },
    { kind: 'unknownHost', host: 'x' },
    { kind: 'timeout', ms: 1 },
    { kind: 'tls', code: 'X' },
  ];
  for (const failure of unreached) assert.ok(gotNoAnswer(failed(failure)), failure.kind);
  for (const failure of [{ kind: 'cancelled' }, { kind: 'missingKey' }] as const)
    assert.ok(!gotNoAnswer(failed(failure)), failure.kind);
  assert.ok(!gotNoAnswer(refused(503)));
  assert.ok(!gotNoAnswer(new Error('timeout')));
});

it('a failed call may have taken effect unless the failure excludes it', () => {
  const unclear: readonly Failure[] = [
    { kind: 'cutOff', status: 201 },
    { kind: 'emptyBody', status: 200 },
    { kind: 'contract', status: 201, field: 'data', expected: 'object', readable: undefined },
    { kind: 'tooLarge', status: 200, limitBytes: 1 },
    { kind: 'notJson', status: 502, mediaType: 'text/html', excerpt: '' },
    { kind: 'notJson', status: 503, mediaType: 'text/html', excerpt: '' },
    { kind: 'redirected', status: 303 },
    { kind: 'linked', status: 302 },
    { kind: 'headersTooLarge', limitBytes: 1 },
    { kind: 'timeout', ms: 1 },
    { kind: 'connectionLost', code: undefined },
    { kind: 'cancelled' },
  ];
  for (const failure of unclear) assert.ok(mayHaveTakenEffect(failed(failure)), failure.kind);
  for (const status of [500, 502, 504, 507]) assert.ok(mayHaveTakenEffect(refused(status)), String(status));
});

it('a failed call has not taken effect if the service refused or never received it', () => {
  const clear: readonly Failure[] = [
    { kind: 'connectionRefused' },
    { kind: 'unknownHost', host: 'x' },
    { kind: 'tls', code: 'X' },
    { kind: 'missingKey' },
    { kind: 'restricted' },
    { kind: 'emptyBody', status: 400 },
    { kind: 'invalidRequest', field: 'x', problem: 'y' },
    { kind: 'notJson', status: 403, mediaType: 'text/html', excerpt: '' },
  ];
  for (const failure of clear) assert.equal(mayHaveTakenEffect(failed(failure)), false, failure.kind);
  for (const status of [400, 404, 408, 409, 429, 501, 503])
    assert.ok(!mayHaveTakenEffect(refused(status)), String(status));
  assert.ok(!mayHaveTakenEffect(new Error('of the computer')));
});
