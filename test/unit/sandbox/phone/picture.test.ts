import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { openApp } from '../../../../src/sandbox/phone/applyEffect.ts';
import { APP_IDS } from '../../../../src/sandbox/phone/apps.ts';
import { placeGlyphs } from '../../../../src/sandbox/phone/draw/font.ts';
import { encodePng } from '../../../../src/sandbox/phone/draw/png.ts';
import inter from '../../../../src/sandbox/phone/draw/interOutlines.json' with { type: 'json' };
import { type DrawnShape, ScreenDrawing } from '../../../../src/sandbox/phone/draw/screenDrawing.ts';
import { box } from '../../../../src/sandbox/phone/draw/shape.ts';
import { pressGlobal } from '../../../../src/sandbox/phone/keys.ts';
import { drawDisplay, renderPng } from '../../../../src/sandbox/phone/renderPng.ts';
import { createPhone, type PhoneState } from '../../../../src/sandbox/phone/state.ts';
import { tap } from '../../../../src/sandbox/phone/touch.ts';
import { typeText } from '../../../../src/sandbox/phone/typing.ts';
import { testWorld } from './testWorld.ts';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of a pixel. */
  readonly at: (x: number, y: number) => readonly number[];
}

/** Reads a PNG of 8-bit colors without alpha, whose rows are stored as they are or as differences upwards. */
function decode(png: Buffer): Picture {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const parts: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(parts));
  const line = width * 3 + 1;
  assert.equal(rows.length, line * height);
  for (let y = 0; y < height; y++) {
    assert.ok([0, 2].includes(rows[y * line]!));
    if (rows[y * line] === 0 || y === 0) continue;
    for (let x = 1; x < line; x++)
      rows[y * line + x] = (rows[y * line + x]! + rows[(y - 1) * line + x]!) & 255;
  }
  return { width, height, at: (x, y) => [...rows.subarray(y * line + 1 + x * 3, y * line + 4 + x * 3)] };
}

function pictureOf(state: PhoneState, options?: { displayId?: number; hideOverlay?: boolean }): Picture {
  const png = renderPng(state, testWorld, options);
  assert.ok(png);
  return decode(png);
}

describe('sandbox/phone/picture: screenshot of a simulated phone', () => {
  const phone = createPhone('android-phone', true);

  it('the screenshot of a simulated phone has the size of its display', () => {
    const sizes = [
      pictureOf(phone),
      pictureOf(phone, { displayId: 1 }),
      pictureOf(createPhone('android-tablet')),
      pictureOf(createPhone('ios-phone')),
    ].map(({ width, height }) => [width, height]);
    assert.deepEqual(sizes, [
      [1080, 2400],
      [1920, 1080],
      [1600, 2560],
      [1179, 2556],
    ]);
    assert.equal(renderPng(phone, testWorld, { displayId: 2 }), undefined);
  });

  it('the screenshot of a simulated phone is the same for the same phone and different for another', () => {
    const [one, two] = [
      renderPng(phone, testWorld),
      renderPng(createPhone('android-phone', true), testWorld),
    ];
    assert.deepEqual(one, two);
    assert.notDeepEqual(renderPng(openApp(phone, 'settings'), testWorld), one);
  });

  it('the screenshot of a simulated phone has the colors of its content', () => {
    const settings = openApp(phone, 'settings');
    assert.deepEqual(pictureOf(settings).at(4, 1200), [0xf3, 0xf4, 0xf8]);
    const dark = { ...settings, switches: { ...settings.switches, darkTheme: true } };
    assert.deepEqual(pictureOf(dark).at(4, 1200), [0x10, 0x12, 0x17]);
  });

  it('the screenshot of a simulated phone shows the last touch unless disabled', () => {
    const touched = tap(phone, testWorld, 0, { x: 540, y: 1700 });
    const [plain, shown] = [pictureOf(touched, { hideOverlay: true }), pictureOf(touched)];
    assert.deepEqual(plain.at(540, 1700), pictureOf(phone).at(540, 1700));
    assert.notDeepEqual(shown.at(540, 1700), plain.at(540, 1700));
  });

  it('the screenshot of a simulated phone is drawn smaller with the same content', () => {
    const touched = tap(openApp(phone, 'settings'), testWorld, 0, { x: 600, y: 1500 });
    const whole = decode(encodePng(drawDisplay(touched, testWorld, {}) ?? assert.fail()));
    const half = decode(encodePng(drawDisplay(touched, testWorld, { scale: 0.5 }) ?? assert.fail()));
    assert.deepEqual([half.width, half.height], [540, 1200]);
    // Inside areas of one color, such as the point that was touched.
    for (const [x, y] of [
      [600, 1500],
      [8, 2000],
      [540, 20],
    ] as const)
      assert.deepEqual(half.at(x / 2, y / 2), whole.at(x, y));
  });
});

