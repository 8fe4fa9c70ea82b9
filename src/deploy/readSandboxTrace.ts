import { refusalOf } from '../client/failure.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { TraceScreen } from '../contract/sandbox/traces.ts';
import type { Trace } from '../flow/trace/traceFile.ts';
import { readEvidence } from './explainExecution.ts';

/** The maximum number of pictures in a trace, by default. */
export const MAX_TRACE_PICTURES = 400;

/** The reading of a trace. */
export interface TraceReadingOptions {
  readonly signal?: AbortSignal;
  /** Shows what is being read. */
  readonly progress?: (message: string) => void;
  /** The maximum number of pictures, which are those of the last screens. */
  readonly mostPictures?: number;
}

/** Returns the last screens of a run, whose pictures are read. */
export function lastScreens(screens: readonly TraceScreen[], most: number): readonly TraceScreen[] {
  return most === 0 ? [] : screens.slice(-most);
}

/** Reads the trace of an execution from the sandbox, with the pictures of its screens; undefined if it has none. */
export async function readSandboxTrace(
  sandboxClient: SandboxClient,
  executionId: string,
  { signal, progress, mostPictures = MAX_TRACE_PICTURES }: TraceReadingOptions = {},
): Promise<Trace | undefined> {
  const evidence = await readEvidence(sandboxClient, executionId, signal);
  if (!evidence) return undefined;
  const { screens } = evidence;
  const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
  const shown = lastScreens(screens, mostPictures);
  for (const { id: screenId } of shown) {
    progress?.(`screen ${pictures.size + 1} of ${shown.length}`);
    const picture = await readScreenPicture(sandboxClient, { executionId, screenId }, signal);
    if (picture) pictures.set(screenId, picture);
  }
  const missing = mostPictures > 0 && screens.length > pictures.size ? ['pictures'] : [];
  return { document: { ...evidence, missing, tasks: [] }, pictures };
}

/**
 * Reads the picture of a screen of a run from the sandbox. Undefined if it has none: an app can protect its screen, and
 * a picture that showed what turned out to be a secret is deleted.
 */
export async function readScreenPicture(
  sandboxClient: Pick<SandboxClient, 'getTraceScreen'>,
  params: { readonly executionId: string; readonly screenId: string },
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    // A Buffer would reach a page as JSON.
    return new Uint8Array((await sandboxClient.getTraceScreen({ params }, { signal })).value);
  } catch (error) {
    if (refusalOf(error)?.code === 'screen_not_found') return undefined;
    throw error;
  }
}
