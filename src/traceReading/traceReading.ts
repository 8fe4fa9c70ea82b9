import type { TraceScreen } from '../contract/sandbox/traces.ts';
import type { Trace, TraceDocument } from '../flow/trace/traceFile.ts';
import type {
  FoundRows,
  OpenTrace,
  StepEvidence,
  TraceRequest,
  TraceScreenState,
} from '../protocol/traceViewer.ts';
import { once } from '../util/once.ts';
import { BUDGETS } from '../util/budgets.ts';
import { hasTooManyPixels } from '../util/pictureSize.ts';
import { pngSize } from '../util/pngSize.ts';
import { openTraceState, type RunProgress } from './openTraceState.ts';
import { SearchedSteps } from './searchedSteps.ts';
import { evidenceOf } from './stepEvidence.ts';
import { rowState } from './traceRows.ts';

/** The limits of a drawn screen. */
const MAX = { side: BUDGETS.picture.pixels.side, elements: 600, text: 500 } as const;
/** The size of a screen that does not name one. */
const USUAL = { width: 1080, height: 1920 } as const;
/** The shown status of a run or a step that was running when it could be read last. */
const LAST_READ = 'running when last read';

/** A trace as the page sees it. */
export class TraceReading {
  readonly #trace: Trace;
  readonly #search: () => SearchedSteps;
  readonly state: OpenTrace;

  /** `progress` is given for a run in progress. */
  constructor(trace: Trace, progress?: RunProgress) {
    this.#trace = progress?.problem === undefined ? trace : asLastRead(trace);
    this.state = openTraceState(this.#trace, progress);
    this.#search = once(() => new SearchedSteps(this.#trace.document));
  }

  get document(): TraceDocument {
    return this.#trace.document;
  }

  /** Answers a request of the page about this run; any other request has no answer. */
  answer(request: TraceRequest): unknown {
    if (request.kind === 'step') return this.step(request.step);
    if (request.kind === 'find') return this.find(request.text);
    if (request.kind === 'screen') return this.screen(request.id);
    return request.kind === 'picture' ? this.picture(request.id) : undefined;
  }

  /** Returns the evidence of the step with an index. */
  step(index: number): StepEvidence {
    const { document } = this.#trace;
    const step = document.steps[index];
    if (!step) throw new Error('The trace does not have this step.');
    return evidenceOf(document, step);
  }

  /** Returns the size and the visible elements of a screen; undefined if the trace does not have it. */
  screen(id: string): TraceScreenState | undefined {
    const screen = this.#trace.document.screens.find(one => one.id === id);
    return toScreenState(screen, this.picture(id));
  }

  /** Returns the picture of a screen; undefined if the trace does not have it or it is too large to be shown. */
  picture(id: string): Uint8Array | undefined {
    return shownPicture(this.#trace.pictures.get(id));
  }

  find(text: string): FoundRows {
    const { rows } = this.state;
    const keys = new Map(rows.map(({ step, key }) => [step, key]));
    return this.#search()
      .find(text)
      .flatMap(({ step, tab }) => {
        const row = keys.get(step);
        return row === undefined ? [] : [{ row, tab }];
      });
  }
}

// A run that cannot be read may have ended.
function asLastRead({ document, pictures }: Trace): Trace {
  const asRead = <Part extends { readonly status?: string | null | undefined }>(part: Part): Part =>
    rowState(part.status) === 'running' ? { ...part, status: LAST_READ } : part;
  return {
    document: { ...document, run: asRead(document.run), steps: document.steps.map(asRead) },
    pictures,
  };
}

/** Returns what the page shows of a screen; undefined without elements and without a picture. */
export function toScreenState(
  screen: TraceScreen | undefined,
  png: Uint8Array | undefined,
): TraceScreenState | undefined {
  const drawn = png && pngSize(png);
  if (!screen && !drawn) return undefined;
  const visible = (screen?.elements ?? []).filter(({ hidden }) => hidden == null);
  const extent = (side: 'right' | 'bottom'): number =>
    visible.reduce((sum, { bounds }) => Math.max(sum, bounds[side]), 0);
  return {
    width: sizeOf(screen?.width) ?? drawn?.width ?? sizeOf(extent('right')) ?? USUAL.width,
    height: sizeOf(screen?.height) ?? drawn?.height ?? sizeOf(extent('bottom')) ?? USUAL.height,
    app: screen?.app ?? '',
    dialog: screen?.dialog ?? undefined,
    problem: screen?.problem?.slice(0, MAX.text),
    elements: visible.slice(0, MAX.elements).map(({ bounds, text, description, className }) => ({
      box: bounds,
      text: (text ?? description ?? '').slice(0, MAX.text),
      isField: /EditText|TextField/i.test(className ?? ''),
    })),
  };
}

/** Returns a picture; undefined if it is too large to be shown. */
export function shownPicture<Bytes extends Uint8Array>(png: Bytes | undefined): Bytes | undefined {
  const size = png && pngSize(png);
  return size && !hasTooManyPixels(size) ? png : undefined;
}

function sizeOf(pixels: number | null | undefined): number | undefined {
  return pixels != null && pixels > 0 && pixels <= MAX.side ? pixels : undefined;
}
