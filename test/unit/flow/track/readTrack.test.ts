import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readTrack } from '../../../../src/flow/track/readTrack.ts';
import type { Track } from '../../../../src/flow/track/track.ts';

function track(text: string): Track {
  const read = readTrack(text);
  if ('problem' in read) assert.fail(read.problem);
  return read;
}

function problem(text: string): string {
  const read = readTrack(text);
  if (!('problem' in read)) assert.fail('The file was read.');
  return read.problem;
}

const gpx = (inside: string): string =>
  `<?xml version="1.0"?>\n<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">\n${inside}\n</gpx>`;
const point = (latitude: number, longitude: number, inside = '', kind = 'trkpt'): string =>
  `<${kind} lat="${latitude}" lon="${longitude}">${inside}</${kind}>`;
const line = (coordinates: unknown, properties: unknown = {}): string =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }, null, 1);

const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }).map(value => value + 0),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }).map(value => value + 0),
});
const time = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const positions = fc.array(fc.tuple(position, time), { minLength: 2, maxLength: 40 });

describe('flow/track/readTrack: GPX track', () => {
  it('a GPX track is read with its name, positions, and times', () => {
    const read = track(
      gpx(`<metadata><name>All</name></metadata><trk><name> Morning &amp; noon </name><trkseg>
        ${point(48.1, 2.25, '<ele>35</ele><time>2026-05-01T08:00:00Z</time>')}
        ${point(48.2, 2.5, '<time>2026-05-01T10:00:30+02:00</time><name>ignored</name>')}
      </trkseg></trk>`),
    );
    assert.deepEqual(read, {
      name: 'Morning & noon',
      points: [
        { latitude: 48.1, longitude: 2.25, time: Date.UTC(2026, 4, 1, 8) },
        { latitude: 48.2, longitude: 2.5, time: Date.UTC(2026, 4, 1, 8, 0, 30) },
      ],
      timed: true,
      note: undefined,
    });
  });

  it('a GPX track joins the segments of its tracks, and prefers tracks to routes and routes to waypoints', () => {
    const segments = [1, 2, 3].map(n => `<trkseg>${point(n, n)}</trkseg>`);
    const waypoints = point(50, 50, '<name>Home</name>', 'wpt') + point(51, 51, '', 'wpt');
    const route = `<rte><name>Way</name>${point(60, 60, '', 'rtept')}${point(61, 61, '', 'rtept')}</rte>`;
    const latitudes = (text: string): number[] => track(gpx(text)).points.map(({ latitude }) => latitude);
    const [a, b, c] = segments;
    assert.deepEqual(latitudes(`${waypoints}${route}<trk>${a}${b}</trk><trk>${c}</trk>`), [1, 2, 3]);
    assert.deepEqual(latitudes(`${waypoints}${route}`), [60, 61]);
    assert.deepEqual(latitudes(waypoints), [50, 51]);
    assert.equal(track(gpx(`${waypoints}${route}`)).name, 'Way');
    assert.equal(track(gpx(waypoints)).name, undefined);
  });

  it('a GPX track can use a prefix or no namespace', () => {
    const inside = point(1, 2) + point(3, 4);
    assert.equal(track(`<gpx><trk><trkseg>${inside}</trkseg></trk></gpx>`).points.length, 2);
    const prefixed = inside.replaceAll('trkpt', 'g:trkpt');
    assert.equal(track(`<g:gpx xmlns:g="http://example.org/g">${prefixed}</g:gpx>`).points.length, 2);
  });

  it('a GPX track reports the line of an error', () => {
    assert.match(problem(gpx(`\n${point(1, 1)}\n<trkpt lat="3"/>`)), /^Line 5: <trkpt> has no “lon”\.$/);
    assert.match(problem(`\n\n${gpx('<wpt lat="91" lon="3"/>')}`), /^Line 5: Latitude 91/);
    assert.match(
      problem(gpx('<wpt lat="north" lon="3"/>')),
      /^Line 3: “lat” is “north”, which is not a number/,
    );
    assert.match(problem(gpx('<wpt lat="" lon="3"/>')), /^Line 3: “lat” is “”/);
    assert.match(problem(gpx('<wpt\n lat="91"\n lon="3"/>')), /^Line 3: Latitude 91 must be between/);
    assert.match(problem(gpx(point(1, 1, '\n<time>noon</time>'))), /^Line 4: <time> is “noon”/);
    assert.match(
      problem('<gpx>\n<trk>\n</gpx>'),
      /^Line 3: This is not well-formed XML \(unexpected close tag\)\.$/,
    );
    assert.match(problem('<gpx>\n&bomb;</gpx>'), /^Line 2: This is not well-formed XML/);
    assert.equal(
      problem('<kml><Document/></kml>'),
      'Line 1: This is XML, but not GPX: it begins with <kml>, not <gpx>.',
    );
    assert.equal(problem(gpx('')), 'The file has no position; a track needs at least two.');
    assert.equal(problem(gpx(point(1, 1))), 'The file has only one position; a track needs at least two.');
  });

  it('a GPX track is read with prefixes that are not declared, and after white space', () => {
    const more =
      '<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>90</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>';
    const header = '<gpx version="1.1" xsi:schemaLocation="http://www.topografix.com/GPX/1/1">';
    const text = `\n <?xml version="1.0"?>${header}${point(1, 2, more)}${point(3, 4)}</gpx>`;
    assert.deepEqual([track(text).points.length, track(text).note], [2, undefined]);
    const named = track(gpx(`<trk><name>A&nbsp;B</name></trk>${point(1, 2)}${point(3, 4)}`));
    assert.deepEqual([named.name, named.points.length], ['A&nbsp;B', 2]);
    assert.match(named.note ?? '', /^Line 3: This is not well-formed XML \(undefined entity\)/);
  });

  it('a GPX track leaves out what cannot be read, with a note', () => {
    const good = point(1, 2) + point(3, 4);
    for (const [inside, note] of [
      [
        '<trkpt lat="NaN" lon="1"/>',
        /^Line 3: “lat” is “NaN”, which is not a number\. The rest of the file is used\.$/,
      ],
      ['<trkpt lat="" lon=""/>', /^Line 3: “lat” is “”.* 1 more value could not be read\.$/],
      ['<trkpt/><trkpt/>', /^Line 3: <trkpt> has no “lat”.* 3 more values could not be read\.$/],
      ['<trkpt lat="91" lon="1"/>', /^Line 3: Latitude 91/],
      ['<trkpt lon="1"/>', /^Line 3: <trkpt> has no “lat”/],
    ] as const) {
      const { points, note: said } = track(gpx(inside + good));
      assert.equal(points.length, 2, inside);
      assert.match(said ?? '', note);
    }
    const cut = track(gpx(good).replace('</gpx>', '<trkpt lat="5"'));
    assert.equal(cut.points.length, 2);
    assert.match(cut.note ?? '', /not well-formed XML \(.*\)\. The rest of the file is used\.$/);
    assert.equal(track(gpx(`<wpt lat="NaN"/>${good}`)).note, undefined);
  });

  it('a GPX track keeps a position whose time cannot be read', () => {
    const at = (time: string): string => point(1, 2, `<time>${time}</time>`);
    const [first, last] = [at('2016-12-31T23:59:59Z'), at('2017-01-01T00:00:01Z')];
    for (const time of ['', 'null', '5', 'noon', '2016-12-31']) {
      const { points, timed, note } = track(gpx(first + at(time) + last));
      assert.deepEqual([points.length, timed], [3, false], time);
      assert.match(note ?? '', /^Line 3: <time> is .* 1 of 3 positions have no time/);
    }
    const leap = track(gpx(first + at('2016-12-31T23:59:60.5Z') + last));
    assert.deepEqual([leap.timed, leap.note], [true, undefined]);
    assert.equal(leap.points[1]?.time, Date.UTC(2017, 0, 1, 0, 0, 0, 500));
  });

  it('a GPX track keeps all written positions and times', () => {
    fc.assert(
      fc.property(positions, points => {
        const text = gpx(
          points
            .map(([at, when]) => point(at.latitude, at.longitude, `<time>${when.toISOString()}</time>`))
            .join('\n'),
        );
        assert.deepEqual(
          track(text).points,
          points.map(([at, when]) => ({ ...at, time: when.getTime() })),
        );
      }),
    );
  });
});

