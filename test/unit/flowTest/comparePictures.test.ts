import assert from 'node:assert/strict';
import type { Bounds } from '../../../src/contract/records/uiState.ts';
import { Screen, type ScreenElement } from '../../../src/flow/selector/screen.ts';
import { comparePictures, leaveOut } from '../../../src/flowTest/comparePictures.ts';
import { boundsOfFocus, leftOutParts } from '../../../src/flowTest/leftOutParts.ts';
import type { PixelPicture } from '../../../src/flowTest/pictureFormat.ts';
import { openAddress } from '../../../src/sandbox/phone/openAddress.ts';
import { drawDisplay } from '../../../src/sandbox/phone/renderPng.ts';
import type { ScreenContext } from '../../../src/sandbox/phone/screenContext.ts';
import { createPhone, type PhoneState, type Platform } from '../../../src/sandbox/phone/state.ts';
import { uiStateOf } from '../../../src/sandbox/phone/uiState.ts';
import { type Random, seededRandom } from '../../../src/util/random.ts';
import { SCREEN_ADDRESSES } from '../../support/layoutScreens.ts';

const CHANGES = 200;
/** The rows in which edges change. */
const ROWS = { from: 200, to: 900 } as const;
const NAMES = ['Lisbon Bank', 'Parcel Post', 'Ann'];

interface Scene {
  readonly state: PhoneState;
  readonly context: ScreenContext;
}

/** A change of a screen: by its state before it is drawn, or of its picture near an element. */
type Change =
  | { readonly scene: (scene: Scene, random: Random) => Scene }
  | {
      readonly picture: (picture: PixelPicture, box: Bounds, random: Random) => PixelPicture;
      readonly of?: (element: ScreenElement) => boolean;
    };

/** Changes that a person wants to know, and those that nobody does. */
const KINDS: readonly (readonly [name: string, isImportant: boolean, change: Change])[] = [
  [
    'an element moved by 3 pixels',
    true,
    { picture: (picture, box, random) => move(picture, box, 3, random) },
  ],
  [
    'a color changed by 10 levels',
    true,
    { picture: (picture, box, random) => recolor(picture, box, 10, random) },
  ],
  [
    'an icon is missing',
    true,
    {
      picture: (picture, box) => erase(picture, box),
      of: ({ role }) => role === 'image' || role === 'button',
    },
  ],
  ['a letter of a text is another one', true, { scene: changeText }],
  [
    'the language is another one',
    true,
    { scene: ({ state, context }) => ({ state, context: { ...context, locale: 'de-DE' } }) },
  ],
  [
    'the text is larger',
    true,
    {
      scene: ({ state, context }) => ({
        state,
        context: { ...context, layout: { kind: 'layout', changes: ['resized'] } },
      }),
    },
  ],
  // Positions are rounded to whole pixels, and nobody sees such a difference.
  [
    'an element moved by 1 pixel',
    false,
    { picture: (picture, box, random) => move(picture, box, 1, random) },
  ],
  [
    'a color changed by 2 levels',
    false,
    { picture: (picture, box, random) => recolor(picture, box, 2, random) },
  ],
  [
    'edges are drawn with other anti-aliasing',
    false,
    { picture: (picture, _, random) => blur(picture, 0.2 * random()) },
  ],
  ['edges are drawn with noise', false, { picture: (picture, _, random) => addNoise(picture, 0.2, random) }],
  [
    'the clock goes on',
    false,
    {
      scene: ({ state, context }, random) => ({
        state,
        context: { ...context, now: new Date(context.now.getTime() + Math.ceil(random() * 500) * 60_000) },
      }),
    },
  ],
  [
    'the battery is emptier',
    false,
    {
      scene: ({ state, context }, random) => ({
        state,
        context: { ...context, batteryPercent: Math.floor(random() * 79) },
      }),
    },
  ],
];

