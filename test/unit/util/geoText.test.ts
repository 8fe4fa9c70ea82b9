import assert from 'node:assert/strict';
import { readPosition } from '../../../src/util/geoText.ts';

const TOWER = { latitude: 48.8584, longitude: 2.2945 };

describe('util/geoText', () => {
  const same = [
    '48.8584, 2.2945',
    ' 48.8584 2.2945 ',
    '48.8584;2.2945',
    '48,8584; 2,2945',
    '48,8584 2,2945',
    '48.8584N 2.2945E',
    'N 48.8584, E 2.2945',
    'geo:48.8584,2.2945',
    'geo:48.8584,2.2945;u=35',
    'geo:0,0?q=48.8584,2.2945(Tower)',
    'https://maps.example.com/maps?q=48.8584,2.2945',
    'https://maps.example.com/?ll=48.8584,2.2945&z=15',
    'https://maps.example.com/maps/@48.8584,2.2945,17z',
    'https://maps.example.com/maps/place/X/@1.5,2.5,17z/data=!3d48.8584!4d2.2945',
    'https://maps.example.com/maps/search/?api=1&query=48.8584%2C2.2945',
    'https://map.example.org/?mlat=48.8584&mlon=2.2945#map=17/1/1',
    'https://map.example.org/#map=17/48.8584/2.2945',
    'https://maps.example.net/?cp=48.8584~2.2945',
    'https://maps.example.com/maps?q=48.8584%202.2945',
    'https://maps.example.com/maps?q=48.8584+2.2945',
    'https://maps.example.com/maps/search/48.8584,+2.2945',
    'https://maps.example.com/maps/search/48.8584,+2.2945/@1.5,2.5,17z',
    'https://maps.example.com/maps/place/48.8584,2.2945',
    'https://maps.example.com/maps/place/48.8584N+2.2945E/@1.5,2.5,17z',
    'https://maps.example.com/maps/dir//48.8584,2.2945/',
    'https://maps.example.com/maps/dir/1.5,2.5/48.8584,2.2945/@1.5,2.5,17z',
    'https://maps.example.org/place?coordinate=48.8584,2.2945&name=Tower',
    'https://yandex.com/maps/?ll=2.2945%2C48.8584&z=17',
    'https://yandex.com.tr/harita/?ll=1.5,2.5&whatshere[point]=2.2945,48.8584',
    'https://maps.yandex.ru/?pt=2.2945,48.8584,pm2rdm~1,2&ll=1.5,2.5',
  ];
  for (const text of same) {
    it(`a position in text is read from ${text.trim()}`, () => assert.deepEqual(readPosition(text), TOWER));
  }

  it('a position in text is read from degrees, minutes, and seconds in every hemisphere', () => {
    const sydney = { latitude: -33.8567778, longitude: 151.2150833 };
    assert.deepEqual(readPosition('33°51\'24.4"S 151°12\'54.3"E'), sydney);
    assert.deepEqual(readPosition('33° 51′ 24.4″ S, 151° 12′ 54.3″ E'), sydney);
    assert.deepEqual(readPosition('S 33 51 24.4 E 151 12 54.3'), sydney);
    assert.deepEqual(readPosition("22°57.1'S 43°12.6'W"), { latitude: -22.9516667, longitude: -43.21 });
  });

  const wrong: [text: string, problem: RegExp][] = [
    ['', /Enter a position/],
    ['Paris', /Enter a position/],
    ['48.8584', /Enter a position/],
    ['48°75\'00"N 2°00\'00"E', /Enter a position/],
    ['91, 0', /Latitude 91 must be between/],
    ['0, -180.5', /Longitude -180\.5 must be between/],
    ['geo:somewhere', /Enter a position/],
    ['geo:0,0?q=Paris', /Enter a position/],
    ['48,8584, 2,2945', /Enter a position/],
    ['https://maps.example.com/maps?q=10 5th Avenue', /Enter a position/],
    ['https://yandex.com/maps/?ll=2.2945,91', /Latitude 91 must be between/],
    ['https://yandex.com/maps/moscow', /Enter a position/],
    ['https://maps.example.com/', /Enter a position/],
    ['https://', /Enter a position/],
  ];
  for (const [text, problem] of wrong) {
    it(`a position in text is not read from “${text}”`, () => {
      const found = readPosition(text);
      assert.ok('problem' in found);
      assert.match(found.problem, problem);
    });
  }
});
