/** The pictures of a picture check as PNG. */
interface CheckPictures {
  readonly actual: Uint8Array;
  /** Undefined if no picture is accepted, or if it cannot be read. */
  readonly expected: Uint8Array | undefined;
  /** Undefined if the two cannot be compared. */
  readonly difference: Uint8Array | undefined;
}

/** A picture check that failed after the run of a test. */
export interface FailedCheck {
  readonly sentence: string;
  /** The step after which the screen was compared; undefined if no step ran. */
  readonly step:
    | {
        readonly index: number;
        readonly child: number | undefined;
        readonly round: number | undefined;
        readonly deviceId: string | undefined;
      }
    | undefined;
  /** The round and the device, if there are several; otherwise empty. */
  readonly place: string;
  /** The picture that masks can be added to: the address of its flow file, its name, and its place on the screen. */
  readonly masked: {
    readonly flow: string;
    readonly name: string;
    readonly origin: { readonly left: number; readonly top: number };
  };
  /** Undefined if they were given up. */
  readonly pictures: CheckPictures | undefined;
}

/** The failed picture checks of test runs, by the ID of the execution. */
export type FailedChecks = Map<string, readonly FailedCheck[]>;

/** The part of the history of runs that keeps failed picture checks. */
export interface CheckHistory {
  readonly failedChecks: FailedChecks;
  /** Returns undefined for a run that is not known anymore. */
  find(executionId: string): unknown;
}

/** The maximum number and size of the pictures that a window keeps. */
export const MOST_KEPT = { pictures: 120, bytes: 64 * 1024 * 1024 } as const;

/**
 * Keeps the failed picture checks of a run, and gives up those of runs that are not known anymore. If the pictures are too
 * many or too large, those of earlier runs are given up.
 */
export function keepFailedChecks(
  history: CheckHistory,
  executionId: string,
  checks: readonly FailedCheck[],
  most: { readonly pictures: number; readonly bytes: number } = MOST_KEPT,
): void {
  const kept = history.failedChecks;
  kept.delete(executionId);
  for (const id of kept.keys()) if (!history.find(id)) kept.delete(id);
  if (checks.length === 0) return;
  kept.set(executionId, checks);
  const sum = { pictures: 0, bytes: 0 };
  let isFull = false;
  const limit = (check: FailedCheck): FailedCheck => {
    for (const picture of Object.values<Uint8Array | undefined>({ ...check.pictures })) {
      if (!picture) continue;
      sum.pictures++;
      sum.bytes += picture.length;
    }
    isFull ||= sum.pictures > most.pictures || sum.bytes > most.bytes;
    return isFull ? { ...check, pictures: undefined } : check;
  };
  for (const [id, ofRun] of [...kept].toReversed()) kept.set(id, ofRun.map(limit));
}
