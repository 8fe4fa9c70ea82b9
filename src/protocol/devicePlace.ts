import { anyOf, flag, arrayOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

/** A position in decimal degrees. */
export const position = object({ latitude: number, longitude: number });

/** A position that the user saved under a name. */
const savedPlace = object({ name: text, latitude: number, longitude: number });
export type SavedPlace = Shaped<typeof savedPlace>;

/** The playback speed of a track: a multiple of the recorded speed, or a constant speed in km/h. */
const trackSpeed = anyOf(
  object({ kind: oneOf('recorded'), factor: number }),
  object({ kind: oneOf('steady'), kmh: number }),
);

/**
 * A request about the location of a device. `trackLine` returns the positions of the track with that number, thinned
 * out, as a flat list of alternating latitudes and longitudes, or null if that track is not open; all others return
 * null.
 */
export const placeRequest = anyOf(
  object({ kind: oneOf('read', 'openTrack', 'closeTrack', 'play', 'pause', 'stop') }),
  object({ kind: oneOf('save'), latitude: number, longitude: number, suggested: text }),
  object({ kind: oneOf('forget'), name: text }),
  object({ kind: oneOf('seek'), share: number }),
  object({ kind: oneOf('speed'), speed: trackSpeed }),
  object({ kind: oneOf('trackLine'), number }),
);
export type PlaceRequest = Shaped<typeof placeRequest>;

/** The track that is open for a device and its playback state. Times are in milliseconds at the current speed. */
export const trackState = object({
  /** Number of the track among those opened for this device, from 1. */
  number,
  name: text,
  /** Reason why the timestamps of the file are not used. */
  note: maybe(text),
  /** True if the file has usable timestamps. */
  timed: flag,
  positions: number,
  meters: number,
  duration: number,
  speed: trackSpeed,
  play: oneOf('ready', 'playing', 'paused', 'finished'),
  elapsed: number,
  /** Distance traveled, in meters. */
  gone: number,
  /** Reason why playback paused on its own. */
  problem: maybe(text),
});
export type TrackState = Shaped<typeof trackState>;

/** The location state that the device panel shows. */
export const placeState = object({
  /** Last known position of the device. */
  device: maybe(position),
  /** Reason why the position could not be read. */
  problem: maybe(text),
  saved: arrayOf(savedPlace),
  track: maybe(trackState),
  /** Epoch milliseconds of the last command to show the map, 0 before the first; a greater value shows the map. */
  asked: number,
});
export type PlaceState = Shaped<typeof placeState>;
