/** Pictures per second of all tiles together, while their screens change. */
const MAX_PER_SECOND = 12;
const LEAST_PER_SECOND = 1;
/** The fraction of the lost rate that each picture gives back after the service asked for a pause. */
const RECOVERY = 0.01;
/** The shortest pause between two pictures of one tile, in milliseconds. */
const SHORTEST_MS = 300;
/** The number of times that unchanged pictures double the pause. */
const MAX_DOUBLINGS = 3;
/** Screenshots that are taken at the same time. */
const AT_ONCE = 6;
/** The least pause after the service refused a request, in milliseconds. */
const REFUSED_MS = 1000;
/** The pause after a first failure, which each further one doubles, and the longest one, in milliseconds. */
const FAILED_MS = 500;
const MAX_FAILED_MS = 10_000;
/** The time after which the next picture is taken although the page has not fetched the last one. */
const MAX_FETCH_MS = 2000;

/** The result of reading a tile: `waitMs` if the service asked for a pause of this length. */
export type TileReading = 'changed' | 'same' | 'failed' | { readonly waitMs: number };

interface TilePace {
  /** Milliseconds since 1970. */
  due: number;
  /** The earliest time of the next picture of a screen that changes. */
  next: number;
  isReading: boolean;
  /** True if it became due while it was being read. */
  isHurried: boolean;
  /** Unchanged pictures in a row. */
  same: number;
  /** Failures in a row. */
  failures: number;
}

/**
 * Decides when each tile of a grid is read. The tiles in view share one rate; each is read less and less often while its
 * screen stays the same or fails, and all are read less often after the service asked for a pause.
 */
export class GridPace {
  readonly #tiles: ReadonlyMap<string, TilePace>;
  #seen: ReadonlySet<string> = new Set();
  #perSecond = MAX_PER_SECOND;
  /** The time before which nothing is read, and that of the last start, in milliseconds since 1970. */
  #earliest = 0;
  #started = 0;

  constructor(ids: readonly string[]) {
    this.#tiles = new Map(ids.map(id => [id, newTile()]));
  }

  /** Sets the tiles in view; no others are read. */
  see(ids: readonly string[]): void {
    this.#seen = new Set(ids.filter(id => this.#tiles.has(id)));
  }

  /**
   * Returns the tile to read now, or the milliseconds until there may be one; undefined if nothing is to be read before
   * the next change.
   */
  next(now: number): { readonly id: string } | { readonly afterMs: number } | undefined {
    const isFull = [...this.#tiles.values()].filter(({ isReading }) => isReading).length >= AT_ONCE;
    const waiting = [...this.#seen].flatMap(id => {
      const tile = this.#tiles.get(id);
      return tile && !tile.isReading ? [{ id, due: tile.due }] : [];
    });
    const [first, ...others] = isFull ? [] : waiting;
    if (!first) return undefined;
    const { id, due } = others.reduce((best, one) => (one.due < best.due ? one : best), first);
    const at = Math.max(due, this.#earliest, this.#started + this.#gapMs);
    return at <= now ? { id } : { afterMs: at - now };
  }

  /** Notes that a tile is being read. */
  begin(id: string, now: number): void {
    const tile = this.#tiles.get(id);
    if (!tile) return;
    tile.isReading = true;
    tile.next = now + this.#intervalMs;
    this.#started = now;
  }

  /** Notes the result of reading a tile. */
  end(id: string, now: number, reading: TileReading): void {
    const tile = this.#tiles.get(id);
    if (!tile) return;
    tile.isReading = false;
    if (typeof reading === 'object') {
      this.slowDown(now);
      this.#earliest = Math.max(this.#earliest, now + reading.waitMs);
      tile.due = now;
    } else if (reading === 'failed') {
      tile.due = now + Math.min(FAILED_MS * 2 ** tile.failures++, MAX_FAILED_MS);
    } else {
      tile.failures = 0;
      tile.same = reading === 'same' ? Math.min(tile.same + 1, MAX_DOUBLINGS) : 0;
      // A changed picture waits until the page has fetched it, unless that takes long.
      const pauseMs = reading === 'same' ? this.#intervalMs * 2 ** tile.same : MAX_FETCH_MS;
      tile.due = Math.max(tile.next, now + pauseMs);
      this.#perSecond += (MAX_PER_SECOND - this.#perSecond) * RECOVERY;
    }
    if (tile.isHurried) tile.due = now;
    tile.isHurried = false;
  }

  /** Notes that the page has fetched the last picture of a tile. */
  fetched(id: string, now: number): void {
    const tile = this.#tiles.get(id);
    if (tile && !tile.isReading && tile.same === 0 && tile.failures === 0)
      tile.due = Math.min(tile.due, Math.max(tile.next, now));
  }

  /** Makes tiles due at once, as after a gesture. */
  hurry(ids: Iterable<string>, now: number): void {
    for (const id of ids) {
      const tile = this.#tiles.get(id);
      if (!tile) continue;
      const { isReading } = tile;
      Object.assign(tile, { due: now, same: 0, failures: 0, isHurried: isReading });
    }
  }

  /**
   * Pauses and then halves the rate, because the service refused a request. Others that it refuses before the pause ends
   * were sent at the earlier rate, so they do not count again.
   */
  slowDown(now: number): void {
    if (now < this.#earliest) return;
    this.#earliest = now + REFUSED_MS;
    this.#perSecond = Math.max(this.#perSecond / 2, LEAST_PER_SECOND);
  }

  /** The least time between two starts, in milliseconds. */
  get #gapMs(): number {
    return 1000 / this.#perSecond;
  }

  /** The pause of a tile whose screen changes, in milliseconds. */
  get #intervalMs(): number {
    return Math.max(SHORTEST_MS, this.#seen.size * this.#gapMs);
  }
}

function newTile(): TilePace {
  return { due: 0, next: 0, isReading: false, isHurried: false, same: 0, failures: 0 };
}