describe('flow/track/readTrack: GeoJSON track', () => {
  it('a GeoJSON track is a line with its times, as written by common converters', () => {
    const coordinates = [
      [2.25, 48.1],
      [2.5, 48.2, 35],
    ];
    const times = ['2026-05-01T08:00:00Z', '2026-05-01T08:00:30Z'];
    for (const properties of [
      { name: 'Morning', coordTimes: times },
      { name: 'Morning', coordinateProperties: { times } },
      { name: 'Morning', times: times.map(one => Date.parse(one)) },
      { name: 'Morning', times: times.map(one => Date.parse(one) / 1000) },
    ]) {
      assert.deepEqual(track(line(coordinates, properties)), {
        name: 'Morning',
        points: [
          { latitude: 48.1, longitude: 2.25, time: Date.UTC(2026, 4, 1, 8) },
          { latitude: 48.2, longitude: 2.5, time: Date.UTC(2026, 4, 1, 8, 0, 30) },
        ],
        timed: true,
        note: undefined,
      });
    }
  });

  it('a GeoJSON track consists of the points of a collection in order if there is no line', () => {
    const spot = (longitude: number, more: object = {}): object => ({
      type: 'Feature',
      properties: more,
      geometry: { type: 'Point', coordinates: [longitude, 1] },
    });
    const area = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [] } };
    const nowhere = { type: 'Feature', properties: {}, geometry: null };
    const features = [spot(1, { time: 10 }), area, nowhere, spot(2, { timestamp: '1970-01-01T00:00:11Z' })];
    const read = track(JSON.stringify({ type: 'FeatureCollection', name: 'Stops', features }));
    assert.deepEqual(
      read.points.map(({ longitude, time: at }) => [longitude, at]),
      [
        [1, 10_000],
        [2, 11_000],
      ],
    );
    assert.equal(read.name, 'Stops');
    const both = [...features, JSON.parse(line([[7, 7], [8, 8]]))]; // oxfmt-ignore
    const mixed = track(JSON.stringify({ type: 'FeatureCollection', features: both }));
    assert.deepEqual(mixed.points.map(({ longitude }) => longitude), [7, 8]); // oxfmt-ignore
  });

  it('a GeoJSON track joins the lines of a MultiLineString and of a GeometryCollection', () => {
    const geometry = { type: 'MultiLineString', coordinates: [[[1, 0], [2, 0]], [[3, 0]]] }; // oxfmt-ignore
    const times = [[1, 2], [3]];
    const feature = { type: 'Feature', properties: { coordTimes: times }, geometry };
    const longitudes = (value: unknown): unknown =>
      track(JSON.stringify(value)).points.map(({ longitude, time: at }) => [longitude, at]);
    assert.deepEqual(longitudes(feature), [[1, 1000], [2, 2000], [3, 3000]]); // oxfmt-ignore
    const bare = { type: 'GeometryCollection', geometries: [geometry] };
    assert.deepEqual(longitudes(bare), [[1, undefined], [2, undefined], [3, undefined]]); // oxfmt-ignore
    const spots = { type: 'MultiPoint', coordinates: [[5, 5], [6, 6]] }; // oxfmt-ignore
    assert.deepEqual(longitudes(spots), [[5, undefined], [6, undefined]]); // oxfmt-ignore
  });

  it('a GeoJSON track reports the line and the path of an error', () => {
    assert.equal(
      problem(line([[1, 2], [2.3, 48, 'x'], [2, '3']])), // oxfmt-ignore
      'Line 16, geometry.coordinates[2]: A position is a list of the longitude and the latitude as numbers.',
    );
    assert.match(
      problem(line([[1, 2], [2, 148]])), // oxfmt-ignore
      /coordinates\[1\]: Latitude 148 must be between -90 and 90\. GeoJSON writes the longitude first\.$/,
    );
    assert.match(
      problem(line([[1, 2], [2, 3]], { times: ['noon', 5] })), // oxfmt-ignore
      /coordinates\[0\]: The time of this position is "noon", which is not a time\.$/,
    );
    assert.match(problem('{\n"type": "Feature",\n"geometry": {"type": \n}}'), /^Line 4: This is not JSON\./);
    assert.match(problem('{"type": "Topology"}'), /^Line 1: “Topology” is no type of GeoJSON;/);
    assert.match(problem('{"name": "My flow"}'), /^Line 1: This has no “type”;/);
    assert.match(
      problem('{"type":"FeatureCollection","features":[null]}'),
      /^Line 1, features\[0\]: A GeoJSON object is expected here\.$/,
    );
    assert.match(problem('{"type":"LineString"}'), /coordinates: A list is expected here\.$/);
    assert.equal(problem(line([[1, 2]])), 'The file has only one position; a track needs at least two.');
  });

  it('a GeoJSON track keeps all written positions', () => {
    fc.assert(
      fc.property(positions, points => {
        const text = line(
          points.map(([at]) => [at.longitude, at.latitude]),
          { coordTimes: points.map(([, when]) => when.toISOString()) },
        );
        assert.deepEqual(
          track(text).points,
          points.map(([at, when]) => ({ ...at, time: when.getTime() })),
        );
      }),
    );
  });
});

