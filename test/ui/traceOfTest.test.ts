import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePicture } from '../../src/flowTest/pictureFormat.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const FLOW = {
  ...{ name: 'Form', triggerId: demoTriggerId('custom'), deviceIds: [demoDeviceId('phone')] },
  actions: [
    { actionId: demoActionId('device.openUrl'), position: 0, overrides: { params: { url: 'form:' } } },
    { actionId: demoActionId('flow.wait'), position: 1, overrides: { params: { seconds: 1 } } },
  ],
};
const TESTS = {
  cases: [{ name: 'looks right', expect: { steps: [{ step: 1, pictures: [{ name: 'form' }] }] } }],
};

function widthOf(image: unknown): number {
  return (image as { readonly naturalWidth: number }).naturalWidth;
}

describe('traceOfTest', () => {
  let workbench: Workbench;
  let flows: FlowWorkbench;

  before(async () => {
    const folder = await sharedFolder({
      'form.flow.json': JSON.stringify(FLOW, undefined, 2),
      'form.flow.test.json': JSON.stringify(TESTS, undefined, 2),
    });
    const size = { width: 1080, height: 2400 };
    const accepted = writePicture({ ...size, data: new Uint8Array(size.width * size.height * 4).fill(255) });
    await mkdir(join(folder, 'form.pictures'));
    await writeFile(join(folder, 'form.pictures/form.pixel-phone.light.png'), accepted);
    workbench = await Workbench.open({ folder });
    await workbench.openSandbox();
    flows = new FlowWorkbench(workbench, folder);
  });

  after(() => workbench.close());

  it('the trace of a test whose picture is not as accepted shows the expected picture, the actual one, and the difference at the step', async () => {
    const { page, hosts } = workbench;
    const view = await flows.open('form.flow.json');
    await hosts.execute('workbench.view.testing.focus');
    await page.getByRole('treeitem', { name: /^form\.flow\.json/ }).waitFor();
    await hosts.execute('testing.runAll');
    await view.getByRole('button', { name: 'Open Trace', exact: true }).click();
    const trace = workbench.webview();
    await trace.getByRole('region', { name: 'Why the test failed' }).waitFor();
    await trace.getByRole('treeitem', { name: /1 Open address/, selected: true }).waitFor();
    const check = trace.getByRole('region', { name: 'Failed picture check' });
    await check
      .getByText(/The picture “form” is different from .*form\.pixel-phone\.light\.png in /)
      .waitFor();
    for (const name of ['Expected', 'Actual', 'Difference']) {
      const image = check.getByRole('img', { name: `${name} picture` });
      await until(`the ${name} picture`, () => image.evaluate(widthOf), 1080);
    }
    await hosts.execute('workbench.action.closePanel');
    await hosts.execute('workbench.action.closeSidebar');
    await workbench.pictures('trace-of-test');
    const image = check.getByRole('img', { name: 'Actual picture' });
    await image.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await waitForStableBox(image);
    await page.mouse.move(x + width / 4, y + height / 4);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
    await page.mouse.up();
    await workbench.notification(/Added a mask to the picture “form” in form\.flow\.test\.json/);
    const written = await flows.saved('form.flow.test.json', text => text.includes('"masks"'));
    const { area } = JSON.parse(/"masks":\s*\[([^\]]*)\]/.exec(written)?.[1] ?? '') as {
      area: Record<string, number>;
    };
    assert.ok(
      Math.abs((area['left'] ?? 0) - 270) < 20 && Math.abs((area['bottom'] ?? 0) - 1200) < 30,
      written,
    );
  });
});
