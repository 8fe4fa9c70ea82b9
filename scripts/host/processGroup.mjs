import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setInterval } from 'node:timers';
import { noteDescendants } from './processorTime.mjs';

const exits = {
  SIGHUP: () => process.exit(129),
  SIGINT: () => process.exit(130),
  SIGTERM: () => process.exit(143),
};

/**
 * Starts a program in its own process group, which ends with this process under all circumstances. Returns the child
 * and `stop`, which sends `signal` to the group, waits for the child and calls `cleanUp`.
 */
export function startGroup(command, args, { cwd, env, signal = 'SIGKILL', cleanUp = () => {} } = {}) {
  // Windows runs batch files such as npm.cmd only in a shell.
  const shell = command.endsWith('.cmd');
  const quoted = shell ? args.map(argument => `"${argument}"`) : args;
  const child = spawn(shell ? `"${command}"` : command, quoted, {
    shell,
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const atExit = () => {
    signalGroup(child, signal);
    cleanUp();
  };
  const stop = async () => {
    const running = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    if (running) noteDescendants(child.pid);
    signalGroup(child, signal);
    if (running) await once(child, 'exit');
    process.off('exit', atExit);
    cleanUp();
  };
  exitWhenTold();
  process.on('exit', atExit);
  return { child, stop };
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, signal);
  } catch {
    // The group has already exited.
  }
}

// Exit handlers do not run when a signal ends the process, so signals are turned into regular exits. A signal sent only
// to npm ends the shell between npm and this process, which shows in a changed parent process ID.
function exitWhenTold() {
  if (process.listeners('SIGTERM').includes(exits.SIGTERM)) return;
  for (const [signal, exit] of Object.entries(exits)) process.on(signal, exit);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || exits.SIGTERM(), 1000).unref();
}
