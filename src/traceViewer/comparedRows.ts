import type { TraceStep } from '../contract/sandbox/traces.ts';
import type { ComparedStep } from '../flow/trace/compareRuns.ts';
import type { Evidence } from '../flow/explain/explanation.ts';
import type { TraceRow } from '../protocol/traceViewer.ts';
import { frameRows, type FramedRows } from '../traceReading/traceFrames.ts';
import { type PlainRow, rowState, stepRowKey, stepNumberText, traceRows } from '../traceReading/traceRows.ts';

/** The steps of two runs as one list, with the screens of the first run. */
export interface ComparedRows extends FramedRows {
  /** The compared steps by the keys of their rows. */
  readonly steps: ReadonlyMap<string, ComparedStep>;
}

/** Added to the index of a step that only the second run has, so that it belongs to no step of the first run. */
const APART = 1_000_000;

/** Returns the steps of both runs as a tree; steps of the first run keep their keys. */
export function comparedRows(
  first: Evidence,
  second: Evidence,
  compared: readonly ComparedStep[],
): ComparedRows {
  const [left, right] = [first, second].map(({ steps }) => new Map(steps.map((step, at) => [step, at])));
  const devices = [...(first.run.devices ?? []), ...(second.run.devices ?? [])];
  const tree = traceRows({ run: { ...first.run, devices }, steps: mergedSteps(compared) });
  const steps = new Map<string, ComparedStep>();
  const rows = tree.map((row): PlainRow => {
    const pair = row.step === undefined ? undefined : compared[row.step];
    const shownStep = pair?.left ?? pair?.right;
    // The time of a device or a round differs between the runs.
    if (!pair || !shownStep) return { ...row, time: '' };
    const { left: one, right: other, differences } = pair;
    const [at, otherAt] = [one && left?.get(one), other && right?.get(other)];
    const key = one ? stepRowKey(at ?? 0, one) : `other ${stepRowKey(otherAt ?? 0, shownStep)}`;
    steps.set(key, pair);
    return {
      ...row,
      key,
      step: at,
      number: stepNumberText(shownStep),
      before: one?.screenBefore ?? undefined,
      after: one?.screenAfter ?? undefined,
      compared: {
        mark: !other ? 'first' : !one ? 'second' : differences.length > 0 ? 'different' : 'same',
        step: otherAt,
        state: other && rowState(other.status),
        before: other?.screenBefore ?? undefined,
        after: other?.screenAfter ?? undefined,
      },
    };
  });
  const framed = frameRows(first, rows);
  return { ...framed, rows: withFrames(framed.rows), steps };
}

/** Returns one step for each pair. A step that only the second run has belongs to the parent and device of its neighbors. */
function mergedSteps(compared: readonly ComparedStep[]): readonly TraceStep[] {
  const places = new Map<number, number>();
  const devices = new Map<string, string>();
  for (const { left, right } of compared) {
    if (!left || !right) continue;
    places.set(right.index, left.index);
    if (right.deviceId != null && left.deviceId != null) devices.set(right.deviceId, left.deviceId);
  }
  return compared.flatMap(({ left, right }) => {
    if (left) return [left];
    if (!right) return [];
    const { index, deviceId } = right;
    return [
      {
        ...right,
        index: places.get(index) ?? APART + index,
        deviceId: deviceId == null ? deviceId : (devices.get(deviceId) ?? deviceId),
      },
    ];
  });
}

// At a step that only the second run has, the first run shows the screen that its predecessor left.
function withFrames(rows: readonly TraceRow[]): readonly TraceRow[] {
  let last: TraceRow | undefined;
  return rows.map(row => {
    if (row.frame !== undefined) last = row;
    return row.compared?.mark === 'second' ? { ...row, frame: last?.frame, strip: last?.strip } : row;
  });
}
