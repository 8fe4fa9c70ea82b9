import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the process ID of the extension host started by the server with this profile folder. Undefined if no window
 * is open or the system has no /proc.
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

// A process may exit while it is inspected.
function runningAs(pid: number): Running[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return [{ pid, parent: Number(parent), command }];
  } catch {
    return [];
  }
}
