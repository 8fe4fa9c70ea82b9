import { randomUUID } from 'node:crypto';
import { PhoneFailure } from '../../../src/sandbox/runtime/phoneDriver.ts';
import { SimulatedPhone } from '../../../src/sandbox/drivers/simulated/simulatedPhone.ts';
import { findBuiltInApp, phoneApps, programInFront } from '../../../src/sandbox/phone/apps.ts';
import type { TimedPoint } from '../../../src/sandbox/phone/geometry.ts';
import {
  type Display,
  displayOf,
  type InstalledIcon,
  type Platform,
} from '../../../src/sandbox/phone/state.ts';
import { uiStateOf } from '../../../src/sandbox/phone/uiState.ts';
import {
  displayManager,
  type FakeDisplay,
  surfaceDisplays,
  uiautomatorXml,
  windowDisplays,
  windowFocus,
  windowPolicy,
} from './dumps.ts';
import { MemoryPhone } from './memoryPhone.ts';
import { shellWords } from './shellWords.ts';

/** The output of a command. */
export interface CommandOutput {
  readonly out: string | Uint8Array;
  readonly errors: string;
  readonly exitCode: number;
}

/** A file of a fake phone. */
export interface FakeFile {
  readonly bytes: Uint8Array;
  /** Seconds since 1970. */
  readonly modifiedAt: number;
}

/** Differences between versions, makers, and moments. */
export interface FakePhoneSettings {
  readonly serial?: string;
  /** The API level: 28 is Android 9, 36 is Android 16. */
  readonly apiLevel?: number;
  readonly lineEnd?: '\n' | '\r\n';
  readonly hasClipboard?: boolean;
  readonly hasLocaleCommand?: boolean;
  readonly platform?: Platform;
  /** A second display, of the hardware or a virtual one. */
  readonly secondDisplay?: 'hardware' | 'virtual' | undefined;
}

const ANDROID: Readonly<Record<number, string>> = {
  28: '9',
  29: '10',
  30: '11',
  31: '12',
  33: '13',
  34: '14',
  35: '15',
  36: '16',
};
const LIMITS = { signal: new AbortController().signal };
/** The simulated time that each event of `input` takes, in milliseconds. */
const EVENT_MS = 40;
const PASTE = 279;
/** The IDs that the hardware gives to the displays, and the one of a virtual display. */
const HARDWARE_IDS = ['4630946736638489729', '4630946736638489730'];
const VIRTUAL_ID = '11529215049243506835';
const NO_COMMAND = 'No shell command implementation.\n';

type Words = readonly string[];

/** An Android phone that answers the commands of a shell like AOSP, on top of a simulated phone. */
export class FakePhone {
  readonly serial: string;
  readonly apiLevel: number;
  readonly phone: MemoryPhone;
  readonly files = new Map<string, FakeFile>();
  /** The commands that ran, each as its words. */
  readonly commands: Words[] = [];
  isLocked = false;
  /** True while an app in front allows no pictures. */
  isSecure = false;
  /** True while the phone is turned to the left. */
  isRotated = false;
  /** What `uiautomator` complains about the next times. */
  readonly dumpProblems: string[] = [];
  /** A picture that is sent instead of one of the screen, since drawing takes long. */
  picture: Uint8Array | undefined;
  /** Written before pictures. */
  pictureWarning = '';
  /** A command of `cmd` that has no effect, such as `alarm set-timezone`. */
  ignores = '';
  /** Called before each command; what it returns is waited for. */
  beforeCommand: (words: Words) => void | Promise<void> = () => undefined;
  bootId = randomUUID();
  /** The number of lines of the shell that run. */
  running = 0;
  readonly #driver: SimulatedPhone;
  readonly #settings: Required<FakePhoneSettings>;
  #finger: { displayId: number; points: TimedPoint[]; ms: number } | undefined;

  constructor(settings: FakePhoneSettings = {}) {
    this.#settings = {
      serial: 'emulator-5554',
      apiLevel: 34,
      lineEnd: '\n',
      hasClipboard: true,
      hasLocaleCommand: true,
      platform: 'android-phone',
      secondDisplay: undefined,
      ...settings,
    };
    this.phone = new MemoryPhone(this.#settings.platform, this.#settings.secondDisplay !== undefined);
    this.#driver = new SimulatedPhone(this.phone);
    this.serial = this.#settings.serial;
    this.apiLevel = this.#settings.apiLevel;
  }

  /** Turns the phone to the left, or back. */
  rotate(): void {
    this.isRotated = !this.isRotated;
    this.#changeMain(({ width, height }) => ({ width: height, height: width }));
  }

  /** Opens a phone that can be folded: its display gets wider, and differs from the one of the hardware. */
  unfold(): void {
    this.#changeMain(() => ({ width: 1840, height: 2208 }));
  }

