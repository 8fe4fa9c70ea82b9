import assert from 'node:assert/strict';
import type { Input } from '../../src/contract/operations.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { runOnce } from '../support/runOnce.ts';
import { stepsOf } from '../support/flowRunner.ts';
import { importFlow, reportLines } from '../support/importing.ts';
import { IMPORTED_FILES, MAESTRO_FLOWS, wholeFlow } from '../support/maestroFlows.ts';
import { useReplayedSandbox } from '../support/replayedSandbox.ts';
import { withoutTimeLimits } from '../support/withoutTimeLimits.ts';

describe('imports: Maestro flows on the simulated phone', () => {
  withoutTimeLimits();
  const used = useReplayedSandbox();

  it('the flows are 20 at least', () => {
    assert.ok(Object.keys(MAESTRO_FLOWS).length >= 20);
  });

  for (const [name, flow] of Object.entries(MAESTRO_FLOWS))
    it(`an imported flow does the same on the simulated phone: ${name}`, async () => {
      await used().reset();
      const result = await importFlow(wholeFlow(flow), IMPORTED_FILES);
      assert.doesNotMatch(reportLines(result).join('\n'), / left/);
      const body = {
        ...(JSON.parse(result.text) as Input<'createFlow'>['body']),
        triggerId: demoTriggerId('custom'),
        deviceIds: [demoDeviceId('phone')],
      };
      const { client, service } = used().sandbox;
      const flowId = (await client.createFlow({ body })).value.data.id;
      const run = await runOnce({ client, flowId, payload: { password: 'demo-password', MODE: 'dark' } });
      assert.equal(
        run.status,
        'success',
        JSON.stringify(stepsOf(run).filter(({ status }) => status === 'failed')),
      );
      const { state } = service.store.phones.get(demoDeviceId('phone')) ?? {};
      assert.ok(state && flow.reached(state), JSON.stringify(state?.screens));
    });
});