function contextOf(): ScreenContext {
  return {
    now: new Date(Date.UTC(2026, 2, 14, 9, 41)),
    timeZone: 'Europe/Lisbon',
    deviceName: 'Pixel phone',
    position: { latitude: 38.7, longitude: -9.1 },
    batteryPercent: 80,
    locale: 'en-GB',
    messages: NAMES.map((from, index) => ({
      id: `m${index}`,
      from,
      subject: `Subject ${index}`,
      text: `Text of message ${index}`,
      receivedAt: new Date(Date.UTC(2026, 2, 14, 8, index)),
    })),
  };
}

/** The screens that show the time or the battery as their content. Tests of such screens need masks. */
const SHOWING_FACTS = ['settings:', 'alert:Battery%20low'];

/** Returns a random screen of an app. */
function sceneOf(random: Random, isWithoutFacts = false): Scene {
  const platform = pick(['android-phone', 'ios-phone'] as const satisfies readonly Platform[], random);
  const addresses = SCREEN_ADDRESSES.filter(one => one !== undefined);
  const address = pick(
    isWithoutFacts ? addresses.filter(one => !SHOWING_FACTS.includes(one)) : addresses,
    random,
  );
  const state = openAddress(createPhone(platform), address);
  const switches = { ...state.switches, darkTheme: random() < 0.5 };
  return { state: { ...state, switches, fields: { 'form.name': 'Ada Lovelace' } }, context: contextOf() };
}

function draw({ state, context }: Scene): PixelPicture {
  const raster = drawDisplay(state, context, {});
  assert.ok(raster);
  const data = raster.bytes;
  for (let at = 3; at < data.length; at += 4) data[at] = 0xff;
  return { width: raster.width, height: raster.height, data };
}

function screenOf({ state, context }: Scene): readonly [Screen, readonly Bounds[]] {
  const tree = uiStateOf(state, context);
  assert.ok(tree);
  const screen = new Screen(tree);
  return [screen, leftOutParts(tree, screen)];
}

/** Compares the pictures of two screens as a test does, and changes them. */
function compare(one: PixelPicture, other: PixelPicture, scenes: readonly [Scene, Scene]): number {
  for (const part of screenOf(scenes[0])[1]) leaveOut(one, part);
  for (const part of screenOf(scenes[1])[1]) leaveOut(other, part);
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return Infinity;
  return comparePictures(one, other).different;
}

function changeText({ state, context }: Scene, random: Random): Scene {
  const change = (text: string): string => {
    const at = Math.floor(random() * text.length);
    return `${text.slice(0, at)}${text[at] === 'e' ? 'a' : 'e'}${text.slice(at + 1)}`;
  };
  const [first, ...others] = context.messages;
  assert.ok(first);
  if (state.place === 'messages')
    return { state, context: { ...context, messages: [{ ...first, from: change(first.from) }, ...others] } };
  const form = openAddress(state, 'form:');
  return { state: { ...form, fields: { 'form.name': change('Ada Lovelace') } }, context };
}

function move(
  { width, height, data }: PixelPicture,
  box: Bounds,
  most: number,
  random: Random,
): PixelPicture {
  const [dx, dy] = pick(
    [
      [most, 0],
      [0, most],
      [-most, 0],
      [0, -most],
    ] as const,
    random,
  );
  const moved = new Uint8Array(data);
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++) {
      const [toX, toY] = [x + dx, y + dy];
      if (toX < 0 || toY < 0 || toX >= width || toY >= height) continue;
      const from = (y * width + x) * 4;
      moved.set(data.subarray(from, from + 4), (toY * width + toX) * 4);
    }
  return { width, height, data: moved };
}

