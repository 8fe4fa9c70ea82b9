import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { completionsAt } from '../../../../src/flow/language/completion.ts';
import { accept } from '../../../support/acceptItem.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();
const folder = join(import.meta.dirname, '../../../../examples');
const samples = readdirSync(folder)
  .filter(name => name.endsWith('.flow.json'))
  .map(name => readFileSync(join(folder, name), 'utf8'));

it('a completion anywhere never breaks the syntax of a flow', () => {
  const isJson = (text: string): boolean =>
    checkFlow(parseFlow(text), catalog).every(({ code }) => code !== 'syntax');
  const insertion = fc.constantFrom('', ' ', '""', '"x":1,', '"":', ',');
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), insertion, fc.nat(), (sample, at, inserted, pick) => {
      const offset = at % sample.length;
      const candidate = sample.slice(0, offset) + inserted + sample.slice(offset);
      const text = isJson(candidate) ? candidate : sample;
      const { items } = completionsAt(parseFlow(text), offset, catalog);
      if (items.length === 0) return;
      const item = items[pick % items.length]!;
      const accepted = accept(text, item);
      assert.ok(
        isJson(accepted),
        `${item.label} at ${offset}: ${accepted.slice(Math.max(0, offset - 60), offset + 90)}`,
      );
    }),
    { numRuns: 400 },
  );
});