  #changeMain(change: (display: Display) => Pick<Display, 'width' | 'height'>): void {
    const { state } = this.phone;
    const displays = state.displays.map(one => (one.id === 0 ? { ...one, ...change(one) } : one));
    this.phone.state = { ...state, displays };
  }

  /** Runs a line of the shell. */
  async run(line: string): Promise<CommandOutput> {
    const outputs: Uint8Array[] = [];
    let errors = '';
    let exitCode = 0;
    for (const words of shellWords(line)) {
      this.commands.push(words);
      const output = await this.#runCommand(words);
      outputs.push(this.#encode(output.out));
      errors += output.errors;
      ({ exitCode } = output);
      if (exitCode !== 0) break;
    }
    return { out: Buffer.concat(outputs), errors, exitCode };
  }

  async restart(): Promise<void> {
    await this.phone.reboot();
    this.bootId = randomUUID();
  }

  async #runCommand([program = '', ...args]: Words): Promise<CommandOutput> {
    try {
      await this.beforeCommand([program, ...args]);
      const done = await this.#answer(program, args);
      return typeof done === 'string' || done instanceof Uint8Array
        ? succeeded(done)
        : (done ?? succeeded(''));
    } catch (error) {
      if (!(error instanceof PhoneFailure)) throw error;
      return failed(`Error: ${error.message}\n`);
    }
  }

  #answer(
    program: string,
    args: Words,
  ):
    | string
    | Uint8Array
    | CommandOutput
    | undefined
    | Promise<string | Uint8Array | CommandOutput | undefined> {
    switch (program) {
      case 'getprop':
        return this.#getprop(args);
      case 'dumpsys':
        return this.#dumpsys(args.join(' '));
      case 'screencap':
        return this.#screencap(args);
      case 'uiautomator':
        return this.#uiautomator(args);
      case 'input':
        return this.#input(args);
      case 'sleep':
        if (this.#finger) this.#finger.ms += Number(args[0]) * 1000;
        return undefined;
      case 'am':
        return this.#am(args);
      case 'pm':
        return this.#pm(args);
      case 'cmd':
        return this.#cmd(args);
      case 'appops':
        return undefined;
      case 'cat':
        if (args[0] === '/proc/sys/kernel/random/boot_id') return `${this.bootId}\n`;
        return this.files.get(args[0] ?? '')?.bytes ?? failed(`cat: ${args[0]}: No such file or directory\n`);
      case 'rm': {
        const isRemoved = this.files.delete(args.at(-1) ?? '');
        return isRemoved || args[0] === '-f'
          ? undefined
          : failed(`rm: ${args[0]}: No such file or directory\n`);
      }
      default:
        return { out: '', errors: `/system/bin/sh: ${program}: inaccessible or not found\n`, exitCode: 127 };
    }
  }

  async #screencap(args: Words): Promise<CommandOutput> {
    if (this.isSecure) return failed('');
    const displays = this.#displays();
    const given = args.includes('-d') ? args[args.indexOf('-d') + 1] : HARDWARE_IDS[0];
    const id = displays.find(({ captureId }) => captureId === given)?.display.id;
    if (id === undefined) return failed(`Display Id '${given}' is not valid.\n`);
    const picture = (id === 0 ? this.picture : undefined) ?? (await this.#driver.picture(id, LIMITS));
    const isGuessed = this.apiLevel >= 34 && displays.length > 1 && !args.includes('-d');
    const errors = isGuessed
      ? '[Warning] Multiple displays were found, but no display id was specified!\n'
      : '';
    return { out: Buffer.concat([Buffer.from(this.pictureWarning), picture]), errors, exitCode: 0 };
  }

  /** The displays, the one with the focus last. */
  #displays(): readonly FakeDisplay[] {
    const { state } = this.phone;
    return state.displays.toReversed().map(display => {
      const { id } = display;
      const isVirtual = id !== 0 && this.#settings.secondDisplay === 'virtual';
      const captureId = isVirtual ? VIRTUAL_ID : (HARDWARE_IDS[id] ?? '');
      return {
        display,
        captureId,
        uniqueId: isVirtual ? 'overlay:1' : `local:${captureId}`,
        rotation: id === 0 && this.isRotated ? 1 : 0,
        component: `${id === 0 ? programInFront(state).packageName : 'org.sandbox.launcher'}/.MainActivity`,
      };
    });
  }

  #getprop([name]: Words): string {
    const properties: Readonly<Record<string, string>> = {
      'ro.build.version.sdk': String(this.apiLevel),
      'ro.build.version.release': ANDROID[this.apiLevel] ?? '1',
      'ro.product.manufacturer': 'Google',
      'ro.product.model': 'Pixel 7',
      'ro.product.locale': 'en-US',
      'persist.sys.locale': this.phone.state.locale ?? '',
      'persist.sys.timezone': this.phone.context.timeZone,
      'sys.boot_completed': '1',
      'ro.strange': 'a] [b\nsecond line',
    };
    if (name !== undefined) return `${properties[name] ?? ''}\n`;
    return Object.entries(properties)
      .map(([key, value]) => `[${key}]: [${value}]\n`)
      .join('');
  }

  #dumpsys(what: string): string {
    const { state, position, context } = this.phone;
    const displays = this.#displays();
    const component = `${programInFront(state).packageName}/.MainActivity`;
    const isOld = this.apiLevel < 29;
    switch (what) {
      case 'window displays':
        return windowDisplays(displays, !isOld);
      case 'display':
        return displayManager(displays, this.apiLevel);
      case 'SurfaceFlinger --display-id':
        return surfaceDisplays(displays, this.apiLevel);
      case 'window windows':
        return isOld ? windowFocus(component) : '';
      case 'window policy':
        return windowPolicy({ isLocked: this.isLocked, isOn: state.isScreenOff !== true });
      case 'input_method':
        return `  mShowRequested=true mInputShown=${state.keyboardVisible}\n`;
      case 'uimode':
        return `Current UI Mode Service state:\n  mDockState=0\n  mNightMode=2 (yes) mComputedNightMode=${state.switches.darkTheme}\n`;
      case 'location': {
        const { latitude, longitude } = position ?? context.position;
        return `  gps provider:\n    last location=Location[gps ${latitude.toFixed(6)},${longitude.toFixed(6)} hAcc=5.0]\n`;
      }
      default:
        return `Can't find service: ${what}\n`;
    }
  }

  #uiautomator(args: Words): string | CommandOutput {
    const problem = this.dumpProblems.shift();
    // As in AOSP, this is no failure for the exit code.
    if (problem !== undefined) return { out: '', errors: `ERROR: ${problem}\n`, exitCode: 0 };
    const path = args.findLast(argument => !argument.startsWith('-') && argument !== 'dump') ?? '';
    const { state, context } = this.phone;
    const states = state.displays.flatMap(({ id }) => {
      const shown = uiStateOf(state, context, { displayId: id });
      return shown ? [shown] : [];
    });
    if (args[0] !== 'dump') return failed('Usage: uiautomator <subcommand> [options]\n');
    const windows = args.includes('--windows') && this.apiLevel >= 30;
    const xml = uiautomatorXml(states, { windows, rotation: this.isRotated ? 1 : 0 });
    this.files.set(path, { bytes: Buffer.from(xml), modifiedAt: 0 });
    return `UI hierchary dumped to: ${path}\n`;
  }

  async #input([kind = '', ...args]: Words, displayId = 0): Promise<CommandOutput | undefined> {
    // As in AOSP, events for a display that does not exist are dropped.
    if (!displayOf(this.phone.state, displayId)) return undefined;
    const numbers = args.map(Number);
    const [x = 0, y = 0, endX = 0, endY = 0, ms = 300] = numbers;
    switch (kind) {
      case '-d':
        return this.apiLevel < 29
          ? failed('Error: Unknown command: -d\n')
          : this.#input(args.slice(1), Number(args[0]));
      case 'tap':
        await this.#driver.tap(displayId, { x, y }, LIMITS);
        return undefined;
      case 'swipe':
        await this.#driver.swipe(
          displayId,
          [
            { x, y, ms: 0 },
            { x: endX, y: endY, ms },
          ],
          LIMITS,
        );
        return undefined;
      case 'motionevent':
        return this.apiLevel < 30
          ? failed('Error: Unknown command: motionevent\n')
          : this.#moveFinger(displayId, args);
      case 'text':
        return this.#type(args.join(' '));
      case 'keyevent':
        for (const code of numbers) await this.#press(code);
        return undefined;
      default:
        return failed(`Error: Unknown command: ${kind}\n`);
    }
  }

  async #moveFinger(displayId: number, [action, ...place]: Words): Promise<undefined> {
    const [x = 0, y = 0] = place.map(Number);
    if (action === 'DOWN') this.#finger = { displayId, points: [], ms: -EVENT_MS };
    if (this.#finger?.displayId !== displayId) return;
    this.#finger.ms += EVENT_MS;
    this.#finger.points.push({ x, y, ms: this.#finger.ms });
    if (action !== 'UP') return;
    const { points } = this.#finger;
    this.#finger = undefined;
    await this.#driver.swipe(displayId, points, LIMITS);
  }

  async #press(code: number): Promise<void> {
    if (code !== PASTE) return this.#driver.pressKey(code, LIMITS);
    await this.#type(this.phone.state.clipboard, true);
  }

  async #type(given: string, isPasted = false): Promise<CommandOutput | undefined> {
    const text = isPasted ? given : given.replaceAll('%s', ' ');
    if (!isPasted && /[^ -~]/.test(text))
      return failed('java.lang.NullPointerException: Attempt to get length of null array\n');
    // Keys without a focused field have no effect.
    if (this.phone.state.focus !== null) await this.#driver.typeText(text, LIMITS);
    return undefined;
  }

  async #am([kind, ...args]: Words): Promise<string | CommandOutput> {
    const given = args.at(-1) ?? '';
    if (kind === 'force-stop') await this.#driver.apps.stop(given, LIMITS);
    if (kind !== 'start') return '';
    const valueOf = (option: string): string | undefined => args[args.indexOf(option) + 1 || args.length];
    const address = valueOf('-d');
    const start = `Starting: Intent { act=android.intent.action.MAIN }\n`;
    if (address === undefined && !this.#hasApp(given))
      return failed(`${start}Error: Activity not started, unable to resolve Intent\n`);
    await (address === undefined
      ? this.#driver.apps.start(given, LIMITS)
      : this.#driver.apps.open(address, LIMITS, valueOf('-p')));
    return `${start}Status: ok\nComplete\n`;
  }

  async #pm([kind = '', ...args]: Words): Promise<string | CommandOutput | undefined> {
    const given = args.at(-1) ?? '';
    switch (kind) {
      case 'list': {
        const apps = await this.#driver.apps.list(LIMITS);
        const listed = apps.filter(app => app.isSystemApp === args.includes('-s'));
        return listed.map(app => `package:${app.packageName} versionCode:${app.versionCode}\n`).join('');
      }
      case 'path':
        return this.#hasApp(given) ? `package:/data/app/${given}/base.apk\n` : failed('');
      case 'clear':
        await this.#driver.apps.clear(given, LIMITS);
        return 'Success\n';
      case 'install':
        return this.#install(given);
      case 'uninstall':
        if (findBuiltInApp(given)) return 'Failure [DELETE_FAILED_INTERNAL_ERROR]\n';
        await this.#driver.apps.remove(given, LIMITS);
        return 'Success\n';
      default: {
        const [packageName = '', permission = ''] = args;
        const name = permission.replace('android.permission.', '');
        await this.#driver.apps.permit(packageName, name, kind === 'grant', LIMITS);
        return undefined;
      }
    }
  }

  // The files of these tests are JSON instead of packages.
  async #install(path: string): Promise<string> {
    try {
      const icon = JSON.parse(Buffer.from(this.files.get(path)?.bytes ?? []).toString()) as InstalledIcon;
      await this.#driver.apps.install({ ...icon, read: () => Promise.reject(new Error('unused')) }, LIMITS);
      return 'Success\n';
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return `Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse ${path}]\n`;
    }
  }

  async #cmd([service = '', ...args]: Words): Promise<string | CommandOutput | undefined> {
    const given = args.at(-1) ?? '';
    const { hasClipboard, hasLocaleCommand } = this.#settings;
    const command = `${service} ${args[0] ?? ''}`;
    if (command === this.ignores) return undefined;
    switch (command) {
      case 'clipboard get-primary-clip':
        return hasClipboard
          ? `${this.phone.state.clipboard}\n`
          : { out: NO_COMMAND, errors: '', exitCode: 255 };
      case 'clipboard set-primary-clip':
        await this.#driver.clipboard.write(given, LIMITS);
        return undefined;
      case 'locale help':
        return hasLocaleCommand ? 'set-device-locale <LOCALE>\n' : 'set-app-locales <PACKAGE>\n';
      case 'locale set-device-locale':
        await this.#driver.language.write({ tag: given }, LIMITS);
        return undefined;
      case 'alarm set-timezone':
        await this.#driver.timeZone.write(given, LIMITS);
        return undefined;
      case 'location providers': {
        if (this.apiLevel < 31) return failed('Unknown command: providers\n');
        const [latitude = 0, longitude = 0] = given.split(',').map(Number);
        if (args[1] === 'set-test-provider-location') this.phone.move({ latitude, longitude });
        if (args[1] === 'remove-test-provider') this.phone.move(null);
        return undefined;
      }
      default:
        return failed(`cmd: Can't find service: ${service}\n`);
    }
  }

  #hasApp(packageName: string): boolean {
    return phoneApps(this.phone.state).some(app => app.packageName === packageName);
  }

  #encode(out: string | Uint8Array): Uint8Array {
    return typeof out === 'string' ? Buffer.from(out.replaceAll('\n', this.#settings.lineEnd)) : out;
  }
}

function succeeded(out: string | Uint8Array): CommandOutput {
  return { out, errors: '', exitCode: 0 };
}

function failed(errors: string): CommandOutput {
  return { out: '', errors, exitCode: 1 };
}