describe('sandbox/phone/picture: pictures of a display one after another', () => {
  const phones = (['android-phone', 'ios-phone'] as const).map(platform => createPhone(platform));
  const changes = fc.oneof(
    fc.constantFrom(...APP_IDS).map(app => (state: PhoneState) => openApp(state, app)),
    fc.constantFrom('home', 'back').map(key => (state: PhoneState) => pressGlobal(state, key)),
    fc.tuple(fc.integer({ min: 0, max: 1079 }), fc.integer({ min: 0, max: 2399 })).map(
      ([x, y]) =>
        (state: PhoneState) =>
          tap(state, testWorld, 0, { x, y }),
    ),
    fc.string({ maxLength: 12 }).map(text => (state: PhoneState) => typeText(state, text) ?? state),
  );

  it('the pictures of a display one after another are the same as if each were drawn alone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...phones),
        fc.array(changes, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (phone, steps, hideOverlay) => {
          const drawing = new ScreenDrawing();
          let state = phone;
          for (const change of steps) {
            state = change(state);
            const picture = renderPng(state, testWorld, { hideOverlay }, drawing);
            assert.ok(picture?.equals(renderPng(state, testWorld, { hideOverlay }) ?? Buffer.of()));
          }
        },
      ),
      { numRuns: 6 },
    );
  });

  it('the pictures of a display one after another are the same after a part of the display, and unchanged, was drawn', () => {
    const drawing = new ScreenDrawing();
    const [first, second] = [openApp(phones[0]!, 'form'), openApp(phones[0]!, 'maps')];
    const area = { left: 0, top: 0, right: 100, bottom: 100 };
    renderPng(first, testWorld, {}, drawing);
    assert.deepEqual(renderPng(second, testWorld, { area }, drawing), renderPng(second, testWorld, { area }));
    for (const state of [second, second, first])
      assert.deepEqual(renderPng(state, testWorld, {}, drawing), renderPng(state, testWorld));
  });

  it('the pictures of a display one after another can have another size', () => {
    const drawing = new ScreenDrawing();
    for (const phone of [...phones, createPhone('android-tablet'), ...phones])
      assert.deepEqual(renderPng(phone, testWorld, {}, drawing), renderPng(phone, testWorld));
  });

  it('the pictures of a display one after another draw no more rows than have changed', () => {
    const shape = (y: number, paint: `#${string}`): DrawnShape => ({
      shape: box(0, y, 10, 10, paint),
      clip: { left: 0, top: 0, right: 20, bottom: 200 },
    });
    const size = { width: 20, height: 200, density: 1 };
    const drawing = new ScreenDrawing();
    const raster = drawing.draw([shape(0, '#ffffff'), shape(100, '#ffffff')], size);
    // A row that is not drawn again keeps what is written into it.
    const spoil = (row: number): void => void raster.words.fill(1, row * 20, row * 20 + 20);
    spoil(5);
    spoil(105);
    drawing.draw([shape(0, '#ffffff'), shape(100, '#ff0000')], size);
    assert.deepEqual(
      [5, 105].map(row => raster.words[row * 20]),
      [1, 0xff0000ff],
    );
  });
});

describe('sandbox/phone/picture: box', () => {
  const size = { width: 100, height: 100, density: 1 };
  const clip = { left: 0, top: 0, right: 100, bottom: 100 };
  const whole = box(0, 0, 100, 100, '#000000');

  function draw(...shapes: readonly DrawnShape['shape'][]): (x: number, y: number) => number | undefined {
    const { words } = new ScreenDrawing().draw(
      shapes.map(shape => ({ shape, clip })),
      size,
    );
    return (x, y) => words[y * size.width + x];
  }

  it('a box with round corners has one color inside, also if it is translucent, and none at its corners', () => {
    for (const radius of [1, 9.5, 20]) {
      const at = draw(whole, box(10, 20, 60, 70, '#ffffff80', radius));
      const inside = at(40, 50);
      for (let y = 20; y < 90; y++) assert.equal(at(40, y), inside, `${radius}: ${y}`);
      for (let x = 10; x < 70; x++) assert.equal(at(x, 55), inside, `${radius}: ${x}`);
      for (const [x, y] of [
        [10, 20],
        [69, 20],
        [10, 89],
        [69, 89],
      ] as const)
        assert.ok((at(x, y) ?? 0) < (inside ?? 0), `${radius}: ${x}, ${y}`);
      assert.deepEqual([at(9, 55), at(70, 55), at(40, 19), at(40, 90)], Array(4).fill(at(0, 0)));
    }
  });

  it('a box hides what is below only if it covers everything with an opaque color', () => {
    const below = box(40, 40, 20, 20, '#00ff00');
    const hidden = draw(whole)(50, 50);
    assert.equal(draw(below, whole)(50, 50), hidden);
    for (const cover of [
      box(0, 0, 100, 100, '#000000fe'),
      box(0, 0, 100, 100, { top: '#000000', bottom: '#00000000' }),
      box(0, 0, 100, 45, '#000000'),
      box(0, 0, 100, 100, '#000000', 50),
    ])
      assert.notEqual(draw(box(0, 0, 100, 100, '#ffffff'), cover)(1, 99), hidden);
  });
});

describe('sandbox/phone/picture: rows of a text', () => {
  it('the rows of a text contain every character of the font', () => {
    for (const weight of ['regular', 'semibold'] as const)
      for (const character of Object.keys(inter.weights[weight]))
        for (const { outlines } of placeGlyphs(character, weight))
          for (const { y } of outlines.flat()) assert.ok(Math.abs(y) < 1.2, `${character} ${weight}: ${y}`);
  });

  it('the rows of a text show the letters of languages written in Cyrillic', () => {
    const [missing] = placeGlyphs('中', 'regular');
    for (const weight of ['regular', 'semibold'] as const)
      for (const character of 'Съешь же ещё этих булок, Ґуляє їжак, Чаўсы, Ђорђе Њ и Љубав Џ №5 йёў') {
        const [glyph] = placeGlyphs(character, weight);
        assert.notDeepEqual(glyph?.outlines, missing?.outlines, `${character} ${weight}`);
        assert.equal(glyph?.outlines.length === 0, character === ' ', `${character} ${weight}`);
      }
    const looks = (character: string): unknown => placeGlyphs(character, 'regular')[0]?.outlines;
    assert.deepEqual(looks('А'), looks('A'));
    assert.notDeepEqual(looks('И'), looks('Й'));
  });
});
