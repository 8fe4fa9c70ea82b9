import type { TimedPoint } from '../../phone/geometry.ts';
import type { ShellCommand } from './shellLine.ts';

/** The time that a phone takes for each event, in milliseconds. */
const EVENT_MS = 40;
/** The distance from the straight line, in pixels, up to which a path counts as straight. */
const STRAIGHT_PX = 2;

/**
 * Returns the commands that move a finger along a path of at least one point; `input` begins each. A path that is not
 * straight needs `input motionevent`, which Android has since version 11; before, the finger moves straight from the start
 * to the end.
 */
export function pathCommands(
  input: ShellCommand,
  path: readonly TimedPoint[],
  hasEvents: boolean,
): readonly ShellCommand[] {
  const [start] = path;
  const end = path.at(-1);
  if (!start || !end) return [];
  if (!hasEvents || isStraight(path, start, end)) {
    const ends = [start, end].flatMap(({ x, y }) => [Math.round(x), Math.round(y)]);
    return [[...input, 'swipe', ...ends, Math.max(Math.round(end.ms), 1)]];
  }
  const event = (kind: 'DOWN' | 'MOVE' | 'UP', { x, y }: TimedPoint): ShellCommand => [
    ...input,
    'motionevent',
    kind,
    Math.round(x),
    Math.round(y),
  ];
  const commands: ShellCommand[] = [event('DOWN', start)];
  let last = start;
  for (const point of path.slice(1)) {
    const isLast = point === end;
    if (point.ms - last.ms < EVENT_MS && !isLast) continue;
    const pauseMs = point.ms - last.ms - EVENT_MS;
    if (pauseMs > 0) commands.push(['sleep', (pauseMs / 1000).toFixed(3)]);
    commands.push(event('MOVE', point));
    last = point;
  }
  return [...commands, event('UP', end)];
}

// A finger that stays in place moves straight, too.
function isStraight(path: readonly TimedPoint[], start: TimedPoint, end: TimedPoint): boolean {
  const [width, height] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(width, height);
  return path.every(({ x, y, ms }) => {
    const share = end.ms === 0 ? 0 : ms / end.ms;
    const [left, up] = [x - start.x - width * share, y - start.y - height * share];
    // The distance from the place where the finger would be at this time, which limits that from the line.
    return Math.hypot(left, up) <= Math.max(STRAIGHT_PX, length / 50);
  });
}
