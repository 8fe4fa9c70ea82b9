import { readdirSync, readFileSync } from 'node:fs';

/**
 * The process in which the extensions of a window run: that which the server with this profile folder has started.
 * Undefined where the system does not tell, or where no window is open.
 */
export function extensionHostOf(profile: string): number | undefined {
  const processes = allProcesses();
  const servers = new Set(processes.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid));
  const hosts = processes.filter(
    ({ parent, command }) => servers.has(parent) && command.includes('--type=extensionHost'),
  );
  return hosts.at(-1)?.pid;
}

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function allProcesses(): Running[] {
  try {
    return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? runningAs(Number(name)) : []));
  } catch {
    return [];
  }
}

// A process may end while it is looked at.
function runningAs(pid: number): Running[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return [{ pid, parent: Number(parent), command }];
  } catch {
    return [];
  }
}
