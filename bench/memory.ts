import { readFileSync } from 'node:fs';

/** Returns the resident memory of a local process in megabytes; NaN if the system has no /proc. */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}
