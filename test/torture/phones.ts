import assert from 'node:assert/strict';
import type { Execution } from '../../src/contract/records/execution.ts';
import type { Random } from '../../src/util/random.ts';
import { AdbTestServer } from '../support/fakePhone/adbServer.ts';
import { FakePhone } from '../support/fakePhone/fakePhone.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { below, type Section } from './section.ts';

const ROUNDS = 200;
/** The rounds of the shortest form. */
const MIN_ROUNDS = 20;
/** More commands than most of the runs need. */
const MAX_COMMANDS = 40;
/** The maximum time of a run, in milliseconds: the limit of a call to a phone, twice. */
const MAX_RUN_MS = 60_000;
const FORM = 'org.sandbox.form';
const STEPS = [
  step('device.launchApp', 1, { platform: 'android', app: FORM, clearData: true }),
  step('device.tap', 2, { target: { by: 'resourceId', resourceId: `${FORM}:id/form.name` } }),
  step('device.typeText', 3, { text: 'Ada' }),
  step('device.globalAction', 4, { button: 'home' }),
];

/** Disconnects a phone during random commands of runs. Each ends with a clear failure, and the phone works afterwards. */
export const phones: Section = {
  name: 'phones',
  async run({ scale, random, isMeasured }) {
    const rounds = Math.max(MIN_ROUNDS, Math.round(ROUNDS * scale));
    const server = await AdbTestServer.start();
    const phone = new FakePhone({ serial: 'R5CT', apiLevel: 36 });
    server.connect(phone);
    const sandbox = await testSandbox({ timeScale: 0.001, adb: server.address });
    try {
      const body = { serial: phone.serial };
      const { id: deviceId } = (await sandbox.sandboxClient.addAdbPhone({ body })).value;
      const runner = new FlowRunner(sandbox);
      const flow = await runner.createFlow(STEPS, { deviceIds: [deviceId] });
      const run = async (): Promise<Execution> => ended(sandbox, runner.verify(flow.id).id);
      const stateOf = (): string | null | undefined => sandbox.service.store.devices.get(deviceId)?.state;
      // Drawing would take most of the time.
      phone.picture = (await sandbox.client.takeScreenshot({ params: { deviceId } })).value;
      let failures = 0;
      let longest = 0;
      for (let round = 0; round < rounds; round++) {
        const lost = loseDuring(phone, server, random);
        const began = performance.now();
        const { status, result } = await run();
        const tookMs = performance.now() - began;
        phone.beforeCommand = () => undefined;
        if (isMeasured) assert.ok(tookMs < MAX_RUN_MS, `round ${round} took ${tookMs} ms`);
        longest = Math.max(longest, tookMs);
        if (status !== 'success') {
          failures++;
          assert.match(JSON.stringify(result), /disconnected|not connected|closed/, `round ${round}`);
        }
        if (!lost.isLost) continue;
        await until('the lost phone', stateOf, 'disconnected');
        server.connect(phone);
        await until('the phone that is back', stateOf, 'ready');
      }
      assert.ok(failures > rounds / 2, `only ${failures} of ${rounds} runs failed`);
      assert.equal((await run()).status, 'success');
      return { runs: rounds, failed: failures, 'longest run': `${Math.round(longest)} ms` };
    } finally {
      await sandbox.stop();
      await server.stop();
    }
  },
};

/** Disconnects the phone during one of its next commands, gently or abruptly. */
function loseDuring(phone: FakePhone, server: AdbTestServer, random: Random): { readonly isLost: boolean } {
  const lost = { isLost: false };
  let left = below(MAX_COMMANDS, random);
  const isAbrupt = random() < 0.5;
  phone.beforeCommand = () => {
    if (left-- !== 0) return;
    lost.isLost = true;
    server.disconnect(phone, isAbrupt);
  };
  return lost;
}

async function ended({ service }: TestSandbox, executionId: string): Promise<Execution> {
  const { events, store } = service;
  return new Promise(resolve => {
    const listener = events.on('flow.finished', ({ execution }) => {
      if (execution.id !== executionId) return;
      listener.dispose();
      resolve(store.executions.get(executionId) ?? execution);
    });
  });
}
