import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import { Route, type TrackSpeed } from '../../flow/track/route.ts';
import { explain } from '../../wording/explain.ts';
import type { SavedPlaces } from '../../appState/savedPlaces.ts';
import { sendGesture } from '../sendGesture.ts';
import type { PlaceRequest, PlaceState, TrackState } from '../../protocol/devicePlace.ts';
import { type Disposable, Disposables } from '../../util/disposables.ts';
import { Emitter, anyEvent } from '../../util/emitter.ts';
import type { Position } from '../../util/geoText.ts';
import type { TrackFile } from './trackFile.ts';
import { TrackPlayer } from './trackPlayer.ts';

/** The device that is moved. */
interface PlacedDevice {
  readonly deviceId: string;
  /** Returns its current display name. */
  readonly name: () => string;
  /** Returns the client of its connection; rejects if another connection is active. */
  readonly client: () => Promise<Client>;
}

interface OpenTrack {
  readonly number: number;
  readonly file: TrackFile;
  readonly player: TrackPlayer;
}

/** Initial speed of a track without timestamps in km/h, typical for driving in a town. */
const START_KMH = 30;

/** Maximum number of track positions sent to the webview. */
const DRAWN = 2000;

/** The position of a device, the saved places and the track that is played on it, independent of any webview. */
export class DevicePlace implements Disposable {
  readonly onDidChange;
  readonly #device: PlacedDevice;
  readonly #places: SavedPlaces;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #position: Position | undefined;
  #problem: string | undefined;
  #track: OpenTrack | undefined;
  #opened = 0;
  #asked = 0;

  constructor(device: PlacedDevice, places: SavedPlaces) {
    this.#device = device;
    this.#places = places;
    this.onDidChange = anyEvent(this.#changed.event, places.onDidChange);
  }

  /** The state for the webview. */
  get state(): PlaceState {
    return {
      device: this.#position,
      problem: this.#problem,
      saved: this.#places.list,
      track: this.#track && trackState(this.#track),
      asked: this.#asked,
    };
  }

  /** Makes the webviews show the map. */
  ask(): void {
    // A time instead of a counter, so that it is greater even for a webview that showed another device or predates this
    // window.
    this.#asked = Date.now();
    this.#changed.fire();
  }

  /** Reads the position of the device; never rejects. */
  async read(): Promise<void> {
    const { deviceId, client } = this.#device;
    try {
      const reached = await client();
      this.#position = (await reached.getLocation({ params: { deviceId } })).value;
      this.#problem = undefined;
    } catch (error) {
      this.#position = undefined;
      this.#problem = explain(error).summary;
    }
    this.#changed.fire();
  }

  /** Reads the position again if it was read before; never rejects. */
  async readAgain(): Promise<void> {
    if (this.#position !== undefined || this.#problem !== undefined) await this.read();
  }

  /** Opens a track for the device; the previous one is closed. */
  open(file: TrackFile): void {
    this.close();
    const { deviceId, client } = this.#device;
    const speed: TrackSpeed = file.track.timed
      ? { kind: 'recorded', factor: 1 }
      : { kind: 'steady', kmh: START_KMH };
    const player = new TrackPlayer(new Route(file.track), speed, {
      send: async ({ latitude, longitude }) => {
        // The device has one position for all displays, and another display may be missing.
        const target = { deviceId, display: 0 };
        await sendGesture(await client(), target, { kind: 'locate', latitude, longitude });
      },
      explain: error => explain(error).summary,
      now: () => performance.now(),
      wait: (ms, signal) => wait(ms, undefined, { signal }),
    });
    this.#track = { number: ++this.#opened, file, player };
    player.onDidChange(() => {
      this.#position = player.place ?? this.#position;
      this.#changed.fire();
    });
    this.#changed.fire();
  }

  /** Plays the open track. */
  play(): void {
    this.#track?.player.play();
  }

  /** Stops and closes the track; the device keeps its position. */
  close(): void {
    this.#track?.player.dispose();
    this.#track = undefined;
    this.#changed.fire();
  }

  /** Handles a request of the webview. May reject with an Error for the user. */
  async answer(request: PlaceRequest): Promise<unknown> {
    const player = this.#track?.player;
    switch (request.kind) {
      case 'read':
        return this.read();
      case 'save':
        return this.#save(request, request.suggested);
      case 'forget':
        return this.#places.forget(request.name);
      case 'openTrack': {
        const { chooseTrack } = await import('./trackFile.ts');
        const file = await chooseTrack(`Open Track for ${this.#device.name()}`);
        if (file) this.open(file);
        break;
      }
      case 'closeTrack':
        this.close();
        break;
      case 'play':
        this.play();
        break;
      case 'pause':
        player?.pause();
        break;
      case 'stop':
        player?.stop();
        break;
      case 'seek':
        player?.seek(request.share);
        break;
      case 'speed':
        player?.changeSpeed(request.speed);
        break;
      case 'trackLine':
        return this.#track?.number === request.number
          ? decimate(this.#track.player.route.points, DRAWN)
          : undefined;
    }
    return undefined;
  }

  dispose(): void {
    this.#track?.player.dispose();
    this.#owned.dispose();
  }

  async #save({ latitude, longitude }: Position, suggested: string): Promise<void> {
    // Imported on demand, because it needs `vscode`, and this module also runs outside VS Code.
    const { askPlaceName } = await import('./askPlaceName.ts');
    const known = this.#places.list.map(({ name }) => name);
    const name = await askPlaceName({ latitude, longitude }, suggested, known);
    if (name !== undefined) await this.#places.save({ name, latitude, longitude });
  }
}

function trackState({ number, file, player }: OpenTrack): TrackState {
  const { route, speed, state, elapsed, problem } = player;
  return {
    number,
    name: file.name,
    note: file.track.note,
    timed: route.timed,
    positions: route.points.length,
    meters: route.meters,
    duration: route.duration(speed),
    speed,
    play: state,
    elapsed,
    gone: route.at(elapsed, speed).meters,
    problem,
  };
}

/**
 * Returns at most `most` evenly chosen points, including the first and the last, as a flat list of alternating
 * latitudes and longitudes.
 */
export function decimate(points: readonly Position[], most: number): readonly number[] {
  const step = Math.max(1, (points.length - 1) / (most - 1));
  const count = Math.min(points.length, most);
  return Array.from({ length: count }, (_, index) => points[Math.round(index * step)]).flatMap(point =>
    point ? [point.latitude, point.longitude] : [],
  );
}
