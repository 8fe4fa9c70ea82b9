// Rewrites src/sandbox/phone/draw/interOutlines.json from the Inter font files. Needed only to add characters or
// weights:
//   npm install --no-save @fontsource/inter@5.3.0 opentype.js@2.0.0 && node scripts/makePhoneFont.mjs
// The outlines are kept in the repository so that neither package is a dependency.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const UNITS_PER_EM = 1024;
const CHARACTERS =
  Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('') +
  '¡£¥§©«°±·»¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖ×ØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõö÷øùúûüýÿŒœ–—‘’“”•…‹›€→↑↓−';
/** The letters of the languages with the most speakers that are written in Cyrillic, and the signs used with them. */
const CYRILLIC =
  Array.from({ length: 64 }, (_, index) => String.fromCodePoint(0x410 + index)).join('') +
  'ЁЂЄІЇЈЉЊЋЎЏёђєіїјљњћўџҐґ№';
const WEIGHTS = { regular: 400, semibold: 600 };

const require = createRequire(import.meta.url);
const opentype = require('opentype.js');

/** Returns the path commands of a glyph as text: m, l and q with integer coordinates relative to the previous point. */
function outline(font, character) {
  const scale = UNITS_PER_EM / font.unitsPerEm;
  const at = (x, y) => [Math.round(x * scale), Math.round(y * scale)];
  let [x, y] = [0, 0];
  const steps = [];
  const step = (letter, ...points) => {
    const numbers = points.flatMap(([px, py]) => [px - x, py - y]);
    if (letter === 'l' && numbers.every(number => number === 0)) return;
    [x, y] = points.at(-1);
    steps.push(
      letter + numbers.map((number, index) => (index > 0 && number >= 0 ? ' ' : '') + number).join(''),
    );
  };
  for (const command of font.charToGlyph(character).path.commands) {
    if (command.type === 'M') step('m', at(command.x, command.y));
    else if (command.type === 'L') step('l', at(command.x, command.y));
    else if (command.type === 'Q') step('q', at(command.x1, command.y1), at(command.x, command.y));
    else if (command.type !== 'Z')
      throw new Error(`No form for path command ${command.type} in ${character}`);
  }
  return steps.join('');
}

/**
 * Returns "advance outline" for each character; "advance &base marks" for an accented letter whose outline starts with
 * that of its base letter, and "advance &other" for a letter that looks like an earlier one.
 */
function glyphs(latin, cyrillic) {
  const table = {};
  const drawn = new Map();
  for (const character of CHARACTERS + CYRILLIC) {
    const font = CYRILLIC.includes(character) ? cyrillic : latin;
    if (font === cyrillic && font.charToGlyph(character).index === 0)
      throw new Error(`The font has no ${character}`);
    const advance = Math.round((font.charToGlyph(character).advanceWidth * UNITS_PER_EM) / font.unitsPerEm);
    const path = outline(font, character);
    const base = character.normalize('NFD')[0];
    const start = base === character ? '' : outline(font, base);
    const marks = start !== '' && path.startsWith(start) ? path.slice(start.length) : undefined;
    const other = path === '' ? undefined : drawn.get(path);
    const whole = other === undefined ? path : `&${other}`;
    table[character] = `${advance} ${marks === undefined ? whole : `&${base}${marks}`}`;
    if (other === undefined) drawn.set(path, character);
  }
  return table;
}

async function readFont(subset, weight) {
  const file = await readFile(
    require.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`),
  );
  return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
}

const weights = {};
for (const [name, weight] of Object.entries(WEIGHTS)) {
  weights[name] = glyphs(await readFont('latin', weight), await readFont('cyrillic', weight));
}
const document = {
  family: 'Inter 4.001, reduced to the characters below and to whole units',
  copyright: 'Copyright 2016 The Inter Project Authors (https://github.com/rsms/inter)',
  license:
    'This Font Software is licensed under the SIL Open Font License, Version 1.1. This license is available with a FAQ at: https://openfontlicense.org',
  unitsPerEm: UNITS_PER_EM,
  weights,
};
const target = new URL('../src/sandbox/phone/draw/interOutlines.json', import.meta.url);
await writeFile(target, JSON.stringify(document, null, 1) + '\n');
