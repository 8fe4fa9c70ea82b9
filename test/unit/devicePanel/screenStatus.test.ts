import assert from 'node:assert/strict';
import { ApiError, type Failure } from '../../../src/client/failure.ts';
import { isUsable, describeScreenStatus, takesGestures } from '../../../src/devicePanel/screenStatus.ts';
import { InactiveConnectionError, NotConnectedError } from '../../../src/stores/session.ts';

function refused(status: number, message = 'It does not.'): ApiError {
  const failure: Failure = {
    kind: 'refused',
    status,
    body: 'device',
    code: undefined,
    message,
    problems: [],
  };
  return new ApiError(failure, {
    ...{ operation: 'takeScreenshot', traceId: undefined, retryAfterMs: undefined, retryable: false },
  });
}

function acts(state: string | undefined, failure?: unknown, display = 0): readonly string[] {
  const device = state === undefined ? undefined : { state, stateMessage: '', name: 'A', type: 'b' };
  return describeScreenStatus(device, display, failure)?.acts.map(({ act }) => act) ?? ['none'];
}

it('the status of a screen is undefined while screenshots arrive', () => {
  for (const state of ['ready', 'assigned', undefined]) assert.deepEqual(acts(state), ['none']);
});

it('the status of a screen takes gestures unless the device or its connection cannot be reached', () => {
  const of = (state: string) => ({ state, stateMessage: '', name: 'A', type: 'b' });
  assert.ok(takesGestures(undefined, undefined));
  assert.ok(takesGestures(of('ready'), refused(500)));
  assert.ok(!takesGestures(of('disconnected'), undefined));
  assert.ok(!takesGestures(of('ready'), new InactiveConnectionError('Staging')));
});

it('the status of a screen offers actions for the state of the device', () => {
  assert.deepEqual(acts('stopped', refused(409)), ['resume']);
  assert.deepEqual(acts('rebooting', refused(409)), ['retry']);
  assert.deepEqual(acts('disconnected', refused(409)), ['retry']);
  assert.deepEqual(acts('terminated', refused(409)), []);
  assert.deepEqual(acts('something new', refused(409)), ['retry']);
});

it('the status of a screen offers actions for the failure of a screenshot', () => {
  assert.deepEqual(acts('ready', refused(500)), ['wake', 'retry']);
  assert.deepEqual(acts('ready', refused(422), 3), ['firstDisplay']);
  assert.deepEqual(acts('ready', refused(501)), ['retry']);
  assert.deepEqual(acts('ready', refused(429)), ['retry']);
  assert.deepEqual(acts(undefined, new NotConnectedError({ kind: 'none' })), ['connection']);
  const connection = {
    id: 'a',
    name: 'A',
    keptAs: 'A',
    kind: 'service',
    baseUrl: '',
    headerPrefix: '',
  } as const;
  assert.deepEqual(acts('ready', new NotConnectedError({ kind: 'rejected', connection })), ['signIn']);
});

it('the status of a screen offers to switch to the connection of the device while another one is active', () => {
  const status = describeScreenStatus(undefined, 0, new InactiveConnectionError('Staging'));
  assert.deepEqual(status?.acts, [{ act: 'switch', label: 'Switch to Staging' }]);
  assert.equal(status.title, '“Staging” is not the active connection');
});

it('the status of a screen treats a device without a state as usable', () => {
  assert.equal(isUsable(undefined), true);
  assert.equal(isUsable({ state: null, name: 'A', type: null, stateMessage: null }), true);
  assert.equal(isUsable({ state: 'stopped', name: 'A', type: null, stateMessage: null }), false);
});
