import { randomUUID } from 'node:crypto';
import { PhoneFailure, type DriverLimits, type PhoneApps } from '../../runtime/phoneDriver.ts';
import type { AdbConnection, ShellOutput } from './adbConnection.ts';
import { pushFile } from './adbFiles.ts';
import { readPackages, readScreenState } from './readDumps.ts';
import type { ShellCommand } from './shellLine.ts';

const PACKAGE_NAME = /^[A-Za-z]\w*(?:\.\w+)+$/;
const PERMISSION = /^[A-Za-z_][\w.]*$/;
const INSTALL_MS = 180_000;

/** Returns the apps of a phone. */
export function adbApps(connection: AdbConnection): PhoneApps {
  return new AdbApps(connection);
}

class AdbApps implements PhoneApps {
  readonly #connection: AdbConnection;

  constructor(connection: AdbConnection) {
    this.#connection = connection;
  }

  async list(limits: DriverLimits): ReturnType<PhoneApps['list']> {
    const read = async (option: '-3' | '-s'): ReturnType<PhoneApps['list']> => {
      const { text } = await this.#connection.mustRun(limits, [
        'pm',
        'list',
        'packages',
        '--show-versioncode',
        option,
      ]);
      return readPackages(text, option === '-s');
    };
    return (await Promise.all([read('-3'), read('-s')])).flat();
  }

  async start(packageName: string, limits: DriverLimits): Promise<void> {
    await this.#requireInstalled(packageName, limits);
    await this.#startActivity(limits, packageName);
  }

  async stop(packageName: string, limits: DriverLimits): Promise<void> {
    await this.#requireInstalled(packageName, limits);
    this.#connection.actions++;
    await this.#connection.mustRun(limits, ['am', 'force-stop', packageName]);
  }

  async clear(packageName: string, limits: DriverLimits): Promise<void> {
    await this.#requireInstalled(packageName, limits);
    await this.#change(limits, ['pm', 'clear', packageName]);
  }

  async install({ read }: Parameters<PhoneApps['install']>[0], limits: DriverLimits): Promise<void> {
    const path = `/data/local/tmp/${randomUUID()}.apk`;
    const within = { timeoutMs: INSTALL_MS, ...limits };
    await pushFile(this.#connection, path, await read(), within);
    try {
      await this.#change(within, ['pm', 'install', '-r', path]);
    } finally {
      await this.#connection.run(limits, ['rm', '-f', path]).catch(() => undefined);
    }
  }

  async remove(packageName: string, limits: DriverLimits): Promise<void> {
    await this.#requireInstalled(packageName, limits);
    await this.#change(limits, ['pm', 'uninstall', packageName]);
  }

  async open(address: string, limits: DriverLimits, packageName?: string): Promise<void> {
    if (packageName !== undefined) await this.#requireInstalled(packageName, limits);
    const app = packageName === undefined ? [] : ['-p', packageName];
    await this.#startActivity(limits, '-a', 'android.intent.action.VIEW', '-d', address, ...app);
  }

  async permit(
    packageName: string,
    permission: string,
    isGranted: boolean,
    limits: DriverLimits,
  ): Promise<void> {
    if (!PERMISSION.test(permission))
      throw new PhoneFailure('refused', 'This is not the name of a permission, such as POST_NOTIFICATIONS.');
    await this.#requireInstalled(packageName, limits);
    const name = permission.includes('.') ? permission : `android.permission.${permission}`;
    this.#connection.actions++;
    await this.#connection.mustRun(limits, ['pm', isGranted ? 'grant' : 'revoke', packageName, name]);
  }

  async #startActivity(limits: DriverLimits, ...intent: readonly string[]): Promise<void> {
    const { text } = await this.#connection.mustRun(limits, ['dumpsys', 'window', 'policy']);
    const { isScreenOn, isLocked } = readScreenState(text);
    if (!isScreenOn || isLocked) {
      const problem = isScreenOn ? 'is locked' : 'has its screen off';
      const message = `The phone ${this.#connection.serial} ${problem}. Turn it on and unlock it.`;
      throw new PhoneFailure('locked', message);
    }
    this.#connection.actions++;
    const output = await this.#connection.run(limits, ['am', 'start', '-W', ...intent]);
    // Older versions report errors with the exit code 0.
    if (output.exitCode !== 0 || /^Error/m.test(`${output.errors}\n${output.text}`))
      throw this.#connection.refusal('am start', onlyErrors(output));
  }

  // These commands end with the exit code 0 in older versions, whatever happened.
  async #change(limits: DriverLimits, command: ShellCommand): Promise<void> {
    this.#connection.actions++;
    const output = await this.#connection.run(limits, command);
    if (!/^Success/m.test(output.text)) throw this.#connection.refusal(command.slice(0, 2).join(' '), output);
  }

  async #requireInstalled(packageName: string, limits: DriverLimits): Promise<void> {
    if (!PACKAGE_NAME.test(packageName))
      throw new PhoneFailure('refused', 'This is not the package name of an app, such as com.example.app.');
    const { text } = await this.#connection.run(limits, ['pm', 'path', packageName]);
    if (text.startsWith('package:')) return;
    const message = `The app ${packageName} is not installed on the phone ${this.#connection.serial}.`;
    throw new PhoneFailure('refused', message, { reason: 'missingApp' });
  }
}

// The first line is what is being started.
function onlyErrors({ text, errors }: ShellOutput): Pick<ShellOutput, 'text' | 'errors'> {
  return { text: '', errors: /^Error.*/m.exec(`${errors}\n${text}`)?.[0] ?? errors };
}
