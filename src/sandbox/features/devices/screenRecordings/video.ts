import { encodeApng, type Frame } from '../../../phone/draw/apng.ts';
import { drawDisplay } from '../../../phone/renderPng.ts';
import { readContext } from '../../../phone/screenContext.ts';
import type { Store } from '../../../store/store.ts';
import type { StoredScreenRecording } from '../../../store/stored.ts';

const MINUTE_MS = 60_000;
/** The shortest time that a screen is shown; browsers slow down shorter ones. */
const SHORTEST_MS = 20;
/** The size of the video in relation to the display, which saves time and space. */
export const VIDEO_SCALE = 0.5;

/** A screen and the time from which on it is shown, in milliseconds since 1970. */
interface Shot {
  readonly id: string;
  readonly at: number;
}

/** Draws the video of an ended recording, in parts. */
export function drawVideo(store: Store, recording: StoredScreenRecording): AsyncGenerator<Buffer> {
  const startedAt = Date.parse(recording.startedAt);
  const screens = store.recordedScreens
    .all({ recordingId: recording.id })
    .map(({ id, createdAt }) => ({ id, at: Date.parse(createdAt) }));
  const shots = planShots(screens, startedAt, Date.parse(recording.endedAt ?? recording.startedAt));
  return encodeApng(drawShots(store, recording, shots), shots.length);
}

/** Returns when each screen is shown, with a new picture whenever the clock on it changes. */
export function planShots(
  screens: readonly Shot[],
  startedAt: number,
  endedAt: number,
): readonly (Shot & { readonly delayMs: number })[] {
  const shown = screens.filter(({ at }, index) => (screens[index + 1]?.at ?? Infinity) - at >= SHORTEST_MS);
  return shown.flatMap(({ id, at }, index) => {
    const begin = index === 0 ? startedAt : at;
    const end = shown[index + 1]?.at ?? Math.max(endedAt, begin + SHORTEST_MS);
    const starts = [begin];
    for (let next = nextMinute(begin); next < end; next += MINUTE_MS) starts.push(next);
    return starts.map((start, part) => ({ id, at: start, delayMs: (starts[part + 1] ?? end) - start }));
  });
}

function nextMinute(moment: number): number {
  return (Math.floor(moment / MINUTE_MS) + 1) * MINUTE_MS;
}

function* drawShots(
  { recordedScreens }: Store,
  { sandbox: { displayId } }: StoredScreenRecording,
  shots: ReturnType<typeof planShots>,
): Generator<Frame> {
  for (const { id, at, delayMs } of shots) {
    const screen = recordedScreens.get(id);
    if (!screen) throw new Error('The screen recording was deleted while it was drawn.');
    const { state, world, hideOverlay } = screen;
    const context = { ...readContext(world), now: new Date(at) };
    const raster = drawDisplay(state, context, { displayId, hideOverlay, scale: VIDEO_SCALE });
    if (raster) yield { raster, delayMs };
  }
}