/** Changes one of the two most frequent colors of a part: usually that of an area, or of a text. */
function recolor(
  { width, height, data }: PixelPicture,
  box: Bounds,
  levels: number,
  random: Random,
): PixelPicture {
  const words = new Uint32Array(data.buffer);
  const counts = new Map<number, number>();
  for (let y = box.top; y < box.bottom; y++) {
    const row = words.subarray(y * width + box.left, y * width + box.right);
    for (let start = 0, x = 1; x <= row.length; x++) {
      const word = row[start] ?? 0;
      if (row[x] === word) continue;
      counts.set(word, (counts.get(word) ?? 0) + x - start);
      start = x;
    }
  }
  const colors = [...counts].filter(([, count]) => count > 200).toSorted(([, one], [, other]) => other - one);
  const [chosen] = pick(colors.slice(0, 2), random);
  const changed = new Uint8Array(data);
  for (let y = box.top; y < box.bottom; y++)
    for (let pixel = y * width + box.left; pixel < y * width + box.right; pixel++)
      if (words[pixel] === chosen)
        for (let at = pixel * 4; at < pixel * 4 + 3; at++)
          changed[at] = (data[at] ?? 0) + ((data[at] ?? 0) > 127 ? -levels : levels);
  return { width, height, data: changed };
}

function erase({ width, height, data }: PixelPicture, { left, top, right, bottom }: Bounds): PixelPicture {
  const erased = new Uint8Array(data);
  const corner = data.slice((top * width + left) * 4, (top * width + left) * 4 + 4);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) erased.set(corner, (y * width + x) * 4);
  return { width, height, data: erased };
}

/** Draws everything a fraction of a pixel further to the right, in some rows. */
function blur({ width, height, data }: PixelPicture, fraction: number): PixelPicture {
  const blurred = new Uint8Array(data);
  for (let pixel = ROWS.from * width; pixel < ROWS.to * width; pixel++) {
    if (pixel % width === 0) continue;
    for (let at = pixel * 4; at < pixel * 4 + 3; at++)
      blurred[at] = Math.round((data[at] ?? 0) * (1 - fraction) + (data[at - 4] ?? 0) * fraction);
  }
  return { width, height, data: blurred };
}

function addNoise({ width, height, data }: PixelPicture, most: number, random: Random): PixelPicture {
  const noisy = new Uint8Array(data);
  const offsets = [-4, 4, -width * 4, width * 4];
  for (let pixel = ROWS.from * width; pixel < ROWS.to * width; pixel++) {
    if (pixel % width === 0 || pixel % width === width - 1) continue;
    const amount = (random() * 2 - 1) * most;
    for (let at = pixel * 4; at < pixel * 4 + 3; at++) {
      const value = data[at] ?? 0;
      let [least, greatest] = [value, value];
      for (const offset of offsets) {
        const other = data[at + offset] ?? value;
        if (other < least) least = other;
        if (other > greatest) greatest = other;
      }
      noisy[at] = Math.min(greatest, Math.max(least, value + (greatest - least) * amount));
    }
  }
  return { width, height, data: noisy };
}

function pick<T>(values: readonly T[], random: Random): T {
  const value = values[Math.floor(random() * values.length)];
  assert.ok(value !== undefined);
  return value;
}

function isDifferent(one: PixelPicture, other: PixelPicture): boolean {
  return Buffer.compare(one.data, other.data) !== 0;
}

