import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A sandbox in a process of its own. */
export interface SandboxProcess {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
  /** Sends a request with the key; a path beginning with `/_` stands at the server's root. */
  request(method: string, path: string, body?: unknown): Promise<Response>;
  /** Ends the process as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts the command line of the sandbox, without waiting for it to answer. */
export function spawnSandbox(...args: readonly string[]): ChildProcess {
  const flags = ['--disable-warning=ExperimentalWarning', 'src/cli.ts', 'sandbox'];
  return spawn(process.execPath, [...flags, ...args], { stdio: 'pipe' });
}

/** Starts a sandbox and waits until it answers. */
export async function launchSandbox(...args: readonly string[]): Promise<SandboxProcess> {
  const child = spawnSandbox(...args);
  child.stderr?.pipe(process.stderr);
  return sandboxOf(child, (await firstLine(child)) as Address);
}

/** Starts a sandbox; one that refuses its data answers the sentence that says so. */
export async function launchOrRefuse(...args: readonly string[]): Promise<SandboxProcess | string> {
  const child = spawnSandbox(...args);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(child, 'close');
  const told = await firstLine(child);
  if ('baseUrl' in told) return sandboxOf(child, told);
  await closed;
  return said;
}

type Address = Pick<SandboxProcess, 'baseUrl' | 'apiKey' | 'pid'>;

async function firstLine(child: ChildProcess): Promise<Address | { readonly faultyData: string }> {
  const lines = createInterface(child.stdout!);
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  if (line === undefined) throw new Error('The sandbox ended without a line.');
  return JSON.parse(line) as Address;
}

function sandboxOf(child: ChildProcess, told: Address): SandboxProcess {
  const { origin } = new URL(told.baseUrl);
  return {
    ...told,
    child,
    request: (method, path, body) =>
      fetch(path.startsWith('/_') ? origin + path : told.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${told.apiKey}`, 'content-type': 'application/json' },
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
