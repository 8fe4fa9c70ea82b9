import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A sandbox in a separate process. */
export interface SandboxProcess {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
  /** Sends a request with the key; a path that starts with `/_` is relative to the root of the server. */
  request(method: string, path: string, body?: unknown): Promise<Response>;
  /** Kills the process and waits until it has exited. */
  kill(): Promise<void>;
}

/** Starts the command line of the sandbox without waiting for it. */
export function spawnSandbox(...args: readonly string[]): ChildProcess {
  const flags = ['--disable-warning=ExperimentalWarning', 'src/cli.ts', 'sandbox'];
  return spawn(process.execPath, [...flags, ...args], { stdio: 'pipe' });
}

/** Starts a sandbox and waits until it is ready. */
export async function launchSandbox(...args: readonly string[]): Promise<SandboxProcess> {
  const child = spawnSandbox(...args);
  child.stderr?.pipe(process.stderr);
  return sandboxOf(child, (await firstLine(child)) as Address);
}

/** Starts a sandbox; returns the error message if it refuses its data. */
export async function launchOrRefuse(...args: readonly string[]): Promise<SandboxProcess | string> {
  const child = spawnSandbox(...args);
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const closed = once(child, 'close');
  const address = await firstLine(child);
  if ('baseUrl' in address) return sandboxOf(child, address);
  await closed;
  return errorOutput;
}

type Address = Pick<SandboxProcess, 'baseUrl' | 'apiKey' | 'pid'>;

async function firstLine(child: ChildProcess): Promise<Address | { readonly faultyData: string }> {
  const lines = createInterface(child.stdout!);
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (line === undefined) throw new Error('The sandbox ended without a line.');
  return JSON.parse(line) as Address;
}

function sandboxOf(child: ChildProcess, address: Address): SandboxProcess {
  const { origin } = new URL(address.baseUrl);
  return {
    ...address,
    child,
    request: (method, path, body) =>
      fetch(path.startsWith('/_') ? origin + path : address.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${address.apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
