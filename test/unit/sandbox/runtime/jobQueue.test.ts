import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job, JobKind, JobOutcome } from '../../../../src/sandbox/runtime/job.ts';
import { JobQueue } from '../../../../src/sandbox/runtime/jobQueue.ts';
import { lineLog } from '../../../../src/sandbox/runtime/log.ts';
import { MovableClock } from '../../../../src/sandbox/runtime/movableClock.ts';
import type { Service } from '../../../../src/sandbox/runtime/service.ts';
import { Store } from '../../../../src/sandbox/store/store.ts';

type Work = (job: Job<string>) => Promise<JobOutcome<string>>;

// The queue only passes the service on.
const service = {} as Service;

function kind(run: Work, concurrency = 2): JobKind<string> {
  return { name: 'greet', concurrency, run };
}

describe('sandbox/runtime/jobQueue', () => {
  let folder: string;
  let file: string;
  let store: Store;
  let clock: MovableClock;
  let lines: string[];
  let queue: JobQueue;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cloud-devices-jobs-'));
    file = join(folder, 'jobs.db');
    store = new Store(file);
    clock = new MovableClock(1_000_000);
    lines = [];
    queue = new JobQueue(
      store,
      clock,
      lineLog(line => lines.push(line)),
    );
  });

  afterEach(async () => {
    await queue.stop();
    store.close();
    rmSync(folder, { recursive: true });
  });

  it('the job queue runs jobs when they are due, the earliest first, and deletes them', async () => {
    const ran: string[] = [];
    const greet = kind(({ payload }) => {
      ran.push(`${payload} at ${clock.now()}`);
      return Promise.resolve(undefined);
    });
    queue.start(service, [greet]);
    queue.add(greet, 1_002_000, 'second');
    queue.add(greet, 1_001_000, 'first');
    await queue.waitUntilIdle();
    assert.deepEqual(ran, []);
    clock.advance(1000);
    await queue.waitUntilIdle();
    clock.advance(1000);
    await queue.waitUntilIdle();
    assert.deepEqual(ran, ['first at 1001000', 'second at 1002000']);
    assert.equal(store.jobs.count(), 0);
  });

  it('the job queue runs no more jobs at once than a kind allows', async () => {
    let running = 0;
    let most = 0;
    const greet = kind(async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return undefined;
    });
    queue.start(service, [greet]);
    for (let count = 0; count < 9; count++) queue.add(greet, 0, 'hello');
    await queue.waitUntilIdle();
    assert.deepEqual([most, store.jobs.count()], [2, 0]);
  });

  it('the job queue runs a job again on its request, and resets its attempts', async () => {
    const ran: string[] = [];
    const greet = kind(({ payload, attempt }) => {
      ran.push(`${payload} ${attempt}`);
      const next = payload === 'a' ? { nextRunAt: clock.now() + 500, payload: 'b' } : undefined;
      return Promise.resolve(next);
    });
    queue.start(service, [greet]);
    queue.add(greet, 0, 'a');
    await queue.waitUntilIdle();
    clock.advance(500);
    await queue.waitUntilIdle();
    assert.deepEqual(ran, ['a 1', 'b 1']);
  });

  it('the job queue retries a failed job five times with increasing delays, and reports it', async () => {
    const attempts: number[] = [];
    const greet = kind(({ attempt }) => {
      attempts.push(attempt);
      return Promise.reject(new Error('out of tea'));
    });
    queue.start(service, [greet]);
    queue.add(greet, 0, 'hello');
    for (let round = 0; round < 8; round++) {
      await queue.waitUntilIdle();
      clock.advance(1000 * 2 ** round);
    }
    await queue.waitUntilIdle();
    assert.deepEqual(attempts, [1, 2, 3, 4, 5]);
    assert.equal(lines.filter(line => line.includes('out of tea')).length, 5);
    assert.equal(store.jobs.count(), 0);
  });

  it('the job queue rolls back with the transaction that added a job', async () => {
    const greet = kind(() => assert.fail('it ran'));
    queue.start(service, [greet]);
    assert.throws(() =>
      store.transaction(() => {
        queue.add(greet, 0, 'hello');
        throw new Error('refused');
      }),
    );
    await queue.waitUntilIdle();
    assert.deepEqual(lines, []);
  });

  it('the job queue cancels a job, also while it runs', async () => {
    const begun = Promise.withResolvers<undefined>();
    const greet = kind(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          begun.resolve(undefined);
        }),
    );
    queue.start(service, [greet]);
    const waiting = queue.add(greet, 9_000_000, 'later');
    assert.equal(queue.cancel(waiting), true);
    assert.equal(queue.cancel(waiting), false);
    const running = queue.add(greet, 0, 'now');
    const idle = queue.waitUntilIdle();
    await begun.promise;
    assert.equal(queue.cancel(running), true);
    await idle;
    assert.deepEqual([store.jobs.count(), lines], [0, []]);
  });

  it('the job queue resumes a job that a stop or a crash interrupted, and tells the job so', async () => {
    const begun = Promise.withResolvers<undefined>();
    const endless = kind(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          begun.resolve(undefined);
        }),
    );
    queue.start(service, [endless]);
    queue.add(endless, 0, 'hello');
    queue.add(endless, 2_000_000, 'not begun');
    void queue.waitUntilIdle();
    await begun.promise;
    await queue.stop();
    store.close();

    store = new Store(file);
    queue = new JobQueue(
      store,
      clock,
      lineLog(line => lines.push(line)),
    );
    const seen: unknown[] = [];
    const greet = kind(({ payload, attempt, interrupted }) => {
      seen.push([payload, attempt, interrupted]);
      return Promise.resolve(undefined);
    });
    queue.start(service, [greet]);
    clock.advance(1_000_000);
    await queue.waitUntilIdle();
    assert.deepEqual(seen, [
      ['hello', 2, true],
      ['not begun', 1, false],
    ]);
  });
});
