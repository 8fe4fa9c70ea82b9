import { bearingDegrees, distanceMeters } from '../../../util/geodesy.ts';
import type { Position } from '../../../util/geoText.ts';
import { metersText } from './measure.ts';
import { spellings } from './spellings.ts';
import lines from './places.json' with { type: 'json' };

/** A capital or large city. */
export interface KnownPlace extends Position {
  readonly name: string;
  /** English country name. */
  readonly country: string;
}

const WINDS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

/** Radius in meters within which a position counts as in a place. */
const IN_METERS = 3000;

/** The capitals and large cities of the world, best known first. */
export class Gazetteer {
  readonly places: readonly KnownPlace[];
  /** For each place, its English name and those that people there use, with the country. */
  readonly #folded: readonly (readonly string[])[];

  constructor() {
    const countries = new Intl.DisplayNames(['en'], { type: 'region' });
    this.places = lines.map(line => {
      const [name = '', code = '', latitude, longitude] = line.split('|');
      const country = countries.of(code) ?? code;
      return { name, country, latitude: Number(latitude), longitude: Number(longitude) };
    });
    this.#folded = this.places.map(({ name, country }, index) => {
      const others = lines[index]?.split('|')[4]?.split('/') ?? [];
      return [name, ...others].flatMap(one => spellings(`${one}, ${country}`));
    });
  }

  /**
   * Returns the places that match a text: first those of that name, then those that begin with it, then those with a
   * later word that does.
   */
  search(text: string, most: number): readonly KnownPlace[] {
    const [wanted = ''] = spellings(text.trim());
    if (wanted === '') return [];
    const rankOf = (name: string): number => {
      if (name.startsWith(`${wanted},`)) return 0;
      if (name.startsWith(wanted)) return 1;
      return name.includes(` ${wanted}`) ? 2 : 3;
    };
    const ranks = this.#folded.map(names => Math.min(...names.map(rankOf)));
    const ranked = (rank: number): readonly KnownPlace[] =>
      this.places.filter((_, index) => ranks[index] === rank);
    return [0, 1, 2].flatMap(ranked).slice(0, most);
  }

  /** Returns the known place nearest to a position. */
  nearest(position: Position): KnownPlace | undefined {
    let [best, meters]: [KnownPlace | undefined, number] = [undefined, Infinity];
    for (const place of this.places) {
      const away = distanceMeters(place, position);
      if (away < meters) [best, meters] = [place, away];
    }
    return best;
  }

  /** Describes a position by the nearest known place, such as `12 km north-east of Lyon, France`. */
  whereabouts(position: Position): string {
    const place = this.nearest(position);
    if (!place) return '';
    const meters = distanceMeters(place, position);
    const name = `${place.name}, ${place.country}`;
    if (meters <= IN_METERS) return name;
    const wind = WINDS[Math.round(bearingDegrees(place, position) / 45) % WINDS.length] ?? '';
    return `${metersText(meters)} ${wind} of ${name}`;
  }
}
