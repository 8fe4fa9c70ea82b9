import { anyOf, flag, listOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

/** A position in decimal degrees. */
export const position = object({ latitude: number, longitude: number });

/** A position that the person gave a name. */
export const savedPlace = object({ name: text, latitude: number, longitude: number });
/** A position that the person gave a name. */
export type SavedPlace = Shaped<typeof savedPlace>;

/** How fast a track is played: as recorded times a factor, or at one speed in kilometres an hour. */
export const trackSpeed = anyOf(
  object({ kind: oneOf('recorded'), factor: number }),
  object({ kind: oneOf('steady'), kmh: number }),
);

/**
 * What the page asks about the place of a device. `trackLine` is answered by the positions of the track with that
 * number, thinned out, as a flat list of latitudes and longitudes, or null; all others by null.
 */
export const placeRequest = anyOf(
  object({ kind: oneOf('read', 'openTrack', 'closeTrack', 'play', 'pause', 'stop') }),
  object({ kind: oneOf('save'), latitude: number, longitude: number, suggested: text }),
  object({ kind: oneOf('forget'), name: text }),
  object({ kind: oneOf('seek'), share: number }),
  object({ kind: oneOf('speed'), speed: trackSpeed }),
  object({ kind: oneOf('trackLine'), number }),
);
/** A request about the place of a device. */
export type PlaceRequest = Shaped<typeof placeRequest>;

/** A track that is open at a device, and how its playing stands. Times in milliseconds at its speed. */
export const trackState = object({
  /** Counts the tracks that were opened at the device. */
  number,
  name: text,
  /** Why the times of the file are not used. */
  note: maybe(text),
  /** Whether the file tells how fast it was. */
  timed: flag,
  positions: number,
  metres: number,
  duration: number,
  speed: trackSpeed,
  play: oneOf('ready', 'playing', 'paused', 'finished'),
  elapsed: number,
  /** The way that is behind the device. */
  gone: number,
  /** Why it paused by itself. */
  problem: maybe(text),
});
/** A track that is open at a device. */
export type TrackState = Shaped<typeof trackState>;

/** What the page shows of the place of a device. */
export const placeState = object({
  /** Where the device is, as far as that is known. */
  device: maybe(position),
  /** Why that could not be read. */
  problem: maybe(text),
  saved: listOf(savedPlace),
  track: maybe(trackState),
  /** When a command asked for the map last, in milliseconds of the epoch, and 0 before; a later one shows it. */
  asked: number,
});
/** What the page shows of the place of a device. */
export type PlaceState = Shaped<typeof placeState>;
