import {
  foundRows,
  type FoundRows,
  keptTrace,
  type KeptTrace,
  type OpenTrace,
  stepEvidence,
  type StepEvidence,
  type TraceBox,
  type TraceFrame,
  type TraceRequest,
  type TraceRow,
  type TraceState,
  type TraceTab,
} from '../../protocol/traceViewer.ts';
import { type Host, HostFailure } from '../common/host.ts';
import { CheckModel } from './checkModel.ts';
import { ComparedModel } from './comparedModel.ts';
import { Latest } from '../common/latest.ts';
import { makeThumbnail } from './makeThumbnail.ts';
import { type Ask, Pictures, pictureSource, type DrawableScreen } from './pictures.ts';
import { RecordingModel } from './recordingModel.ts';
import { RepairModel } from './repairModel.ts';
import { Scrubbing } from './scrubbing.ts';
import { Thumbnails } from './thumbnails.ts';
import type { TracePort } from './tracePort.ts';

/** The state of the page: the trace, the selected step, and what the host has said about it. */
export class TraceModel {
  readonly #host: Host<TraceRequest, TraceState, KeptTrace>;
  readonly #pictures: Pictures;
  readonly #changed: () => void;
  readonly #evidenceReads = new Latest();
  readonly #screenReads = new Latest();
  readonly #searches = new Latest();
  readonly #scrubbing = new Scrubbing(() => this.#follow());
  #rowsByKey: ReadonlyMap<string, TraceRow> = new Map();
  #key: string | undefined;
  #comparison: string | undefined;
  /** The second run of a comparison. */
  readonly compared: ComparedModel;
  /** The small pictures of the screens. */
  readonly thumbnails: Thumbnails<ImageBitmap>;
  readonly repairs: RepairModel;
  readonly recording: RecordingModel;
  readonly checks: CheckModel;

  state: TraceState | undefined;
  /** True to show the screen after the step; false for the one before it. */
  isAfter = true;
  tab: TraceTab = 'params';
  folded: ReadonlySet<string> = new Set();
  /** The evidence of the selected step; of the previous one until it has arrived. */
  evidence: StepEvidence | undefined;
  /** The key of the row that `evidence` belongs to. */
  evidenceOf: string | undefined;
  /** The shown screen; the previous one until its picture is decoded. */
  screen: DrawableScreen | undefined;
  isReadingScreen = false;
  query = '';
  found: FoundRows = [];
  /** The keys of the rows that match the search. */
  foundKeys: ReadonlySet<string> = new Set();
  failure: string | undefined;
  /** True outside VS Code, where no flow file can be opened and no other run chosen. */
  readonly isStandalone: boolean;
  /** True while the newest screen of a run in progress is followed. */
  isFollowing = true;
  /** Changes when other thumbnails can be drawn. */
  version = 0;
  #wantedAt = 0;

  constructor(port: TracePort, changed: () => void) {
    this.#changed = changed;
    this.isStandalone = port.isStandalone === true;
    this.#host = port.connect(state => this.#receive(state));
    const ask: Ask = request => this.#host.ask(request);
    const source = pictureSource(ask, 'screen', 'picture');
    this.#pictures = new Pictures(source, port);
    this.thumbnails = new Thumbnails(
      id => makeThumbnail(source, id),
      () => {
        this.version++;
        changed();
      },
    );
    this.compared = new ComparedModel(ask, port, changed);
    this.repairs = new RepairModel(ask, port, changed);
    this.recording = new RecordingModel(ask, changed);
    this.checks = new CheckModel(ask, port, changed);
    const { kept } = this.#host;
    if (keptTrace(kept)) {
      this.#key = kept.row;
      this.isAfter = kept.isAfter;
      this.tab = kept.tab;
      this.folded = new Set(kept.folded);
      this.isFollowing = kept.isFollowing ?? false;
      this.#wantedAt = kept.wantedAt ?? 0;
      this.#comparison = kept.comparison;
    }
    this.#try(this.#host.ask({ kind: 'open' }));
  }

  get trace(): OpenTrace | undefined {
    return this.state?.kind === 'open' ? this.state : undefined;
  }

  /** The selected row; undefined in a trace without steps. */
  get row(): TraceRow | undefined {
    return this.#key === undefined ? undefined : this.#rowsByKey.get(this.#key);
  }

  /** The frames of the device of the selected row; of the first device if the row has none. */
  get frames(): readonly TraceFrame[] {
    return this.trace?.strips[this.row?.strip ?? 0]?.frames ?? [];
  }

  /** The index of the frame that shows the selected moment. */
  get frame(): number {
    const { row, frames } = this;
    if (row?.frame === undefined) return 0;
    // The screen before a step is the frame that its predecessor left.
    const before = row.frame - 1;
    return !this.isAfter && frames[before]?.screen === row.before ? before : row.frame;
  }

  /** Selects a row; by default at the moment that shows most. */
  select(key: string, isAfter?: boolean): void {
    this.isFollowing = key === this.trace?.live?.row;
    this.#scrubbing.pass();
    this.#select(key, isAfter);
  }

