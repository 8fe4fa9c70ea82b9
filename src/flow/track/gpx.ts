import { BUDGETS } from '../../util/budgets.ts';
import { SaxesParser } from 'saxes';
import { positionProblem, type ReadTrack, type TrackPoint, trackOf } from './track.ts';

/** The elements with positions, preferred ones first; only the first kind in a file is used. */
const KINDS = ['trkpt', 'rtept', 'wpt'] as const;
type Kind = (typeof KINDS)[number];

/** The elements whose `<name>` is used as the name of the track, preferred ones first. */
const NAMED = ['trk', 'rte', 'metadata', 'gpx'] as const;

/** Deeper than any realistic extension; the parser searches all open elements at each one. */
const MAX_DEPTH = BUDGETS.track.levels;
const SHOWN_CHARACTERS = 60;

/** Thrown at the first problem. */
class Wrong extends Error {}

/**
 * Reads a GPX file: the positions of all tracks in order or, without tracks, of its routes, else its waypoints. A
 * problem includes the line number.
 */
export function readGpx(text: string): ReadTrack {
  const reader = new GpxReader();
  try {
    reader.read(text);
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.message };
    throw error;
  }
  const kind = KINDS.find(candidate => reader.found[candidate].length > 0) ?? 'trkpt';
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
    // The event follows the character after the name, which may be a line break.
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
      this.#fail(`This is XML, but not GPX: it begins with <${abbreviate(element)}>, not <gpx>.`);
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
    // The name of the first track is used.
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
      : this.#fail(`“${name}” is “${abbreviate(value)}”, which is not a number.`);
  }

  #time(text: string): number {
    const time = Date.parse(text);
    return Number.isNaN(time) ? this.#fail(`<time> is “${abbreviate(text)}”, which is not a time.`) : time;
  }

  #fail(sentence: string, line = this.#line): never {
    throw new Wrong(`Line ${line}: ${sentence}`);
  }
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
