import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { UiState } from '../../../contract/records/uiState.ts';
import { PNG_SIGNATURE, pngSize } from '../../../util/pngSize.ts';
import type { Point, TimedPoint } from '../../phone/geometry.ts';
import { type GlobalButton, KEY_CODES } from '../../phone/keys.ts';
import type { Display } from '../../phone/state.ts';
import {
  type DriverLimits,
  type PhoneDriver,
  type PhoneFacts,
  PhoneFailure,
  type PictureOptions,
  type TreeLimits,
} from '../../runtime/phoneDriver.ts';
import { type AdbAddress, AdbConnection } from './adbConnection.ts';
import { adbApps } from './adbApps.ts';
import { adbFiles } from './adbFiles.ts';
import { adbSettings } from './adbSettings.ts';
import { type DumpedTree, readDumpedTree, toUiState } from './dumpedTree.ts';
import { cropPicture } from '../../runtime/editPicture.ts';
import { BOOT_POLL_MS, heldPath, noDisplay, REBOOT_MS } from '../phoneValues.ts';
import { TreeReader } from '../treeReader.ts';
import { pathCommands } from './fingerPath.ts';
import {
  type DumpedDisplay,
  readActivity,
  readCaptureId,
  readDisplays,
  readKeyboardShown,
  readProperties,
  readScreenState,
  readTheme,
} from './readDumps.ts';
import type { ShellCommand } from './shellLine.ts';
import { planTyping, TYPING_KEYS, typingCommands } from './typing.ts';

/** The first API levels of Android with a feature. */
const API = { otherDisplays: 29, motionEvents: 30, testPositions: 31 } as const;
/** The number of times that the elements are read, since some screens fail at first. */
const MAX_DUMPS = 3;
/** Warnings that some versions write before a picture are shorter. */
const MAX_WARNING_BYTES = 4096;
/** The time limit of an answer of a phone that restarts, in milliseconds. One that goes may never answer. */
const BOOT_ANSWER_MS = 3000;
const BOOT_ID = ['cat', '/proc/sys/kernel/random/boot_id'] as const;
/** The number of keys that one command presses, and the number that empties a password, whose length is unknown. */
const KEYS_A_COMMAND = 100;
const PASSWORD_KEYS = 200;

/** An Android phone or emulator that an adb server is connected to. */
export class AdbPhone implements PhoneDriver {
  readonly isStill = false;
  isRestarting = false;
  readonly capabilities: PhoneDriver['capabilities'];
  readonly apps: PhoneDriver['apps'];
  readonly files: PhoneDriver['files'];
  readonly clipboard: PhoneDriver['clipboard'];
  readonly language: PhoneDriver['language'];
  readonly timeZone: PhoneDriver['timeZone'];
  readonly position: PhoneDriver['position'];
  readonly #connection: AdbConnection;
  readonly #properties: ReadonlyMap<string, string>;
  readonly #apiLevel: number;
  readonly #dumpFile = `/data/local/tmp/${randomUUID()}.xml`;
  /** The displays as they were last described, the main one first; undefined after one was seen to be rotated. */
  #displays: readonly Display[] | undefined;
  readonly #trees: TreeReader;

  private constructor(
    connection: AdbConnection,
    properties: ReadonlyMap<string, string>,
    offers: { readonly clipboard: boolean; readonly language: boolean },
  ) {
    this.#connection = connection;
    this.#trees = new TreeReader(connection, (displayId, limits) => this.#readTree(displayId, limits));
    this.#properties = properties;
    this.#apiLevel = Number(properties.get('ro.build.version.sdk') ?? 0);
    const geo = this.#apiLevel >= API.testPositions;
    this.capabilities = { accessibility: true, apps: true, files: true, time: true, geo, ...offers };
    this.apps = adbApps(connection);
    this.files = adbFiles(connection);
    const settings = adbSettings(connection, this.capabilities);
    this.clipboard = settings.clipboard;
    this.language = settings.language;
    this.timeZone = settings.timeZone;
    this.position = settings.position;
  }

