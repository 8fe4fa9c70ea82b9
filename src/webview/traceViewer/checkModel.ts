import type { OpenTrace, ShownCheck, TraceRow } from '../../protocol/traceViewer.ts';
import { bytesOf } from '../common/bytes.ts';
import { Latest } from '../common/latest.ts';
import type { Ask } from './pictures.ts';
import type { TracePort } from './tracePort.ts';

/** The failed picture checks of the selected step, with the addresses of their pictures. */
export class CheckModel {
  readonly #ask: Ask;
  readonly #port: Pick<TracePort, 'openPicture' | 'closePicture'>;
  readonly #changed: () => void;
  readonly #reads = new Latest();
  #addresses: ReadonlyMap<string, string> = new Map();
  /** Counts the traces, so that what was read of a former one is not shown. */
  #trace = 0;
  /** The key of the row whose pictures have been read. */
  #readOf: string | undefined;
  /** The failed checks of the selected step. */
  shown: readonly ShownCheck[] = [];

  constructor(ask: Ask, port: Pick<TracePort, 'openPicture' | 'closePicture'>, changed: () => void) {
    this.#ask = ask;
    this.#port = port;
    this.#changed = changed;
  }

  /** Returns the address of a picture; undefined if it cannot be shown, and until it has been read. */
  addressOf(id: string): string | undefined {
    return this.#addresses.get(id);
  }

  /** True until the pictures of the selected step have been read. */
  get isReading(): boolean {
    return this.shown.some(({ row }) => row !== this.#readOf);
  }

  /** Gives up the pictures of a trace that has changed. */
  clear(): void {
    this.#trace++;
    this.shown = [];
    this.#replace(undefined, new Map());
  }

  /** Shows the checks of a row, and reads their pictures. */
  follow(row: TraceRow | undefined, trace: OpenTrace | undefined): void {
    this.shown = trace?.failedChecks.filter(check => check.row === row?.key) ?? [];
    const { shown } = this;
    this.#reads.run(() => this.#read(row?.key, shown));
  }

  async #read(key: string | undefined, checks: readonly ShownCheck[]): Promise<void> {
    if (key === this.#readOf) return;
    const trace = this.#trace;
    const addresses = new Map<string, string>();
    for (const { expected, actual, difference } of checks)
      for (const id of [expected, actual, difference]) {
        const png =
          id === undefined ? undefined : await this.#ask({ kind: 'checkPicture', id }).catch(() => null);
        const bytes = bytesOf(png);
        if (bytes && id !== undefined) addresses.set(id, await this.#port.openPicture(bytes));
      }
    if (trace === this.#trace) this.#replace(key, addresses);
    else for (const address of addresses.values()) this.#port.closePicture(address);
    this.#changed();
  }

  #replace(key: string | undefined, addresses: ReadonlyMap<string, string>): void {
    for (const address of this.#addresses.values()) this.#port.closePicture(address);
    this.#addresses = addresses;
    this.#readOf = key;
  }
}
