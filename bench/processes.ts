import { readdirSync, readFileSync } from 'node:fs';

/** The clock ticks per second in which Linux counts processor time. */
const TICKS = 100;

/** Returns the processor time of a process so far, in milliseconds. */
export function processorMs(pid: number): number {
  const fields = statOf(pid);
  return (1000 * (Number(fields[11]) + Number(fields[12]))) / TICKS;
}

/** Returns the resident memory of a local process in megabytes; NaN if the system has no /proc. */
export function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Returns the IDs of the browser processes that this program has started: those that draw pages, and the others. */
export function browserProcesses(): {
  readonly pages: readonly number[];
  readonly others: readonly number[];
} {
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const parents = new Map(all.map(pid => [Number(pid), Number(readOr(() => statOf(Number(pid))[1], '0'))]));
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isOurs(parent));
  };
  const lines = [...parents.keys()].filter(isOurs).map(pid => {
    return { pid, line: readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '') };
  });
  const browser = lines.filter(({ line }) => /chrom|edge/i.test(line.split('\0')[0] ?? ''));
  const isPage = ({ line }: { readonly line: string }): boolean => line.includes('--type=renderer');
  return {
    pages: browser.filter(isPage).map(({ pid }) => pid),
    others: browser.filter(one => !isPage(one)).map(({ pid }) => pid),
  };
}

// The fields after the name of the program, which stands in parentheses and can contain spaces.
function statOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
}

/** Reads a process that may have ended. */
function readOr(read: () => string | undefined, otherwise: string): string {
  try {
    return read() ?? otherwise;
  } catch {
    return otherwise;
  }
}
