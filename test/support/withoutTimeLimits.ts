import { mock } from 'node:test';

/**
 * Makes `AbortSignal.timeout` return signals that never abort in the surrounding suite, since a busy computer may exceed
 * any limit.
 */
export function withoutTimeLimits(): void {
  let timeout: ReturnType<typeof mock.method>;

  before(() => {
    timeout = mock.method(AbortSignal, 'timeout', () => new AbortController().signal);
  });

  after(() => timeout.mock.restore());
}
