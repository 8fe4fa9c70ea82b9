import { comparedEvidence, type ComparedEvidence, type TraceRow } from '../../protocol/traceViewer.ts';
import { Latest } from '../common/latest.ts';
import { type Ask, Pictures, pictureSource, type DrawableScreen } from './pictures.ts';
import type { TracePort } from './tracePort.ts';

/** The evidence and the screens of the selected step in two runs. */
export class ComparedModel {
  readonly #ask: Ask;
  readonly #changed: () => void;
  readonly #pictures: Pictures;
  readonly #evidenceReads = new Latest();
  readonly #screenReads = new Latest();

  /** The evidence of the selected step; of the previous one until it has arrived. */
  evidence: ComparedEvidence | undefined;
  /** The key of the row that `evidence` belongs to. */
  evidenceOf: string | undefined;
  /** The shown screen of the second run; the previous one until its picture is decoded. */
  screen: DrawableScreen | undefined;
  isReadingScreen = false;

  constructor(ask: Ask, port: TracePort, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
    this.#pictures = new Pictures(pictureSource(ask, 'otherScreen', 'otherPicture'), port);
  }

  /** Reads the evidence of a row and its screen in the second run. */
  follow(row: TraceRow | undefined, isAfter: boolean): void {
    this.#evidenceReads.run(() => this.#readEvidence(row));
    this.isReadingScreen = true;
    const { before, after } = row?.compared ?? {};
    this.#screenReads.run(() => this.#readScreen(isAfter ? (after ?? before) : (before ?? after)));
  }

  /** Gives up what was read. */
  clear(): void {
    this.#pictures.clear();
    this.evidence = undefined;
    this.evidenceOf = undefined;
    this.screen = undefined;
  }

  async #readEvidence(row: TraceRow | undefined): Promise<void> {
    const evidence = row?.compared
      ? await this.#ask({ kind: 'compared', row: row.key }).catch(() => undefined)
      : undefined;
    this.evidence = comparedEvidence(evidence) ? evidence : undefined;
    this.evidenceOf = row?.key;
    this.#changed();
  }

  async #readScreen(id: string | undefined): Promise<void> {
    this.isReadingScreen = true;
    this.screen = id === undefined ? undefined : await this.#pictures.read(id).catch(() => undefined);
    this.isReadingScreen = false;
    this.#changed();
  }
}
