import assert from 'node:assert/strict';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { DebugRunner, log, refusalOf, repeat } from '../support/debugRunner.ts';
import { type Entry, failingStep, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const phone = demoDeviceId('phone');
const tablet = demoDeviceId('tablet');
const launch = (position: number): Entry =>
  step('device.launchApp', position, { platform: 'android', app: 'org.sandbox.maps' });

describe('debug', () => {
  let sandbox: TestSandbox;
  beforeEach(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  afterEach(() => sandbox.stop());

  const start = (actions: Entry[], body?: Parameters<typeof DebugRunner.start>[2]): Promise<DebugRunner> =>
    DebugRunner.start(sandbox, actions, body);

  describe('stops', () => {
    it('a debug run stops on entry, steps over and into, and ends', async () => {
      const children = [log(1, 'a'), log(2, 'b')];
      const run = await start([log(1, 'x'), repeat(2, { times: 2 }, children), log(3, 'y')], {
        stopOnEntry: true,
      });
      assert.equal(await run.place(), 'entry 0');
      assert.equal(await run.step('next'), 'step 1');
      assert.equal(await run.step('stepIn'), 'step 1.0 round 0');
      const { frames } = await run.details();
      assert.deepEqual(
        frames.map(({ index, childIndex, round, rounds, method }) => [
          index,
          childIndex,
          round,
          rounds,
          method,
        ]),
        [
          [1, 0, 0, 2, 'webhooks.log'],
          [1, undefined, undefined, undefined, 'flow.repeat'],
        ],
      );
      assert.equal(await run.step('next'), 'step 1.1 round 0');
      assert.equal(await run.step('next'), 'step 1.0 round 1');
      assert.equal(await run.step('stepOut'), 'step 2');
      await run.command('next');
      assert.deepEqual(await run.ended(), ['success', undefined]);
      assert.deepEqual(run.steps(), [
        '0 success',
        '1.0/0 success',
        '1.1/0 success',
        '1.0/1 success',
        '1.1/1 success',
        '1 success',
        '2 success',
      ]);
      assert.deepEqual(
        (await run.read()).threads.map(({ status }) => status),
        ['ended'],
      );
    });

    it('a debug run steps over a step with children', async () => {
      const run = await start([repeat(1, { times: 3 }, [log(1, 'a')]), log(2, 'y')], { stopOnEntry: true });
      assert.equal(await run.place(), 'entry 0');
      assert.equal(await run.step('next'), 'step 1');
      assert.deepEqual(await run.finish(), ['success', undefined]);
    });

    it('a debug run steps into a branch that is taken, and past one that is not', async () => {
      const branch = (position: number, right: number): Entry =>
        step(
          'flow.branch',
          position,
          { left: '{{event.payload.n}}', operator: 'equals', right },
          { children: [log(1, 'inside')] },
        );
      const run = await start([branch(1, 1), branch(2, 2), log(3, 'x')], {
        payload: { n: 2 },
        stopOnEntry: true,
      });
      assert.equal(await run.place(), 'entry 0');
      assert.equal(await run.step('stepIn'), 'step 1');
      assert.equal(await run.step('stepIn'), 'step 1.0');
      assert.equal(await run.step('stepOut'), 'step 2');
      assert.deepEqual(await run.finish(), ['success', undefined]);
    });

    it('a debug run runs to a step', async () => {
      const run = await start(
        [log(1, 'x'), repeat(2, { times: 2 }, [log(1, 'a'), log(2, 'b')]), log(3, 'y')],
        {
          stopOnEntry: true,
        },
      );
      await run.stopped();
      assert.equal(await run.step('runTo', { step: { index: 1, childIndex: 1 } }), 'step 1.1 round 0');
      assert.equal(await run.step('runTo', { step: { index: 2 } }), 'step 2');
      assert.equal(await refusalOf(run.command('runTo', { step: { index: 9 } })), 'invalid_request');
      assert.deepEqual(await run.finish(), ['success', undefined]);
    });

    it('a debug run goes to another step, back and forth, and out of a round', async () => {
      const children = [log(1, 'a'), log(2, 'b')];
      const run = await start([log(1, 'x'), repeat(2, { times: 2 }, children), log(3, 'y')], {
        breakpoints: [{ step: { index: 1, childIndex: 1 } }],
      });
      assert.equal(await run.place(), 'breakpoint 1.1 round 0');
      assert.equal(await run.step('goto', { step: { index: 1, childIndex: 0 } }), 'goto 1.0 round 0');
      assert.equal(await run.step('next'), 'breakpoint 1.1 round 0');
      assert.equal(await run.step('goto', { step: { index: 0 } }), 'goto 0');
      await run.breakpoints([]);
      assert.equal(await run.step('goto', { step: { index: 2 } }), 'goto 2');
      const outside = run.command('goto', { step: { index: 1, childIndex: 0 } });
      assert.equal(await refusalOf(outside), 'step_not_reachable');
      assert.deepEqual(await run.finish(), ['success', undefined]);
      assert.deepEqual(run.steps().slice(-1), ['2 success']);
    });

    it('a debug run skips a step', async () => {
      const run = await start([log(1, 'x', 'first'), log(2, 'y'), log(3, '{{steps.first.status}}')], {
        stopOnEntry: true,
      });
      await run.stopped();
      assert.equal(await run.step('skip'), 'step 1');
      const [status, error] = await run.finish();
      assert.equal(status, 'success', error ?? '');
      const trace = await run.trace();
      assert.deepEqual(
        trace.map(({ index, status: ended }) => [index, ended]),
        [
          [0, 'skipped'],
          [1, 'success'],
          [2, 'success'],
        ],
      );
    });

    it('a debug run pauses before the next step, and at once if the step waits', async () => {
      const run = await start([step('flow.wait', 1, { seconds: 3600 }), log(2, 'y')]);
      await run.until('started');
      await run.command('pause');
      assert.equal(await run.place(), 'pause 0');
      assert.equal(await run.step('skip'), 'step 1');
      assert.equal(await refusalOf(run.command('again')), 'nothing_failed');
      assert.deepEqual(await run.finish(), ['success', undefined]);
      assert.equal(await refusalOf(run.command('continue')), 'thread_not_stopped');
    });

    it('a debug run pauses a wait for mail, which goes on afterwards', async () => {
      const mailboxId = demoMailboxId('gmail');
      const run = await start([step('mailbox.waitForPasscode', 1, { mailboxId, timeoutSeconds: 60 })], {
        timeoutSeconds: 3600,
      });
      await run.until('started');
      await run.command('pause');
      assert.equal(await run.place(), 'pause 0');
      sandbox.clock.advance(600_000);
      await run.command('continue');
      await sandbox.sandboxClient.deliverMessage({ params: { mailboxId }, body: { passcode: true } });
      assert.deepEqual(await run.ended(), ['success', undefined], 'no timeout passes while it is stopped');
    });

    it('a debug run pauses between two rounds', async () => {
      const run = await start([repeat(1, { times: 2, pauseSeconds: 3600 }, [log(1, 'a')])]);
      await run.until('step');
      await run.command('pause');
      assert.equal(await run.place(), 'pause 0.0 round 1');
      assert.deepEqual(await run.finish(), ['success', undefined]);
    });

    it('a debug run runs the devices in turn, each as a thread', async () => {
      const run = await start([launch(1), log(2, '{{device.name}}')], {
        deviceIds: [phone, tablet],
        breakpoints: [{ step: { index: 1 } }],
      });
      assert.equal(await run.place(), 'breakpoint 1');
      const threads = (await run.read()).threads;
      assert.deepEqual(
        threads.map(({ id, deviceId, name, status }) => [id, deviceId, name, status]),
        [
          [1, phone, 'Pixel phone', 'stopped'],
          [2, tablet, 'Android tablet', 'waiting'],
        ],
      );
      assert.equal(await refusalOf(run.evaluate('device.name', 2)), 'thread_not_stopped');
      await run.command('next', { threadId: 1 });
      assert.equal(await run.place(), 'entry 0', 'who steps stops on the next device');
      assert.equal(run.events.at(-1)?.threadId, 2);
      assert.equal(await run.step('continue', { threadId: 2 }), 'breakpoint 1');
      assert.equal(await run.evaluate('{{device.name}}', 2), 'Android tablet');
      assert.deepEqual(await run.finish(), ['success', undefined]);
      assert.deepEqual(run.texts('step'), ['info: Pixel phone', 'info: Android tablet']);
    });
  });

  describe('breakpoints', () => {
    const loop = [repeat(1, { items: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] }, [log(1, 'n {{item.n}}')])];
    const at = { index: 0, childIndex: 0 };

    it('the breakpoints of a debug run have conditions as text or comparison', async () => {
      const run = await start(loop, {
        breakpoints: [
          { step: at, condition: '{{item.n}} == 2' },
          { step: at, id: 'four', condition: { left: '{{item.n}}', operator: 'greaterThan', right: 3 } },
        ],
      });
      assert.equal(await run.place(), 'breakpoint 0.0 round 1');
      assert.equal(await run.step('continue'), 'breakpoint 0.0 round 3');
      assert.deepEqual(run.events.at(-1)?.stop?.breakpointIds, ['four']);
      assert.deepEqual(await run.finish(), ['success', undefined]);
    });

    it('the breakpoints of a debug run have hit counts, and keep them when they are set again', async () => {
      const every = { step: at, id: 'every', hitCount: '%2' };
      const run = await start(loop, { breakpoints: [every] });
      assert.equal(await run.place(), 'breakpoint 0.0 round 1');
      const [kept] = await run.breakpoints([every]);
      assert.deepEqual([kept?.hits, kept?.verified], [2, true]);
      assert.equal(await run.step('continue'), 'breakpoint 0.0 round 3');
      await run.finish();
    });

    it('the breakpoints of a debug run log instead of stopping, and report a condition without a value once', async () => {
      const run = await start(loop, {
        breakpoints: [
          { step: at, logMessage: 'n is {{item.n}} of {{item.none}}', hitCount: '<=2' },
          { step: at, condition: '{{item.none}}' },
        ],
      });
      assert.deepEqual(await run.ended(), ['success', undefined]);
      assert.deepEqual(run.texts('log'), ['n is 1 of {{item.none}}', 'n is 2 of {{item.none}}']);
      assert.deepEqual(run.texts('problem'), ['{{item.none}} is undefined: item has no “none”.']);
    });

    it('the breakpoints of a debug run are not verified if they cannot be used', async () => {
      const run = await start(loop, { stopOnEntry: true });
      await run.stopped();
      const set = await run.breakpoints([
        { step: { index: 3 } },
        { step: at, hitCount: 'often' },
        { step: at, condition: '{{nobody.knows}} == 1' },
        { step: at, logMessage: '{{1 + 1}}' },
        { step: at, condition: 'item.n' },
      ]);
      assert.deepEqual(
        set.map(({ verified }) => verified),
        [false, false, false, false, true],
      );
      assert.match(set[0]?.message ?? '', /no such step/);
      assert.equal(await run.step('continue'), 'breakpoint 0.0 round 0');
      await run.end();
    });
  });

  describe('failures', () => {
    const checked = [log(1, 'x'), failingStep(2, { key: 'check' }), log(3, 'after')];

    it('a debug run at a failure runs the step again after a value was set', async () => {
      const run = await start(checked, { breakOnFailure: 'final' });
      const stop = await run.stopped();
      assert.deepEqual([stop.reason, stop.index, stop.code], ['failure', 1, 'invalid_config']);
      assert.match(stop.error ?? '', /payload has no “nobody”/);
      await run.set('event.payload.nobody', 'somebody');
      assert.equal(await run.step('again'), 'step 2');
      assert.equal(await run.evaluate('{{steps.check.body.taken}}'), true);
      assert.deepEqual(await run.finish(), ['success', undefined]);
      const failed = (await run.trace())[1];
      assert.deepEqual(
        [failed?.status, failed?.log],
        ['success', ['The debugger set event.payload.nobody.']],
      );
    });

    it('a debug run at a failure stops again if it fails again, and lets it fail', async () => {
      const run = await start(checked, { breakOnFailure: 'always' });
      assert.equal(await run.place(), 'failure 1');
      assert.equal(await run.step('again'), 'failure 1');
      const [status, error] = await run.finish();
      assert.equal(status, 'failed');
      assert.match(error ?? '', /^Step 2 /);
    });

    it('a debug run at a failure goes back to it, or to an earlier step', async () => {
      const run = await start(checked, { breakOnFailure: 'always' });
      await run.stopped();
      assert.equal(await run.step('goto', { step: { index: 1 } }), 'goto 1');
      assert.equal(await run.step('next'), 'failure 1');
      assert.equal(await run.step('goto', { step: { index: 0 } }), 'goto 0');
      assert.equal(await run.step('next'), 'step 1');
      assert.equal(await run.step('continue'), 'failure 1');
      assert.equal((await run.finish())[0], 'failed');
      assert.deepEqual(run.steps(), ['0 success', '1 skipped', '1 skipped', '0 success', '1 failed']);
    });

    it('a debug run at a failure skips it', async () => {
      const run = await start(checked, { breakOnFailure: 'always' });
      await run.stopped();
      assert.equal(await run.step('skip'), 'step 2');
      assert.deepEqual(await run.finish(), ['success', undefined]);
      assert.deepEqual(run.steps(), ['0 success', '1 skipped', '2 success']);
    });

    it('a debug run at a failure uses what was done on the phone', async () => {
      const check = step('device.assertText', 2, { contains: 'Settings' });
      const run = await start([launch(1), check], { deviceIds: [phone], breakOnFailure: 'final' });
      assert.equal(await run.place(), 'failure 1');
      await sandbox.client.pressGlobal({ params: { deviceId: phone }, body: { action: 2 } });
      await run.command('again');
      assert.deepEqual(await run.ended(), ['success', undefined]);
    });

    it('a debug run at a failure stops at failures that end the run, or at all, or at none', async () => {
      const caught = [failingStep(1, { continueOnError: true }), log(2, 'x')];
      const never = await start(caught);
      assert.deepEqual(await never.ended(), ['success', undefined]);
      const final = await start(caught, { breakOnFailure: 'final' });
      assert.deepEqual(await final.ended(), ['success', undefined]);
      const always = await start(caught, { breakOnFailure: 'always' });
      assert.equal(await always.place(), 'failure 0');
      assert.deepEqual(await always.finish(), ['success', undefined]);
    });

    it('a debug run at a failure stops once for a failure inside a repeated step', async () => {
      const run = await start([repeat(1, { times: 2 }, [failingStep(1)])], { breakOnFailure: 'always' });
      assert.equal(await run.place(), 'failure 0.0 round 0');
      assert.equal((await run.finish())[0], 'failed');
    });
  });
});
