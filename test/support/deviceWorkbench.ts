import type { FrameLocator, Locator } from 'playwright-core';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import type { Gesture } from '../../src/contract/sandbox/devices.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { RecordingGateway } from './recordingGateway.ts';
import { launchSandbox, type SandboxProcess } from './sandboxProcess.ts';
import { sharedFolder } from './sharedFolder.ts';
import { waitForStableBox } from './stableBox.ts';
import { until } from './until.ts';
import { Workbench } from './workbench.ts';
import { tap } from './screenInput.ts';

/** A window connected to a sandbox that the test can query for the actual effects on a device. */
export class DeviceWorkbench {
  readonly workbench: Workbench;
  readonly sandbox: SandboxProcess;
  /** Receives all requests of the window to the sandbox. */
  readonly gateway: RecordingGateway;

  private constructor(workbench: Workbench, sandbox: SandboxProcess, gateway: RecordingGateway) {
    this.workbench = workbench;
    this.sandbox = sandbox;
    this.gateway = gateway;
  }

  /** Opens a window on a folder, by default the empty shared one, with a connection of a name to a sandbox with options. */
  static async open(
    folder?: string,
    name = 'Watched',
    options: readonly string[] = [],
  ): Promise<DeviceWorkbench> {
    const sandbox = await launchSandbox(...options);
    const gateway = await RecordingGateway.start(sandbox.baseUrl);
    const workbench = await Workbench.open({ folder: folder ?? (await sharedFolder()) });
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, name, sandbox.apiKey);
    await workbench.waitForLists();
    // All devices are in sight only if no other view takes the height.
    for (const other of ['Flows', 'Mailboxes']) await workbench.fold(other, true);
    await workbench.fold('Devices', false);
    return new DeviceWorkbench(workbench, sandbox, gateway);
  }

  /** Opens the panel of a device by name, from the palette or from its item in the view. */
  async openPanel(name: string, from: 'palette' | 'view' = 'palette'): Promise<void> {
    if (from === 'view') {
      const line = this.workbench.treeItem(new RegExp(`^${name}, device`));
      const tab = this.workbench.page.getByRole('tab', { name, selected: true });
      await this.workbench.press(line, 'Open Device Panel', tab);
    } else {
      await this.workbench.run('Cloud Devices: Open Device Panel');
      await this.chooseDevice('Open Device Panel: Device', name);
      await this.workbench.input.waitFor({ state: 'hidden' });
    }
    await this.workbench.page.getByRole('tab', { name, selected: true }).waitFor();
    await this.panel.getByRole('heading', { name, level: 1 }).waitFor();
  }

  /** Selects a device by name in the quick pick with the given title. */
  async chooseDevice(title: string, name: string): Promise<void> {
    const { page } = this.workbench;
    await page.getByText(title).waitFor();
    await this.workbench.quickPickRows(name).first().waitFor();
    await this.workbench.answer(name);
  }

  /** The page of the active panel. */
  get panel(): FrameLocator {
    return this.workbench.webview();
  }

  /** The screenshot of the device, once it is loaded. */
  get screen(): Locator {
    return this.panel.locator('.glass:has(img)');
  }

  /** Returns the gestures of a demo device, newest first. */
  async readGestures(key: string): Promise<readonly Gesture[]> {
    const answer = await this.sandbox.request('GET', `/_sandbox/devices/${demoDeviceId(key)}/gestures`);
    return ((await answer.json()) as { data: Gesture[] }).data;
  }

  /** Waits until a demo device has performed more than `before` gestures, and returns the newest. */
  async waitForGesture(key: string, before: number): Promise<Gesture> {
    await until(
      `a gesture on ${key}`,
      async () => (await this.readGestures(key)).length,
      value => value > before,
    );
    const [newest] = await this.readGestures(key);
    if (!newest) throw new Error('The gesture is gone.');
    return newest;
  }

  /** Returns the ID of a demo device. */
  id(key: string): string {
    return demoDeviceId(key);
  }

  /** Clicks the center of an element of a demo device, found by its text or the end of its resource ID. */
  async tapElement(key: string, name: string, screen = this.screen): Promise<void> {
    const before = (await this.readGestures(key)).length;
    const find = async (): Promise<UiNode | undefined> => {
      const answer = await this.sandbox.request('GET', `/devices/${demoDeviceId(key)}/ui-state`);
      const { a11y_tree } = (await answer.json()) as { a11y_tree: UiNode };
      return named(a11y_tree, name);
    };
    await until(`${name} on the screen`, () => find());
    const { left, right, top, bottom } = (await find())!.boundsInScreen!;
    const [, , width, height] = (await screen.locator('svg').getAttribute('viewBox'))!.split(' ').map(Number);
    const box = await waitForStableBox(screen);
    const x = ((left + right) / 2 / width!) * box.width;
    const y = ((top + bottom) / 2 / height!) * box.height;
    await tap(screen, { x, y });
    await this.waitForGesture(key, before);
  }

  async close(): Promise<void> {
    await this.workbench.close();
    await this.#stop();
  }

  /** Closes the window, whatever its state, so that no later test uses it. */
  async end(): Promise<void> {
    await this.workbench.end();
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.gateway.close();
    await this.sandbox.kill();
  }
}

function named(node: UiNode, name: string): UiNode | undefined {
  const isIt = node.text === name || node.contentDescription === name || node.resourceId?.endsWith(name);
  if (isIt) return node;
  for (const child of node.children ?? []) {
    const found = named(child, name);
    if (found) return found;
  }
  return undefined;
}
