import assert from 'node:assert/strict';
import { Gazetteer } from '../../../../src/webview/devicePanel/map/gazetteer.ts';
import {
  degreeText,
  gridStep,
  metersText,
  scaleBar,
  timeText,
} from '../../../../src/webview/devicePanel/map/measure.ts';
import { suggestPlaces, explainNoMatch } from '../../../../src/webview/devicePanel/place/suggestPlaces.ts';
import { positionProblem } from '../../../../src/flow/track/track.ts';

const gazetteer = new Gazetteer();
const names = (text: string): string[] => gazetteer.search(text, 5).map(({ name }) => name);

describe('webview/devicePanel/mapWords: places of the world', () => {
  it('the places of the world are a few hundred, in range, unique, and have the names of their countries', () => {
    const { places } = gazetteer;
    assert.ok(places.length > 500 && places.length < 1000);
    assert.equal(new Set(places.map(({ name, country }) => `${name}, ${country}`)).size, places.length);
    for (const place of places) {
      assert.equal(positionProblem(place), undefined, place.name);
      assert.ok(place.name !== '' && place.country.length > 2, place.name);
    }
  });

  it('the places of the world are found by the start of a word, without accents and case, also by country', () => {
    assert.equal(names('lisb')[0], 'Lisbon');
    assert.equal(names('sao pau')[0], 'São Paulo');
    assert.equal(names('são')[0], 'São Paulo');
    assert.equal(names('lodz')[0], 'Łódź');
    assert.equal(names('janeiro')[0], 'Rio de Janeiro');
    assert.ok(names('portugal').includes('Lisbon'));
    assert.equal(names('München')[0], 'Munich');
    assert.equal(names('cologne')[0], 'Köln');
    for (const text of ['Muenchen', 'MÜNCHEN', 'munchen', 'Mu\u0308nchen'])
      assert.equal(names(text)[0], 'Munich');
    assert.equal(names('koeln')[0], 'Köln');
    assert.equal(names('東京')[0], 'Tokyo');
    assert.deepEqual(names('xyzzy'), []);
    assert.deepEqual(names('  '), []);
  });

  it('the places of the world are found by their exact name before longer names, whatever the size', () => {
    const found = gazetteer.search('PORTO', 3).map(({ name, country }) => `${name}, ${country}`);
    assert.deepEqual(found, ['Porto, Portugal', 'Porto Alegre, Brazil', 'Porto-Novo, Benin']);
    // Two names that differ by an accent are the same text.
    for (const { name } of gazetteer.places) assert.equal(names(name)[0]?.length, name.length);
    assert.equal(names('BOGOTA')[0], 'Bogotá');
    assert.equal(names('porto, portugal')[0], 'Porto');
  });

  it('the places of the world describe a position', () => {
    assert.equal(gazetteer.whereabouts({ latitude: 48.858, longitude: 2.35 }), 'Paris, France');
    assert.equal(
      gazetteer.whereabouts({ latitude: 48.853, longitude: 2.49 }).replace(/^\d+ km/, 'N km'),
      'N km east of Paris, France',
    );
    assert.match(
      gazetteer.whereabouts({ latitude: 46.7, longitude: 4.835 }),
      /^\d+ km north of Lyon, France$/,
    );
  });
});

describe('webview/devicePanel/mapWords: meaning of a text on the map', () => {
  const quay = { name: 'Lisbon quay', latitude: 38.7, longitude: -9.1 };

  it('the meaning of a text on the map is a position in any known form', () => {
    const [only, ...more] = suggestPlaces('38°42′26″N 9°8′10″W', [quay], gazetteer);
    assert.deepEqual(more, []);
    assert.deepEqual([only?.label, only?.more], ['38.7072222, -9.1361111', 'Lisbon, Portugal']);
    assert.equal(suggestPlaces('geo:1,2', [], undefined)[0]?.more, 'position');
  });

  it('the meaning of a text on the map is a saved place before a place of the world', () => {
    assert.deepEqual(
      suggestPlaces('lisbon', [quay], gazetteer).map(({ label }) => label),
      ['Lisbon quay', 'Lisbon'],
    );
    const office = { ...quay, name: 'Büro München' };
    for (const text of ['münchen', 'Muenchen', 'buro'])
      assert.equal(suggestPlaces(text, [office], undefined)[0]?.label, office.name);
    assert.deepEqual(suggestPlaces('', [quay], gazetteer), []);
  });

  it('the meaning of a text on the map is none, with a reason', () => {
    assert.match(explainNoMatch('nowhere'), /^No matching place\. Enter a position such as/);
    assert.equal(explainNoMatch('95, 2'), 'Latitude 95 must be between -90 and 90.');
  });
});

describe('webview/devicePanel/mapWords: measures on the map', () => {
  it('measures on the map are round lengths', () => {
    const at = { latitude: 0, longitude: 0 };
    assert.equal(gridStep({ ...at, worldPixels: 320 }, 90), 30);
    assert.equal(gridStep({ ...at, worldPixels: 36_000 }, 90), 1);
    assert.equal(gridStep({ ...at, worldPixels: 2 ** 24 }, 90), 0.002);
    assert.deepEqual(scaleBar({ ...at, worldPixels: 40_030 }, 90), { pixels: 50, label: '50 km' });
    assert.equal(scaleBar({ ...at, latitude: 60, worldPixels: 40_030 }, 90).label, '20 km');
    assert.equal(scaleBar({ ...at, worldPixels: 2 ** 24 }, 90).label, '200 m');
  });

  it('measures on the map are formatted for people', () => {
    assert.deepEqual([340, 1500, 15_234, 1_234_567].map(metersText), [
      '340 m',
      '1.5 km',
      '15 km',
      '1,235 km',
    ]);
    assert.equal(degreeText(-8.8, 0.2, ['E', 'W']), '8.8° W');
    assert.equal(degreeText(0, 0.2, ['E', 'W']), '0.0°');
    assert.equal(degreeText(48.858, 0.002, ['N', 'S']), '48.858° N');
    assert.deepEqual([0, 200_400, 3_909_000].map(timeText), ['0:00', '3:20', '1:05:09']);
  });
});