  /** Connects to a phone and asks what it offers. */
  static async open(address: AdbAddress, serial: string, limits: DriverLimits): Promise<AdbPhone> {
    const connection = new AdbConnection(address, serial);
    try {
      const [{ text }, clipboard, locale] = await Promise.all([
        connection.mustRun(limits, ['getprop']),
        connection.run(limits, ['cmd', 'clipboard', 'get-primary-clip']),
        connection.run(limits, ['cmd', 'locale', 'help']),
      ]);
      const lacksClipboard = /no shell command|can't find service/i.test(clipboard.text + clipboard.errors);
      return new AdbPhone(connection, readProperties(text), {
        clipboard: clipboard.exitCode === 0 && !lacksClipboard,
        language: locale.text.includes('set-device-locale'),
      });
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async facts(limits: DriverLimits): Promise<PhoneFacts> {
    const [displays, policy] = await Promise.all([
      this.#readDisplays(limits),
      this.#connection.mustRun(limits, ['dumpsys', 'window', 'policy']),
    ]);
    const property = (name: string): string => this.#properties.get(name) ?? '';
    return {
      manufacturer: property('ro.product.manufacturer'),
      model: property('ro.product.model'),
      systemVersion: property('ro.build.version.release'),
      displays: displays.map(({ display }) => display),
      currentApp: displays[0].activity?.packageName ?? '',
      ...readScreenState(policy.text),
    };
  }

  async display(displayId: number, limits: DriverLimits): Promise<Display> {
    // Other displays come and go.
    const known = displayId === 0 ? this.#displays?.[0] : undefined;
    return known ?? (await this.#readDisplay(displayId, limits)).display;
  }

  async picture(displayId: number, limits: DriverLimits, { area }: PictureOptions = {}): Promise<Uint8Array> {
    const png = await this.#takePicture(displayId, limits);
    const { width, height } = pngSize(png) ?? {};
    const known = this.#displays?.find(({ id }) => id === displayId);
    if (width !== known?.width || height !== known?.height) this.#displays = undefined;
    return area ? cropPicture(png, area) : png;
  }

  async #takePicture(displayId: number, limits: DriverLimits): Promise<Uint8Array> {
    // The main display has no option, since not every phone tells its ID.
    const options = displayId === 0 ? [] : ['-d', await this.#readCaptureId(displayId, limits)];
    const { bytes, exitCode, ...said } = await this.#connection.run(limits, ['screencap', '-p', ...options]);
    const start = Buffer.from(bytes).subarray(0, MAX_WARNING_BYTES).indexOf(Buffer.from(PNG_SIGNATURE));
    if (exitCode === 0 && start >= 0) return bytes.subarray(start);
    if (bytes.length > 0 || said.errors.trim() !== '') throw this.#connection.refusal('screencap', said);
    const message = `The phone ${this.#connection.serial} gives no picture of this screen, whose app protects it.`;
    throw new PhoneFailure('refused', message);
  }

  async tree(displayId: number, limits: TreeLimits): Promise<UiState> {
    await this.#requireDisplay(displayId, limits);
    return this.#trees.read(displayId, limits);
  }

  knownTree(displayId: number): UiState | undefined {
    return this.#trees.known(displayId);
  }

  hasPasswordFocus(): boolean | undefined {
    const has = this.#trees.hasPasswordFocus();
    // What is typed can also go to another display.
    return has === false && (this.#displays?.length ?? 1) > 1 ? undefined : has;
  }

  async theme(limits: DriverLimits): Promise<'light' | 'dark'> {
    return readTheme((await this.#connection.mustRun(limits, ['dumpsys', 'uimode'])).text);
  }

  async tap(displayId: number, { x, y }: Point, limits: DriverLimits): Promise<void> {
    await this.#requireDisplay(displayId, limits);
    this.#connection.actions++;
    await this.#connection.mustRun(limits, [...inputOn(displayId), 'tap', Math.round(x), Math.round(y)]);
  }

  async longPress(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void> {
    const held = heldPath(path);
    if (held) await this.swipe(displayId, held, limits);
  }

  async swipe(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void> {
    await this.#requireDisplay(displayId, limits);
    this.#connection.actions++;
    const hasEvents = this.#apiLevel >= API.motionEvents;
    await this.#connection.mustRun(limits, ...pathCommands(inputOn(displayId), path, hasEvents));
  }

  async typeText(text: string, limits: DriverLimits): Promise<void> {
    const parts = planTyping(text, this.capabilities.clipboard);
    this.#connection.actions++;
    for (const part of parts) {
      if (part.kind === 'paste') await this.clipboard.write(part.text, limits);
      if (part.kind === 'keys')
        for (const commands of typingCommands(part.text)) await this.#connection.mustRun(limits, ...commands);
      else await this.pressKey(part.kind === 'paste' ? TYPING_KEYS.paste : part.keyCode, limits);
    }
  }

  async clearText(limits: DriverLimits): Promise<void> {
    this.#connection.actions++;
    const { phone_state: state } = await this.tree(0, limits);
    if (state?.isEditable !== true)
      throw new PhoneFailure('refused', 'No field has the focus. Tap a text field first.', {
        reason: 'noFocus',
      });
    const length = Array.from(state.focusedElement?.text ?? '').length;
    await this.pressKey(TYPING_KEYS.moveEnd, limits);
    // The text of a password is never read.
    await this.pressKey(KEY_CODES.delete, limits, length || PASSWORD_KEYS);
  }

  async pressKey(keyCode: number, limits: DriverLimits, times = 1): Promise<void> {
    this.#connection.actions++;
    for (let left = times; left > 0; left -= KEYS_A_COMMAND) {
      const keys = Array.from({ length: Math.min(left, KEYS_A_COMMAND) }, () => keyCode);
      await this.#connection.mustRun(limits, ['input', 'keyevent', ...keys]);
    }
  }

  async pressButton(button: GlobalButton, limits: DriverLimits): Promise<void> {
    await this.pressKey(KEY_CODES[button], limits);
  }

  async reboot(limits: DriverLimits): Promise<void> {
    this.isRestarting = true;
    try {
      await this.#reboot(limits);
    } finally {
      this.isRestarting = false;
    }
  }

  async #reboot({ signal, timeoutMs = REBOOT_MS }: DriverLimits): Promise<void> {
    this.#connection.actions++;
    const limits = { signal };
    const before = await this.#connection.mustRun(limits, BOOT_ID);
    await this.#connection
      .use('reboot', limits, adb => adb.power.reboot())
      .catch((error: unknown) => {
        // The phone often goes before it answers.
        if (!isDisconnected(error)) throw error;
      });
    const end = Date.now() + timeoutMs;
    while (!(await this.#hasBooted(limits, before.text))) {
      if (Date.now() > end)
        throw new PhoneFailure(
          'timeout',
          `The phone ${this.#connection.serial} did not come back from its restart.`,
        );
      await pause(BOOT_POLL_MS, undefined, { signal });
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #hasBooted({ signal }: DriverLimits, formerId: string): Promise<boolean> {
    const limits = { signal, timeoutMs: BOOT_ANSWER_MS };
    try {
      const id = await this.#connection.mustRun(limits, BOOT_ID);
      const { text } = await this.#connection.mustRun(limits, ['getprop', 'sys.boot_completed']);
      return id.text !== formerId && text.trim() === '1';
    } catch (error) {
      if (isDisconnected(error) || isTimeout(error)) return false;
      throw error;
    }
  }

  async #readTree(displayId: number, limits: DriverLimits): Promise<UiState> {
    const [dumped, { display, activity }] = await Promise.all([
      this.#dump(displayId, limits),
      this.#readDisplay(displayId, limits),
    ]);
    if (displayId !== 0 && !dumped.hasWindows) {
      const message = `The phone ${this.#connection.serial} describes the elements of its main display only.`;
      throw new PhoneFailure('unsupported', message);
    }
    const isKeyboardShown = dumped.hasWindows
      ? dumped.keyboard.length > 0
      : readKeyboardShown((await this.#connection.mustRun(limits, ['dumpsys', 'input_method'])).text);
    return toUiState(dumped, display, activity, isKeyboardShown);
  }

  async #dump(displayId: number, limits: DriverLimits): Promise<DumpedTree> {
    const file = this.#dumpFile;
    for (let attempt = 1; ; attempt++) {
      // Versions that do not know the option ignore it. The former file would look like the elements of this screen.
      const output = await this.#connection.run(
        limits,
        ['rm', '-f', file],
        ['uiautomator', 'dump', '--windows', file],
        ['cat', file],
        ['rm', '-f', file],
      );
      const start = output.text.indexOf('<?xml');
      const tree = start < 0 ? undefined : readDumpedTree(output.text.slice(start), displayId);
      if (tree) return tree;
      if (attempt < MAX_DUMPS) continue;
      if (!(output.errors + output.text).includes('could not get idle state'))
        throw this.#connection.refusal('uiautomator dump', output);
      const message = `The screen of the phone ${this.#connection.serial} does not come to rest, so that its elements cannot be read.`;
      throw new PhoneFailure('timeout', message);
    }
  }

  /** Reads the displays, the main one first. */
  async #readDisplays(limits: DriverLimits): Promise<readonly [DumpedDisplay, ...DumpedDisplay[]]> {
    const isOld = this.#apiLevel < API.otherDisplays;
    const { text } = await this.#connection.mustRun(
      limits,
      ['dumpsys', 'window', 'displays'],
      ...(isOld ? [['dumpsys', 'window', 'windows'] as const] : []),
    );
    const [main, ...others] = readDisplays(text);
    if (main?.display.id !== 0) {
      this.#displays = undefined;
      const message = `The phone ${this.#connection.serial} does not describe its display.`;
      throw new PhoneFailure('unsupported', message);
    }
    // Older versions have no commands for other displays, and name one activity for all.
    const displays: readonly [DumpedDisplay, ...DumpedDisplay[]] = isOld
      ? [{ ...main, activity: readActivity(text) }]
      : [main, ...others];
    this.#displays = displays.map(({ display }) => display);
    return displays;
  }

  async #readDisplay(displayId: number, limits: DriverLimits): Promise<DumpedDisplay> {
    const displays = await this.#readDisplays(limits);
    const found = displays.find(({ display }) => display.id === displayId);
    if (found) return found;
    const all = displays.map(({ display }) => display);
    throw noDisplay(`The phone ${this.#connection.serial}`, displayId, all);
  }

  async #requireDisplay(displayId: number, limits: DriverLimits): Promise<void> {
    const isKnown = displayId === 0 || this.#displays?.some(({ id }) => id === displayId) === true;
    if (!isKnown) await this.#readDisplay(displayId, limits);
  }

  async #readCaptureId(displayId: number, limits: DriverLimits): Promise<string> {
    await this.#requireDisplay(displayId, limits);
    const { text } = await this.#connection.mustRun(
      limits,
      ['dumpsys', 'display'],
      ['dumpsys', 'SurfaceFlinger', '--display-id'],
    );
    const captureId = readCaptureId(text, displayId);
    if (captureId !== undefined) return captureId;
    const message = `The phone ${this.#connection.serial} takes no pictures of its virtual display ${displayId}.`;
    throw new PhoneFailure('unsupported', message);
  }
}

/** Returns the start of commands that touch a display. */
function inputOn(displayId: number): ShellCommand {
  return displayId === 0 ? ['input'] : ['input', '-d', displayId];
}

function isTimeout(error: unknown): boolean {
  return error instanceof PhoneFailure && error.kind === 'timeout';
}

function isDisconnected(error: unknown): boolean {
  return error instanceof PhoneFailure && ['disconnected', 'unauthorized'].includes(error.kind);
}
