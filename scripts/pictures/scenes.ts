import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { DeviceWorkbench } from '../../test/support/deviceWorkbench.ts';
import { FlowWorkbench } from '../../test/support/flowWorkbench.ts';
import { pageWith } from '../../test/support/pageWith.ts';
import type { Workbench } from '../../test/support/workbench.ts';
import { Camera } from './camera.ts';

/** The size of the pictures in pixels. */
const SIZE = { width: 1360, height: 760 };
const [SHORT, MEDIUM, LONG] = [700, 1500, 2600];

/** The moving pictures by the names of their files. */
export const SCENES: Readonly<Record<string, () => Promise<Camera>>> = {
  'visual-editor': filmRun,
  'trace-viewer': filmFailure,
  recording: filmRecording,
};

type Step = readonly [method: string, params: object, name?: string];

/** Returns the text of a flow file for the demo phone. */
function flowText(name: string, steps: readonly Step[]): string {
  const actions = steps.map(([method, params, nameOverride], index) => ({
    actionId: demoActionId(method),
    position: index + 1,
    ...(nameOverride === undefined ? {} : { nameOverride }),
    ...(Object.keys(params).length === 0 ? {} : { overrides: { params } }),
  }));
  const flow = {
    name,
    triggerId: demoTriggerId('custom'),
    deviceIds: [demoDeviceId('phone')],
    actions,
  };
  return `${JSON.stringify(flow, undefined, 2)}\n`;
}

const byText = (text: string): object => ({ target: { by: 'text', text } });
const byId = (id: string): object => ({
  target: { by: 'resourceId', resourceId: `org.sandbox.form:id/${id}` },
});

const OPEN_FORM: Step = [
  'device.launchApp',
  { platform: 'android', app: 'org.sandbox.form' },
  'Open the form',
];

/** The sandbox is fast, so the picture needs time to show each step. */
const WAIT: Step = ['flow.wait', { seconds: 1 }];
/** Longer than the interval in which the phone reads its screen, in milliseconds. */
const REFRESH_MS = 2500;

/** A flow runs on the phone beside it. */
async function filmRun(): Promise<Camera> {
  const steps: readonly Step[] = [
    OPEN_FORM,
    WAIT,
    ['device.tap', byId('form.name'), 'Tap the name'],
    ['device.typeText', { text: 'Sam Doe' }, 'Type the name'],
    WAIT,
    ['device.tap', byId('form.email'), 'Tap the e-mail'],
    ['device.typeText', { text: 'sam@example.com' }, 'Type the e-mail'],
    WAIT,
    [
      'device.tap',
      { target: { by: 'text', text: 'I accept the terms', role: 'checkbox' } },
      'Accept the terms',
    ],
    ['device.assertText', { contains: 'I accept the terms' }, 'Check the form'],
  ];
  const flows = await FlowWorkbench.start({ 'sign-up.flow.json': flowText('Sign up', steps) });
  try {
    const camera = await prepare(flows.workbench);
    await flows.open('sign-up.flow.json');
    const editor = await pageWith(flows.workbench.page, 'flow-inspector');
    await editor.locator(`[data-step="${steps.length - 1}"]`).click();
    await editor.getByRole('button', { name: 'More Ways to Run' }).click();
    await editor.getByRole('menuitem', { name: 'Show Phone' }).click();
    const phone = await pageWith(flows.workbench.page, '.glass');
    await phone.locator('.glass:has(img)').waitFor();
    await flows.workbench.leave();
    await camera.shoot(MEDIUM);
    await editor.getByRole('button', { name: 'Run', exact: true }).click();
    const ended = editor.locator(`[data-step="${steps.length - 1}"] .run.succeeded`);
    await camera.film(ended.waitFor());
    await camera.film(delay(REFRESH_MS));
    await camera.shoot(LONG);
    return camera;
  } finally {
    await flows.close();
  }
}

