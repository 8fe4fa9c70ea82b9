import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textWidth } from '../../../../src/sandbox/phone/draw/font.ts';
import { ellipsize, wrapLines } from '../../../../src/sandbox/phone/draw/textFlow.ts';
import { openApp } from '../../../../src/sandbox/phone/applyEffect.ts';
import { renderPng } from '../../../../src/sandbox/phone/renderPng.ts';
import { createPhone } from '../../../../src/sandbox/phone/state.ts';
import { focusField, typeText } from '../../../../src/sandbox/phone/typing.ts';
import { testWorld } from './testWorld.ts';

const ROUNDING = 1e-9;
const words = fc.string({
  unit: fc.constantFrom('a', 'W', 'i', ' ', '–', 'é', '漢', '👍', '\u0301'),
  maxLength: 80,
});

it('text layout on a simulated phone truncates a text only if it is too wide, and no more than needed', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 400 }), (content, width) => {
      const line = content.replace(/\s+/g, ' ');
      const shown = ellipsize(content, width, 16);
      if (shown === line) {
        assert.ok(textWidth(line, 16) <= width + ROUNDING);
        return;
      }
      assert.ok(textWidth(line, 16) > width - ROUNDING);
      assert.ok(shown.endsWith('…') && line.startsWith(shown.slice(0, -1)));
      assert.ok(textWidth(shown, 16) <= Math.max(width, textWidth('…', 16)) + ROUNDING);
      const kept = shown.slice(0, -1);
      const [next = ''] = line.slice(kept.length).trimStart();
      assert.ok(textWidth(`${kept} ${next}…`, 16) > width - textWidth(' ', 16) - ROUNDING);
    }),
  );
});

it('text layout on a simulated phone wraps a text into lines that fit and loses no letter', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 40, max: 400 }), (content, width) => {
      const lines = wrapLines(content, width, 16);
      for (const line of lines) assert.ok(textWidth(line, 16) <= width + ROUNDING, line);
      const bare = (text: string): string => text.replace(/\s+/g, '');
      assert.equal(bare(lines.join('')), bare(content));
    }),
  );
});

it('text layout on a simulated phone keeps line breaks, and wraps at spaces if possible', () => {
  const width = textWidth('one two', 16) + 1;
  assert.deepEqual(wrapLines('one two three\nfour', width, 16), ['one two', 'three', 'four']);
  assert.deepEqual(wrapLines('', width, 16), ['']);
});

it('text layout on a simulated phone accepts a million letters', () => {
  const long = 'a'.repeat(1_000_000);
  assert.ok(ellipsize(long, 300, 16).length < 100);
  assert.equal(wrapLines(long, 300, 16).join(''), long);
});

it('text layout on a simulated phone fits five thousand letters around the cursor into a field, and drops the rest', () => {
  const form = focusField(openApp(createPhone('android-phone'), 'form'), 'form.name');
  const typed = typeText(form, 'a'.repeat(1_000_000));
  assert.equal(typed?.focus?.cursor, 5000);
  const png = renderPng(typed, testWorld);
  const other = typeText(form, 'a'.repeat(1000));
  assert.ok(png && other);
  assert.ok(png.equals(renderPng(other, testWorld)!));
});

it('text layout on a simulated phone types nothing more after a line break removed the focus', () => {
  const form = focusField(openApp(createPhone('android-phone'), 'form'), 'form.name');
  const typed = typeText(form, 'Ada\n\tada@example.com');
  assert.deepEqual([typed?.fields, typed?.focus], [{ 'form.name': 'Ada' }, null]);
});