describe('comparePictures', () => {
  it(`${CHANGES} changes of screens are judged: no important one is missed, and at most one other is reported`, () => {
    const { next: random } = seededRandom(20_261_130);
    const missed: string[] = [];
    const falseAlarms: string[] = [];
    const counts = { important: 0, others: 0 };
    for (let number = 0; number < CHANGES; number++) {
      const [name, isImportant, change] = KINDS[number % KINDS.length] ?? assert.fail();
      let [found, place] = [0, ''];
      // What changes no pixel is no change, such as a text behind a bar.
      for (let isChanged = false; !isChanged;) {
        const scene = sceneOf(random, name.startsWith('the '));
        const before = draw(scene);
        let now: PixelPicture;
        if ('scene' in change) {
          const changed = change.scene(scene, random);
          // A text is changed in the form or in the messages.
          const base = { ...scene, state: { ...changed.state, fields: scene.state.fields } };
          now = draw(changed);
          const start = name.includes('letter') ? draw(base) : before;
          isChanged = isDifferent(start, now);
          found = compare(start, now, [scene, changed]);
        } else {
          const [screen, out] = screenOf(scene);
          const lowest = Math.max(...out.map(({ bottom }) => bottom));
          const isOf = change.of ?? (() => true);
          const elements = screen.elements.filter(
            element =>
              element.bounds.top >= lowest &&
              (element.text !== '' || element.description !== '') &&
              isOf(element),
          );
          if (elements.length === 0) continue;
          const element = pick(elements, random);
          place = element.text || element.description;
          now = change.picture(before, element.visible ?? element.bounds, random);
          isChanged = isDifferent(before, now);
          found = compare(before, now, [scene, scene]);
        }
        place = `${name} (${scene.state.platform} ${scene.state.place} ${place})`;
      }
      counts[isImportant ? 'important' : 'others']++;
      if (isImportant && found === 0) missed.push(place);
      if (!isImportant && found > 0) falseAlarms.push(`${place}: ${found}`);
    }
    assert.deepEqual(missed, []);
    assert.ok(falseAlarms.length <= 1, falseAlarms.join('\n'));
    assert.deepEqual(counts, { important: 102, others: 98 });
  }).timeout(300_000);

  it('a cursor does not count, but another text of the field with the focus does', () => {
    const scene = sceneOf(seededRandom(1).next);
    const typed = (text: string, cursor: number): Scene => ({
      ...scene,
      state: {
        ...openAddress(createPhone('android-phone'), 'form:'),
        fields: { 'form.name': text },
        focus: { field: 'form.name', cursor },
        keyboardVisible: true,
      },
    });
    const different = (one: Scene, other: Scene): number => {
      const [screen] = screenOf(other);
      const bounds = boundsOfFocus(screen);
      return comparePictures(draw(one), draw(other), bounds && { bounds, density: 2.625 }).different;
    };
    assert.equal(different(typed('Ada', 3), typed('Ada', 1)), 0);
    assert.ok(different(typed('Ada', 3), typed('Adb', 3)) > 0);
    assert.ok(different(typed('Ada', 3), typed('Ada Lovelace', 12)) > 0);
  });

  it('the keyboard and the status bar are left out', () => {
    const open = openAddress(createPhone('ios-phone'), 'form:');
    const context = contextOf();
    const [, parts] = screenOf({ state: { ...open, keyboardVisible: true }, context });
    const [bar, keyboard] = parts;
    assert.deepEqual([bar?.top, bar?.bottom], [0, 162]);
    assert.deepEqual([keyboard?.left, keyboard?.right, keyboard?.bottom], [0, 1179, 2556]);
    assert.equal(keyboard?.top, 2556 - (28 + 266) * 3);
    assert.equal(screenOf({ state: open, context })[1].length, 1);
  });

  it('a line that is missing is found', () => {
    const white = { width: 100, height: 100, data: new Uint8Array(40_000).fill(0xff) };
    for (const [levels, thickness] of [
      [60, 1],
      [60, 2],
      [255, 1],
    ] as const) {
      const lined = { ...white, data: new Uint8Array(white.data) };
      for (let pixel = 4000; pixel < 4000 + 100 * thickness; pixel++)
        lined.data.fill(0xff - levels, pixel * 4, pixel * 4 + 3);
      assert.equal(comparePictures(lined, white).different, 100 * thickness);
      assert.equal(comparePictures(white, lined).different, 100 * thickness);
    }
  });

  it('all different pixels count in pictures that are different almost everywhere', () => {
    const stripes = (from: number, share: number): PixelPicture => {
      const data = new Uint8Array(40_000).fill(0xff);
      for (let pixel = 0; pixel < 10_000 * share; pixel++)
        if (pixel % 100 < 99 && (pixel + from) % 4 < 2) data.fill(0, pixel * 4, pixel * 4 + 3);
      return { width: 100, height: 100, data };
    };
    const count = (share: number): number => comparePictures(stripes(0, share), stripes(1, share)).different;
    // A move by one pixel explains these.
    assert.equal(count(0.3), 0);
    assert.ok(count(1) > 4000);
  });
});
