import { SaxesParser } from 'saxes';
import { positionProblem, type ReadTrack, type TrackPoint, trackOf } from './track.ts';

/** The kinds of positions of GPX, the best first: of several kinds in one file the first that is there counts. */
const KINDS = ['trkpt', 'rtept', 'wpt'] as const;
type Kind = (typeof KINDS)[number];

/** What the name of a track may stand in, the best first. */
const NAMED = ['trk', 'rte', 'metadata', 'gpx'] as const;

/** Deeper than any kind of extension; the parser looks through all open elements at each one. */
const MAX_DEPTH = 100;
const SHOWN_CHARACTERS = 60;

/** Ends the reading at the first thing that is wrong. */
class Wrong extends Error {}

/**
 * Reads a GPX file: the positions of its tracks one after the other, or else of its routes, or else its
 * waypoints. A problem names the line.
 */
export function readGpx(text: string): ReadTrack {
  const reader = new GpxReader();
  try {
    reader.read(text);
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.message };
    throw error;
  }
  const kind = KINDS.find(one => reader.found[one].length > 0) ?? 'trkpt';
  const name = NAMED.map(element => reader.names.get(element)).find(Boolean);
  return trackOf(name, reader.found[kind]);
}

class GpxReader {
  readonly found: Record<Kind, TrackPoint[]> = { trkpt: [], rtept: [], wpt: [] };
  readonly names = new Map<string, string>();
  readonly #parser = new SaxesParser({ xmlns: true, position: true });
  readonly #open: string[] = [];
  #line = 1;
  #text = '';
  #point: TrackPoint | undefined;

  constructor() {
    const parser = this.#parser;
    parser.on('error', error => this.#fail(sentenceOf(error.message), parser.line));
    // Heard after the sign behind the name, which may be the end of the line.
    parser.on('opentagstart', () => {
      this.#line = parser.line - (parser.column === 0 ? 1 : 0);
      if (this.#open.length >= MAX_DEPTH) this.#fail(`Elements are nested deeper than ${MAX_DEPTH} levels.`);
    });
    parser.on('opentag', ({ local, attributes }) => {
      this.#start(local, name => attributes[name]?.value);
    });
    parser.on('text', text => (this.#text += text));
    parser.on('cdata', text => (this.#text += text));
    parser.on('closetag', ({ local }) => this.#end(local));
  }

  read(text: string): void {
    this.#parser.write(text).close();
  }

  #start(element: string, attribute: (name: string) => string | undefined): void {
    if (this.#open.length === 0 && element !== 'gpx') {
      this.#fail(`This is XML, but not GPX: it begins with <${shown(element)}>, not <gpx>.`);
    }
    this.#open.push(element);
    this.#text = '';
    if (!isKind(element)) return;
    const latitude = this.#degrees(element, 'lat', attribute('lat'));
    const longitude = this.#degrees(element, 'lon', attribute('lon'));
    this.#point = { latitude, longitude };
    const problem = positionProblem(this.#point);
    if (problem) this.#fail(problem);
  }

  #end(element: string): void {
    this.#open.pop();
    const inside = this.#open.at(-1) ?? '';
    const text = this.#text.trim();
    if (this.#point && element === 'time' && isKind(inside))
      this.#point = { ...this.#point, time: this.#time(text) };
    // Of several tracks the first gives its name.
    if (element === 'name' && !isKind(inside) && !this.names.has(inside)) this.names.set(inside, text);
    if (this.#point && isKind(element)) {
      this.found[element].push(this.#point);
      this.#point = undefined;
    }
    this.#text = '';
  }

  #degrees(element: string, name: string, value: string | undefined): number {
    if (value === undefined) return this.#fail(`<${element}> has no “${name}”.`);
    const number = value.trim() === '' ? NaN : Number(value);
    return Number.isFinite(number)
      ? number
      : this.#fail(`“${name}” is “${shown(value)}”, which is not a number.`);
  }

  #time(text: string): number {
    const time = Date.parse(text);
    return Number.isNaN(time) ? this.#fail(`<time> is “${shown(text)}”, which is not a time.`) : time;
  }

  #fail(sentence: string, line = this.#line): never {
    throw new Wrong(`Line ${line}: ${sentence}`);
  }
}

function isKind(element: string): element is Kind {
  return KINDS.some(kind => kind === element);
}

/** The parser's words as a sentence, without the place that it puts before them. */
function sentenceOf(message: string): string {
  const words = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  return `This is not well-formed XML (${shown(words)}).`;
}

function shown(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
