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
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  const told = JSON.parse(line) as Pick<SandboxProcess, 'baseUrl' | 'apiKey' | 'pid'>;
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