/** The trace viewer says why a step failed, and shows the screens before it. */
async function filmFailure(): Promise<Camera> {
  const steps: readonly Step[] = [
    OPEN_FORM,
    ['device.tap', byId('form.name'), 'Tap the name'],
    ['device.typeText', { text: 'Sam Doe' }, 'Type the name'],
    ['device.tap', byText('Creat account'), 'Create the account'],
    ['device.screenshot', {}, 'Take a picture'],
  ];
  const flows = await FlowWorkbench.start({ 'sign-up.flow.json': flowText('Sign up', steps) });
  try {
    const { page } = flows.workbench;
    const camera = await prepare(flows.workbench);
    await flows.open('sign-up.flow.json');
    const editor = await pageWith(page, 'flow-inspector');
    await editor.locator('[data-step="3"]').click();
    await camera.shoot(SHORT);
    await editor.getByRole('button', { name: 'Run', exact: true }).click();
    await camera.film(editor.locator('[data-step="3"] .run.failed').waitFor());
    await editor.getByText('Creat account', { exact: false }).first().waitFor();
    await camera.shoot(MEDIUM);
    await editor.getByRole('button', { name: 'Open Trace' }).click();
    const trace = await pageWith(page, 'trace-filmstrip[data-ready]');
    await trace.locator('.glass image').waitFor();
    await flows.workbench.leave();
    await camera.shoot(LONG);
    for (const [index, [, , name]] of steps.slice(0, 4).entries()) {
      const row = trace.getByRole('treeitem', { name: `${index + 1} ${name ?? ''}` });
      await row.click();
      await row.and(trace.locator('[aria-selected=true]')).waitFor();
      await trace.locator('.glass image').waitFor();
      await flows.workbench.leave();
      await camera.shoot(index === 3 ? LONG : SHORT);
    }
    return camera;
  } finally {
    await flows.close();
  }
}

/** Gestures on the phone become steps. */
async function filmRecording(): Promise<Camera> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  await writeFile(join(folder, 'sign-up.flow.json'), flowText('Sign up', []));
  const window = await DeviceWorkbench.open(folder, 'Cloud phones');
  try {
    const flows = new FlowWorkbench(window.workbench, folder);
    const { page } = window.workbench;
    const camera = await prepare(window.workbench);
    await flows.open('sign-up.flow.json');
    const editor = await pageWith(page, 'flow-inspector');
    await editor.getByRole('button', { name: 'Record', exact: true }).first().click();
    await window.workbench.clickRow('As the Phone Is');
    const panel = await pageWith(page, '.recording-banner');
    await panel.getByText('Recording into sign-up.flow.json').waitFor();
    const screen = panel.locator('.glass:has(img)');
    await screen.waitFor();
    await camera.shoot(MEDIUM);
    let count = 0;
    const hasSteps = (more: number): Promise<unknown> => {
      count += more;
      return editor.locator(`[role=treeitem][data-step="${count - 1}"]`).waitFor();
    };
    for (const [element, typed] of [
      ['Form', undefined],
      ['form.name', 'Sam Doe'],
      ['form.email', 'sam@example.com'],
    ] as const) {
      await window.tapElement('phone', element, screen);
      await camera.film(hasSteps(1));
      await camera.shoot(SHORT);
      if (typed === undefined) continue;
      await page.keyboard.type(typed);
      await camera.film(hasSteps(1));
      await editor.locator('[role=treeitem]', { hasText: typed }).first().waitFor();
      await camera.shoot(SHORT);
    }
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await panel.locator('.recording-banner').waitFor({ state: 'detached' });
    await window.workbench.leave();
    await camera.shoot(LONG);
    return camera;
  } finally {
    await window.close();
    await rm(folder, { recursive: true });
  }
}

/** Gives the editors the whole window. */
async function prepare(workbench: Workbench): Promise<Camera> {
  await workbench.page.setViewportSize(SIZE);
  // The names of temporary folders are of no interest.
  await workbench.hosts.configure('window.commandCenter', false);
  await workbench.hosts.configure('window.title', '${activeEditorShort}');
  await workbench.hosts.configure('breadcrumbs.enabled', false);
  await workbench.page.locator('.command-center').waitFor({ state: 'detached' });
  await workbench.closeEditors();
  await workbench.hosts.execute('workbench.action.closeSidebar');
  await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  await workbench.clearNotifications();
  return new Camera(workbench.page);
}
