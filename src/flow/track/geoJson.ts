import { isObject, listOf } from '../../util/isObject.ts';
import { nodeAt, parseJson, valueOf } from '../document/jsonTree.ts';
import type { PathSegment } from '../template.ts';
import { positionProblem, type ReadTrack, type TrackPoint, trackOf } from './track.ts';

type Path = readonly PathSegment[];

/** Thrown at the first problem. */
class Wrong extends Error {
  readonly path: Path;

  constructor(path: Path, sentence: string) {
    super(sentence);
    this.path = path;
  }
}

/**
 * Reads a GeoJSON file (RFC 7946): the positions of all lines in order or, without lines, of its points. Times come
 * from properties of the feature: `coordTimes`, `times` or `coordinateProperties.times` for lines, `time` or
 * `timestamp` for points. A problem includes the line number and the path.
 */
export function readGeoJson(text: string): ReadTrack {
  const { root, problems } = parseJson(text);
  const broken = problems.find(({ severity }) => severity === 'error');
  if (broken) return { problem: `Line ${lineAt(text, broken.start)}: This is not JSON. ${broken.message}` };
  const reader = new GeoJsonReader();
  try {
    reader.visit(root && valueOf(root), [], {});
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const line = lineAt(text, nodeAt(root, error.path)?.offset ?? 0);
    const where = error.path.length === 0 ? '' : `, ${pathText(error.path)}`;
    return { problem: `Line ${line}${where}: ${error.message}` };
  }
  return trackOf(reader.name, reader.lines.length > 0 ? reader.lines : reader.points);
}

class GeoJsonReader {
  readonly lines: TrackPoint[] = [];
  readonly points: TrackPoint[] = [];
  name: string | undefined;

  /** Collects the positions in a GeoJSON object; `properties` are those of the enclosing feature. */
  visit(value: unknown, path: Path, properties: Properties): void {
    if (!isObject(value)) throw new Wrong(path, 'A GeoJSON object is expected here.');
    switch (value['type']) {
      case 'FeatureCollection':
        this.#called(value['name']);
        this.#each(value['features'], [...path, 'features'], (feature, at) => this.visit(feature, at, {}));
        break;
      case 'Feature': {
        const featureProperties = isObject(value['properties']) ? value['properties'] : {};
        // A feature may have no geometry; it is ignored.
        if (value['geometry'] === null) return;
        this.visit(value['geometry'], [...path, 'geometry'], featureProperties);
        break;
      }
      case 'GeometryCollection':
        this.#each(value['geometries'], [...path, 'geometries'], (geometry, at) =>
          this.visit(geometry, at, properties),
        );
        break;
      default:
        this.#geometry(value, path, properties);
    }
  }

  #geometry(geometry: Properties, path: Path, properties: Properties): void {
    const { type, coordinates } = geometry;
    const at = [...path, 'coordinates'];
    const times = timesOf(properties);
    switch (type) {
      case 'LineString':
        this.#called(properties['name']);
        this.#line(coordinates, at, times);
        break;
      case 'MultiLineString':
        this.#called(properties['name']);
        this.#each(coordinates, at, (line, linePath, index) =>
          this.#line(line, linePath, itemOf(times, index)),
        );
        break;
      case 'Point':
        this.points.push(pointAt(coordinates, at, properties['time'] ?? properties['timestamp']));
        break;
      case 'MultiPoint':
        this.#each(coordinates, at, (point, pointPath, index) => {
          this.points.push(pointAt(point, pointPath, itemOf(times, index)));
        });
        break;
      case 'Polygon':
      case 'MultiPolygon':
        // Areas are ignored.
        break;
      default: {
        const named = typeof type === 'string' ? `“${type}” is no type of GeoJSON` : 'This has no “type”';
        throw new Wrong(path, `${named}; a track is a LineString or a list of Points.`);
      }
    }
  }

  #line(value: unknown, path: Path, times: unknown): void {
    this.#each(value, path, (point, at, index) => this.lines.push(pointAt(point, at, itemOf(times, index))));
  }

  #each(value: unknown, path: Path, visit: (item: unknown, at: Path, index: number) => void): void {
    if (!Array.isArray(value)) throw new Wrong(path, 'A list is expected here.');
    value.forEach((item: unknown, index) => visit(item, [...path, index], index));
  }

  // The first name is used.
  #called(name: unknown): void {
    if (typeof name === 'string' && name.trim() !== '') this.name ??= name;
  }
}

type Properties = Readonly<Record<string, unknown>>;

function timesOf(properties: Properties): unknown {
  const { coordTimes, times, coordinateProperties } = properties;
  return coordTimes ?? times ?? (isObject(coordinateProperties) ? coordinateProperties['times'] : undefined);
}

function itemOf(list: unknown, index: number): unknown {
  return listOf(list)[index];
}

function pointAt(value: unknown, path: Path, time: unknown): TrackPoint {
  const [longitude, latitude] = listOf(value);
  if (typeof longitude !== 'number' || typeof latitude !== 'number') {
    throw new Wrong(path, 'A position is a list of the longitude and the latitude as numbers.');
  }
  const problem = positionProblem({ latitude, longitude });
  if (problem) throw new Wrong(path, `${problem} GeoJSON writes the longitude first.`);
  if (time === undefined || time === null) return { latitude, longitude };
  return { latitude, longitude, time: timeOf(time, path) };
}

// Numbers below this are seconds: as milliseconds they would be times before spring 1973.
const MILLISECONDS_FROM = 1e11;

function timeOf(time: unknown, path: Path): number {
  if (typeof time === 'number') return time < MILLISECONDS_FROM ? time * 1000 : time;
  const read = typeof time === 'string' ? Date.parse(time) : NaN;
  if (Number.isNaN(read)) {
    throw new Wrong(path, `The time of this position is ${JSON.stringify(time)}, which is not a time.`);
  }
  return read;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function pathText(path: Path): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`))
    .join('');
}