describe('flow/track/readTrack: track', () => {
  it('a track is recognized by its first character, after a byte order mark and white space', () => {
    assert.equal(track(`\uFEFF${gpx(point(1, 1) + point(2, 2))}`).points.length, 2);
    assert.equal(track(`\uFEFF${line([[1, 2], [3, 4]])}`).points.length, 2); // oxfmt-ignore
    assert.match(problem('lat,lon\n1,2'), /^This is neither GPX, which begins with “<”, nor GeoJSON/);
    assert.match(problem(' \n'), /^The file is empty/);
  });

  it('a track says why its times are not used', () => {
    const timed = (...times: (number | null)[]): Track =>
      track(line(times.map((_, index) => [index, 0]), { times })); // oxfmt-ignore
    assert.deepEqual([timed(5, 5, 6).timed, timed(5, 5, 6).note], [true, undefined]);
    assert.match(timed(5, null, 6).note ?? '', /^1 of 3 positions have no time/);
    assert.match(timed(5, 7, 6).note ?? '', /^Position 3 is earlier than the one before it/);
    assert.deepEqual([timed(5, 7, 6).timed, timed(null, null).note], [false, undefined]);
  });

  it('a track never throws an unexpected error for any content', () => {
    const tags = fc.constantFrom(
      '<gpx>',
      '</gpx>',
      '<trkpt lat="1" lon="2">',
      '</trkpt>',
      '<time>',
      '&',
      '\n',
      'a',
    );
    const texts = fc.oneof(
      fc.array(tags).map(parts => `<gpx>${parts.join('')}`),
      fc.json(),
      fc.string().map(text => `{${text}`),
      fc.jsonValue().map(value => JSON.stringify({ type: 'FeatureCollection', features: value })),
      fc.jsonValue().map(value => JSON.stringify({ type: 'LineString', coordinates: value })),
    );
    fc.assert(
      fc.property(texts, text => {
        const read = readTrack(text);
        if ('problem' in read) assert.match(read.problem, /\.$|\)$/);
        else assert.ok(read.points.length >= 2);
      }),
    );
  });
});
