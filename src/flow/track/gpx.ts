import { BUDGETS } from '../../util/budgets.ts';
import { SaxesParser } from 'saxes';
import { type TrackFaults, positionProblem, type ReadTrack, type TrackPoint, trackOf } from './track.ts';

/** The elements with positions, preferred ones first; only the first kind in a file is used. */
const KINDS = ['trkpt', 'rtept', 'wpt'] as const;
type Kind = (typeof KINDS)[number];

/** The elements whose `<name>` is used as the name of the track, preferred ones first. */
const NAMED = ['trk', 'rte', 'metadata', 'gpx'] as const;

/** Deeper than any realistic extension; the parser searches all open elements at each one. */
const MAX_DEPTH = BUDGETS.track.levels;
const SHOWN_CHARACTERS = 60;

/** Thrown where the file cannot be read further. */
class Wrong extends Error {}

/** The positions of a kind and their faults. */
interface Found {
  readonly points: TrackPoint[];
  faults: TrackFaults | undefined;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/i;

/**
 * Reads a GPX file: the positions of all tracks in order or, without tracks, of its routes, else its waypoints. Leaves
 * out what cannot be read, with a note. A problem includes the line number.
 */
export function readGpx(text: string): ReadTrack {
  const reader = new GpxReader();
  const broken = reader.read(text);
  const all = KINDS.map(kind => reader.found[kind]);
  const used =
    all.find(({ points }) => points.length > 0) ?? all.find(({ faults }) => faults !== undefined) ?? all[0];
  const name = NAMED.map(element => reader.names.get(element)).find(Boolean);
  const faults =
    broken === undefined ? used?.faults : { first: broken, count: 1 + (used?.faults?.count ?? 0) };
  return trackOf(name, used?.points ?? [], faults);
}

class GpxReader {
  readonly found: Record<Kind, Found> = {
    trkpt: { points: [], faults: undefined },
    rtept: { points: [], faults: undefined },
    wpt: { points: [], faults: undefined },
  };
  readonly names = new Map<string, string>();
  // Recorders write prefixes such as `gpxtpx:` without declaring them.
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #open: string[] = [];
  #broken: string | undefined;
  #line = 1;
  #text = '';
  /** The position that is being read; undefined coordinates are not usable. */
  #point: { latitude: number | undefined; longitude: number | undefined; time?: number } | undefined;

  constructor() {
    const parser = this.#parser;
    parser.on('error', error => {
      const sentence = sentenceOf(error.message);
      if (!error.message.includes('undefined entity')) this.#fail(sentence, parser.line);
      // An unknown entity, such as in the name of a place, stays in the text.
      this.#broken ??= `Line ${parser.line}: ${sentence}`;
    });
    // The event follows the character after the name, which may be a line break.
    parser.on('opentagstart', () => {
      this.#line = parser.line - (parser.column === 0 ? 1 : 0);
      if (this.#open.length >= MAX_DEPTH) this.#fail(`Elements are nested deeper than ${MAX_DEPTH} levels.`);
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.#start(localName(name), attribute => attributes[attribute]);
    });
    parser.on('text', text => (this.#text += text));
    parser.on('cdata', text => (this.#text += text));
    parser.on('closetag', ({ name }) => this.#end(localName(name)));
  }

  /** Reads a file up to what cannot be read, and returns the first fault of its XML. */
  read(text: string): string | undefined {
    // White space before `<?xml` is not allowed, but common.
    const [space = ''] = /^\s*/.exec(text) ?? [];
    this.#parser.line += space.split(/\r\n?|\n/).length - 1;
    try {
      this.#parser.write(text.slice(space.length)).close();
      return this.#broken;
    } catch (error) {
      if (error instanceof Wrong) return this.#broken ?? error.message;
      throw error;
    }
  }

  #start(element: string, attribute: (name: string) => string | undefined): void {
    if (this.#open.length === 0 && element !== 'gpx') {
      this.#fail(`This is XML, but not GPX: it begins with <${abbreviate(element)}>, not <gpx>.`);
    }
    this.#open.push(element);
    this.#text = '';
    if (!isKind(element)) return;
    const latitude = this.#degrees(element, 'lat', attribute('lat'));
    const longitude = this.#degrees(element, 'lon', attribute('lon'));
    this.#point = { latitude, longitude };
    if (latitude === undefined || longitude === undefined) return;
    const problem = positionProblem({ latitude, longitude });
    if (problem === undefined) return;
    this.#point.latitude = undefined;
    this.#note(element, problem);
  }

  #end(element: string): void {
    this.#open.pop();
    const inside = this.#open.at(-1) ?? '';
    const text = this.#text.trim();
    if (this.#point && element === 'time' && isKind(inside)) {
      const time = this.#time(inside, text);
      if (time !== undefined) this.#point.time = time;
    }
    // The name of the first track is used.
    if (element === 'name' && !isKind(inside) && !this.names.has(inside)) this.names.set(inside, text);
    if (this.#point && isKind(element)) {
      const { latitude, longitude, ...rest } = this.#point;
      if (latitude !== undefined && longitude !== undefined)
        this.found[element].points.push({ latitude, longitude, ...rest });
      this.#point = undefined;
    }
    this.#text = '';
  }

  #degrees(element: Kind, name: string, value: string | undefined): number | undefined {
    const number = value === undefined || value.trim() === '' ? NaN : Number(value);
    if (Number.isFinite(number)) return number;
    this.#note(
      element,
      value === undefined
        ? `<${element}> has no “${name}”.`
        : `“${name}” is “${abbreviate(value)}”, which is not a number.`,
    );
    return undefined;
  }

  #time(kind: Kind, text: string): number | undefined {
    // JavaScript has no leap seconds.
    const isLeap = text.slice(16, 19) === ':60';
    const plain = isLeap ? `${text.slice(0, 16)}:59${text.slice(19)}` : text;
    const time = TIME.test(plain) ? Date.parse(plain.replace(',', '.')) : NaN;
    if (!Number.isNaN(time)) return isLeap ? time + 1000 : time;
    this.#note(kind, `<time> is “${abbreviate(text)}”, which is not a time.`);
    return undefined;
  }

  #note(kind: Kind, sentence: string): void {
    const found = this.found[kind];
    const { first = `Line ${this.#line}: ${sentence}`, count = 0 } = found.faults ?? {};
    found.faults = { first, count: count + 1 };
  }

  #fail(sentence: string, line = this.#line): never {
    throw new Wrong(`Line ${line}: ${sentence}`);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function isKind(element: string): element is Kind {
  return KINDS.some(kind => kind === element);
}

/** Converts a parser message to a sentence, without its position. */
function sentenceOf(message: string): string {
  const words = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  return `This is not well-formed XML (${abbreviate(words)}).`;
}

function abbreviate(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
