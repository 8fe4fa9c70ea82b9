import type { TraceStep } from '../contract/sandbox/traces.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import type { TraceFrame, TraceRow, TraceStrip } from '../protocol/traceViewer.ts';
import { nameOfDevice, type PlainRow } from './traceRows.ts';

/** The rows of a trace with the screens of each device in the order of time. */
export interface FramedRows {
  readonly rows: readonly TraceRow[];
  readonly strips: readonly TraceStrip[];
}

/** A screen at a moment of a step. */
interface Moment extends TraceFrame {
  /** The index of the step. */
  readonly step: number;
}

/** Adds the screens to the rows. A screen that stays the same is one frame, except at a step that failed. */
export function frameRows(
  { run, steps, screens = [] }: Pick<TraceDocument, 'run' | 'steps'> & Partial<TraceDocument>,
  rows: readonly PlainRow[],
): FramedRows {
  const start = Date.parse(run.startedAt ?? steps.find(({ startedAt }) => startedAt)?.startedAt ?? '');
  const keys = new Map(rows.flatMap(({ step, key }) => (step === undefined ? [] : [[step, key] as const])));
  const devices = [...new Set(steps.filter(hasScreen).map(({ deviceId }) => deviceId ?? ''))];
  const frameOf = new Map<number, number>();
  const timeOf = new Map(screens.map(({ id, takenAt }) => [id, takenAt]));
  const strips = devices.map((id): TraceStrip => {
    const moments = steps.flatMap((step, index) =>
      (step.deviceId ?? '') === id ? momentsOf(step, index, keys.get(index) ?? '', start, timeOf) : [],
    );
    const frames: TraceFrame[] = [];
    for (const { step, ...frame } of moments.toSorted(inTime)) {
      const last = frames.at(-1);
      const isNew = last?.screen !== frame.screen || (frame.isAfter && frame.isFailed && !last.isFailed);
      if (isNew) frames.push(frame);
      if (frame.isAfter || !frameOf.has(step)) frameOf.set(step, frames.length - 1);
    }
    return { device: nameOfDevice(run, id), frames };
  });
  const stripOf = new Map(devices.map((id, index) => [id, index]));
  return {
    rows: rows.map(row => ({
      ...row,
      frame: row.step === undefined ? undefined : frameOf.get(row.step),
      strip: row.step === undefined ? undefined : stripOf.get(steps[row.step]?.deviceId ?? ''),
    })),
    strips,
  };
}

function hasScreen({ screenBefore, screenAfter }: TraceStep): boolean {
  return screenBefore != null || screenAfter != null;
}

function momentsOf(
  step: TraceStep,
  index: number,
  row: string,
  start: number,
  timeOf: ReadonlyMap<string, string | null | undefined>,
): Moment[] {
  const isFailed = step.status === 'failed';
  const momentOf = (
    screen: string | null | undefined,
    time: string | null | undefined,
    isAfter: boolean,
  ): Moment[] => {
    if (screen == null) return [];
    const at = Date.parse(time ?? '') - start;
    return [
      { screen, row, isAfter, isFailed, at: Number.isNaN(at) ? undefined : Math.max(0, at), step: index },
    ];
  };
  return [
    ...momentOf(step.screenBefore, step.startedAt, false),
    ...(step.screens ?? []).flatMap(screen => momentOf(screen, timeOf.get(screen), false)),
    ...momentOf(step.screenAfter, step.finishedAt, true),
  ];
}

// Moments without a time stay where they are, since sorting is stable.
function inTime(one: Moment, other: Moment): number {
  return one.at === undefined || other.at === undefined ? 0 : one.at - other.at;
}