  /** True while steps pass too quickly to read their evidence and their pictures. */
  get isScrubbing(): boolean {
    return this.#scrubbing.isActive && !this.trace?.comparison;
  }

  /** The thumbnail of the selected screen, as long as its picture has not been read. */
  get preview(): { readonly id: string; readonly bitmap: ImageBitmap } | undefined {
    const id = this.#screenId;
    if (id === undefined || (id === this.screen?.id && !this.screen.isPassing)) return undefined;
    const bitmap = this.thumbnails.get(id);
    return bitmap && { id, bitmap };
  }

  get #screenId(): string | undefined {
    const { row } = this;
    return row && (this.isAfter ? (row.after ?? row.before) : (row.before ?? row.after));
  }

  /** Selects the newest step of a run in progress, and every newer one. */
  followRun(): void {
    this.isFollowing = true;
    const key = this.trace?.live?.row;
    if (key !== undefined) this.#select(key);
    else this.#changed();
  }

  #select(key: string, isAfter?: boolean): void {
    const row = this.#rowsByKey.get(key);
    if (!row) return;
    this.#key = key;
    // The screen before a touch shows the element and the finger; a comparison is of the screens after the step.
    this.isAfter = isAfter ?? (row.compared !== undefined || !row.touches || row.before === undefined);
    this.failure = undefined;
    this.#unfoldAbove(key);
    this.#follow();
  }

  /** Selects the step at a frame of the shown device. */
  selectFrame(index: number): void {
    const frame = this.frames[Math.min(Math.max(index, 0), this.frames.length - 1)];
    if (frame) this.select(frame.row, frame.isAfter);
  }

  showMoment(isAfter: boolean): void {
    this.isAfter = isAfter;
    this.#follow();
  }

  showTab(tab: TraceTab): void {
    this.tab = tab;
    this.#keep();
    this.#changed();
  }

  fold(key: string, isFolded: boolean): void {
    const folded = new Set(this.folded);
    if (isFolded) folded.add(key);
    else folded.delete(key);
    this.folded = folded;
    this.#keep();
    this.#changed();
  }

  /** Searches the steps, and goes to the first match from the selected step on. */
  find(query: string): void {
    this.query = query;
    this.#changed();
    this.#searches.run(async () => {
      const found = await this.#host.ask({ kind: 'find', text: query }).catch(() => []);
      if (query !== this.query || !foundRows(found)) return;
      this.found = found;
      this.foundKeys = new Set(found.map(({ row }) => row));
      if (found.length > 0 && !found.some(({ row }) => row === this.#key)) this.goToFound(1);
      this.#changed();
    });
  }

  /** Goes to the next (1) or previous (-1) match. */
  goToFound(direction: 1 | -1): void {
    const to = this.#neighbor(this.found, ({ row }) => row, direction);
    if (!to) return;
    if (to.tab) this.tab = to.tab;
    this.select(to.row);
  }

  /** The rows of the steps that differ from the other run. */
  get differences(): readonly TraceRow[] {
    return (
      this.trace?.rows.filter(({ compared }) => compared !== undefined && compared.mark !== 'same') ?? []
    );
  }

  /** Goes to the next (1) or previous (-1) step that differs from the other run. */
  goToDifference(direction: 1 | -1): void {
    const to = this.#neighbor(this.differences, ({ key }) => key, direction);
    if (to) this.select(to.key);
  }

  /** Returns the item whose row is next (1) or previous (-1) to the selected one; at an end of the list, the other end. */
  #neighbor<T>(items: readonly T[], keyOf: (item: T) => string, direction: 1 | -1): T | undefined {
    const indexes = new Map(this.trace?.rows.map(({ key }, index) => [key, index]));
    const indexOf = (key: string): number => indexes.get(key) ?? -1;
    const selected = indexOf(this.#key ?? '');
    return direction === 1
      ? (items.find(item => indexOf(keyOf(item)) > selected) ?? items[0])
      : (items.findLast(item => indexOf(keyOf(item)) < selected) ?? items.at(-1));
  }

  /** Lets the user choose another run to compare with. */
  compare(): void {
    this.#try(this.#host.ask({ kind: 'compare' }));
  }

  stopComparing(): void {
    this.#try(this.#host.ask({ kind: 'stopComparing' }));
  }

  /** Opens the flow file at the selected step. */
  goToStep(): void {
    const step = this.row?.step;
    if (step !== undefined && !this.isStandalone) this.#try(this.#host.ask({ kind: 'goTo', step }));
  }

  /** Saves the task of the selected step as a new flow. */
  saveTask(): void {
    const step = this.row?.step;
    if (step !== undefined) this.#try(this.#host.ask({ kind: 'saveTask', step }));
  }

  /** Writes the proposed repair of the selected step into the flow file. */
  applyRepair(): void {
    const step = this.row?.step;
    if (step !== undefined) this.#try(this.#host.ask({ kind: 'applyRepair', step }));
  }

  /** Leaves an area of the picture of a failed check, in its pixels, out of the test. */
  maskPicture(picture: string, area: TraceBox): void {
    this.#try(this.#host.ask({ kind: 'maskPicture', picture, area }));
  }

  dismiss(): void {
    this.failure = undefined;
    this.#changed();
  }

  #receive(state: TraceState): void {
    const before = this.trace;
    this.state = state;
    this.compared.clear();
    this.repairs.clear();
    this.checks.clear();
    if (!this.isStandalone) this.#try(this.recording.find(this.trace));
    if (!before?.live) {
      this.failure = undefined;
      // The same ID may name another picture in another version of the file, but not in the same run.
      this.#pictures.clear();
      this.thumbnails.clear();
      this.version++;
      this.screen = undefined;
    }
    if (state.kind === 'open') {
      this.#rowsByKey = new Map(state.rows.map(row => [row.key, row]));
      const isNew = state.comparison?.id !== this.#comparison;
      this.#comparison = state.comparison?.id;
      const different = isNew ? state.comparison?.first : undefined;
      const key = different ?? this.#keyToSelect(state, before?.live !== undefined);
      if (key !== undefined) {
        this.#select(key);
        return;
      }
    }
    this.#follow();
  }

  /** Returns the row that a new state selects; undefined if the selection stays. */
  #keyToSelect({ wanted, live, explanation, rows }: OpenTrace, wasLive: boolean): string | undefined {
    if (wanted && wanted.at > this.#wantedAt) {
      this.#wantedAt = wanted.at;
      this.isFollowing = wanted.row === live?.row;
      return wanted.row;
    }
    const isFollowed = this.isFollowing && (live !== undefined || wasLive);
    const first = explanation?.row ?? rows.find(({ step }) => step !== undefined)?.key;
    if (isFollowed) {
      const newest = live ? live.row : (explanation?.row ?? this.#key);
      // The moment that the user chose at the newest step stays.
      return newest === this.#key ? undefined : newest;
    }
    return this.row ? undefined : first;
  }

  #unfoldAbove(key: string): void {
    const rows = this.trace?.rows ?? [];
    const at = rows.findIndex(row => row.key === key);
    let level = rows[at]?.level ?? 1;
    const folded = new Set(this.folded);
    for (let above = at - 1; above >= 0 && level > 1; above--) {
      const row = rows[above];
      if (!row || row.level >= level) continue;
      level = row.level;
      folded.delete(row.key);
    }
    if (folded.size !== this.folded.size) this.folded = folded;
  }

  /** Reads the evidence and the screen of the selected row, unless others follow at once. */
  #follow(): void {
    const id = this.#screenId;
    this.isReadingScreen ||= !this.isScrubbing;
    this.#pauseThumbnails();
    if (this.isScrubbing) {
      this.#pass(id);
      return;
    }
    this.#keep();
    this.#changed();
    const { row } = this;
    if (this.trace?.comparison) this.compared.follow(row, this.isAfter);
    else this.repairs.follow(row);
    this.recording.follow(row);
    this.checks.follow(row, this.trace);
    // Asked for first, so that the picture is decoded while the evidence is rendered.
    this.#screenReads.run(() => this.#readScreen(id));
    this.#evidenceReads.run(() => this.#readEvidence(row));
  }

  // Decoding thumbnails would delay the picture of the selected screen.
  #pauseThumbnails(): void {
    this.thumbnails.pause(this.isScrubbing || this.isReadingScreen);
  }

  /** Shows the screen as well as it is known: its picture or its thumbnail, or else its elements. */
  #pass(id: string | undefined): void {
    const known = id === undefined ? undefined : this.#pictures.known(id);
    if (known || id === undefined) this.screen = known;
    else if (!this.thumbnails.get(id))
      this.#screenReads.run(async () => {
        if (id !== this.#screenId) return;
        this.screen = await this.#pictures.pass(id).catch(() => undefined);
        this.#changed();
      });
    this.#changed();
  }

  async #readEvidence(row: TraceRow | undefined): Promise<void> {
    if (row?.step === undefined) this.evidence = undefined;
    else {
      const evidence = await this.#host
        .ask({ kind: 'step', step: row.step })
        .catch((error: unknown) => this.#fail(error));
      this.evidence = stepEvidence(evidence) ? evidence : undefined;
    }
    this.evidenceOf = row?.key;
    this.#changed();
  }

  async #readScreen(id: string | undefined): Promise<void> {
    this.isReadingScreen = true;
    const shown = id === undefined ? undefined : await this.#pictures.read(id).catch(() => undefined);
    this.screen = shown;
    this.isReadingScreen = false;
    this.#pauseThumbnails();
    this.#changed();
  }

  #try(asked: Promise<unknown>): void {
    void asked.catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    this.failure = error instanceof HostFailure ? error.message : String(error);
    this.#changed();
  }

  #keep(): void {
    if (this.#key === undefined) return;
    const { isAfter, tab, folded, isFollowing } = this;
    const [comparison, wantedAt] = [this.#comparison, this.#wantedAt];
    this.#host.keep({ row: this.#key, isAfter, tab, folded: [...folded], comparison, isFollowing, wantedAt });
  }
}
