import assert from 'node:assert/strict';
import { orAborted } from '../../../src/util/orAborted.ts';

describe('util/orAborted', () => {
  it('a promise settles as it does while the signal is not aborted', async () => {
    const { signal } = new AbortController();
    assert.equal(await orAborted(Promise.resolve(1), signal), 1);
    await assert.rejects(orAborted(Promise.reject(new Error('failed')), signal), /failed/);
  });

  it('an abort rejects with its reason at once, before and during the wait', async () => {
    const { promise } = Promise.withResolvers<never>();
    await assert.rejects(orAborted(promise, AbortSignal.abort(new Error('before'))), /before/);
    const controller = new AbortController();
    const waiting = orAborted(promise, controller.signal);
    controller.abort(new Error('during'));
    await assert.rejects(waiting, /during/);
  });

  it('a promise that fails after the abort is no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    try {
      const late = Promise.withResolvers<never>();
      await assert.rejects(orAborted(late.promise, AbortSignal.abort(new Error('before'))), /before/);
      late.reject(new Error('late'));
      await new Promise(resolve => setImmediate(resolve));
      assert.deepEqual(unhandled, []);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });
});
