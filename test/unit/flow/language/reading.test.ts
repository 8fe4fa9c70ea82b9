import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { describeSchema } from '../../../../src/flow/language/describeSchema.ts';
import { hoverAt } from '../../../../src/flow/language/hover.ts';
import { identifiersOf } from '../../../../src/flow/language/identifiers.ts';
import { outlineOfFlow } from '../../../../src/flow/language/outline.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();
const folder = join(import.meta.dirname, '../../../../examples');
const example = (name: string): string => readFileSync(join(folder, `${name}.flow.json`), 'utf8');

function hovered(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  return hoverAt(parseFlow(marked.replace('|', '')), offset, catalog)?.text;
}

describe('flow/language/reading: hover', () => {
  const LOCATE = '21b6a332-e43a-4995-be0e-df190932e644';
  it('hover describes an action and its parameters', () => {
    const text = hovered(`{"actions":[{"actionId":"|${LOCATE}"}]}`);
    assert.match(text ?? '', /^\*\*Set location\*\* · `devices_api` `/);
    assert.match(text ?? '', /- `latitude` \(number, required\)/);
  });
  it('hover describes a parameter and its value', () => {
    const text = hovered(`{"actions":[{"actionId":"${LOCATE}","overrides":{"params":{"lat|itude":12.5}}}]}`);
    assert.match(text ?? '', /number, at least `-90`, at most `90`/);
    assert.match(text ?? '', /Runs with `12\.5`/);
  });
  it('hover describes a field, and shows the name of an ID', () => {
    assert.match(hovered('{"cool|downSeconds":1}') ?? '', /Seconds that must pass between two runs/);
    const [trigger] = catalog.triggers!;
    assert.match(hovered(`{"triggerId":"|${trigger!.id}"}`) ?? '', /^\*\*/);
  });
  it('hover lists the allowed values with their meanings', () => {
    assert.match(hovered('{"cooldown|Scope":"flow"}') ?? '', /Allowed values: `"flow"`, `"device"`/);
    const way = { enum: ['up', 'down'], enumDescriptions: ['Further down.', 'Further up.'] };
    assert.match(describeSchema([way]), /- `"up"`: Further down.*\n- `"down"`: Further up/);
    const key = { oneOf: [3, 4].map(value => ({ const: value, title: `Key ${value}` })) };
    const described = describeSchema([{ title: 'Key', ...key }, ...key.oneOf]);
    assert.match(described, /^\*\*Key\*\*\n\nAllowed values:\n\n- `3`: Key 3\n- `4`: Key 4$/);
  });
  it('hover describes the properties of an alternative and their values', () => {
    const text = example('first-steps');
    for (const marked of ['"dir|ection"', '"le|ft"'])
      assert.match(
        hovered(text.replace(marked.replace('|', ''), marked)) ?? '',
        /- `"left"`: Goes to the next page/,
      );
    for (const marked of ['"dist|ance"', '0.|3'])
      assert.match(hovered(text.replace(marked.replace('|', ''), marked)) ?? '', /^Share of the screen/);
  });
  it('hover shows nothing between values', () => assert.equal(hovered('{"a":1, | "b":2}'), undefined));
});

describe('flow/language/reading: outline and identifiers', () => {
  it('outline and identifiers show steps by name with their children', () => {
    const items = outlineOfFlow(parseFlow(example('location-tour')), catalog).filter(
      item => item.kind === 'step',
    );
    assert.ok(items.some(item => item.children.length > 0));
    for (const item of items) assert.ok(!/^[\da-f]{8}-/.test(item.name));
    // Steps have the same numbers as in the step list.
    for (const [index, { detail, children }] of items.entries()) {
      assert.equal(detail, `step ${index + 1}`);
      assert.deepEqual(
        children.map(child => child.detail),
        children.map((_, at) => `step ${index + 1}.${at + 1}`),
      );
    }
  });
  it('outline and identifiers name every ID in the examples', () => {
    for (const name of readdirSync(folder).filter(
      one => one.endsWith('.flow.json') && !one.startsWith('mistakes'),
    )) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const { id, reference, start, end } of identifiersOf(parseFlow(text), catalog)) {
        assert.equal(text.slice(start, end), JSON.stringify(id));
        assert.ok(reference?.name, id);
      }
    }
  });
});
