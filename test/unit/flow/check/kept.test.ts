import assert from 'node:assert/strict';
import type { FlowCatalog } from '../../../../src/flow/catalog.ts';
import { FlowChecker } from '../../../../src/flow/check/flowChecker.ts';
import { SchemaCache } from '../../../../src/flow/check/schemaCache.ts';
import { checkSchema } from '../../../../src/flow/schema/compileSchema.ts';
import { editFlow, type FlowDocument, parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { catalog, flow, step } from './findings.ts';

/** A catalog that records its lookups since the last read: actions, and the triggers of settings. */
function watched(): { readonly known: FlowCatalog; readonly asked: () => string } {
  let actions = 0;
  let settings = 0;
  const known: FlowCatalog = {
    ...catalog,
    action: id => {
      actions++;
      return catalog.action(id);
    },
    get triggers() {
      settings++;
      return catalog.triggers;
    },
  };
  const asked = (): string => {
    const told = `${actions} actions, ${settings} settings`;
    [actions, settings] = [0, 0];
    return told;
  };
  return { known, asked };
}

function replaced(document: FlowDocument, old: string, text: string): FlowDocument {
  const start = document.text.indexOf(old);
  assert.ok(start >= 0);
  const change = { start, end: start + old.length, text };
  return editFlow(
    document,
    change,
    document.text.replace(old, () => text),
  );
}

const THREE = flow('', step(1), step(2), step(3));

describe('the cache of a flow checker', () => {
  it('keeps its results, so that a second check looks up nothing', () => {
    const { known, asked } = watched();
    const checker = new FlowChecker(known);
    const document = parseFlow(THREE);
    assert.deepEqual(checker.check(document), []);
    assert.equal(asked(), '3 actions, 1 settings');
    assert.deepEqual(checker.check(document), []);
    assert.equal(asked(), '0 actions, 0 settings');
  });

  it('keeps all entries except the edited one', () => {
    const { known, asked } = watched();
    const checker = new FlowChecker(known);
    const document = parseFlow(THREE);
    checker.check(document);
    asked();
    const wrong = replaced(document, '"latitude":1,', '');
    assert.deepEqual(
      checker.check(wrong).map(({ code }) => code),
      ['param-missing'],
    );
    const once = asked();
    assert.match(once, /^[12] actions, 0 settings$/);
    const renamed = replaced(document, '"name":"A"', '"name":"B"');
    assert.deepEqual(checker.check(renamed), []);
    assert.equal(asked(), '0 actions, 1 settings');
  });

  it('is filled in parts within the time limit', () => {
    const { known, asked } = watched();
    const checker = new FlowChecker(known);
    const document = parseFlow(THREE);
    assert.equal(
      checker.prepare(document, () => true),
      false,
    );
    assert.equal(asked(), '0 actions, 0 settings');
    let left = 2;
    assert.equal(
      checker.prepare(document, () => left-- === 0),
      false,
    );
    assert.equal(asked(), '2 actions, 0 settings');
    assert.equal(
      checker.prepare(document, () => false),
      true,
    );
    assert.equal(asked(), '1 actions, 0 settings');
    checker.check(document);
    assert.equal(asked(), '0 actions, 1 settings');
    const late = (): boolean => assert.fail('Nothing is left to check.');
    assert.equal(checker.prepare(document, late), true);
    const edited = replaced(document, '"latitude":1', '"latitude":5');
    assert.equal(checker.prepare(edited, late), true);
  });

  it('is correct after position changes, fixes, and forward references', () => {
    const checker = new FlowChecker(catalog);
    const codes = (document: FlowDocument): readonly string[] => {
      const found = checker.check(document);
      assert.deepEqual(found, new FlowChecker(catalog).check(parseFlow(document.text)));
      return found.map(({ code }) => code);
    };
    const right = parseFlow(THREE);
    assert.deepEqual(codes(right), []);
    const moved = replaced(right, '"position":2', '"position":9');
    assert.deepEqual(codes(moved), ['unordered-position']);
    const mended = replaced(moved, '"position":9', '"position":2');
    assert.deepEqual(codes(mended), []);
    const ahead = replaced(mended, '"latitude":1', '"latitude":"{{steps[2].output.x}}"');
    assert.deepEqual(codes(ahead), ['template-order']);
    const later = replaced(ahead, '"position":2', '"position":0');
    assert.deepEqual(codes(later), ['template-order', 'unordered-position']);
    const second = '"position":2,"overrides":{"params":{"latitude":';
    const both = replaced(ahead, `${second}1`, `${second}"{{steps[1].x}}"`);
    assert.deepEqual(codes(both), ['template-order', 'template-order']);
    const one = replaced(both, '{{steps[2].output.x}}', '{{trigger.payload.x}}');
    assert.deepEqual(codes(one), ['template-order']);
    assert.deepEqual(codes(replaced(one, '{{steps[1].x}}', '{{steps[0].status}}')), []);
  });
});

describe('cached schemas', () => {
  it('are compiled once for each content', () => {
    const cache = new SchemaCache();
    const schema = { type: 'object' };
    const checker = cache.get(schema);
    assert.equal(cache.get(schema), checker);
    assert.equal(cache.get({ type: 'object' }), checker);
    assert.notEqual(cache.get({ type: 'array' }), checker);
    assert.deepEqual(
      [checker.fits({}), checker.fits([]), cache.get({ type: 'array' }).fits([])],
      [true, false, true],
    );
  });

  it('can be invalid, or nested too deeply to serialize', () => {
    const cache = new SchemaCache();
    assert.deepEqual([cache.get(true).fits(1), cache.get(false).fits(1)], [true, false]);
    assert.notEqual(cache.get(null).unusable, undefined);
    const nested = (): object => {
      let schema: object = { type: 'string' };
      for (let depth = 0; depth < 50_000; depth++) schema = { not: schema };
      return schema;
    };
    const deep = nested();
    const checker = cache.get(deep);
    assert.equal(cache.get(deep), checker);
    assert.notEqual(cache.get(nested()), checker);
    assert.notEqual(cache.get({ type: 'string' }), checker);
  });
});

describe('the time limit of a check', () => {
  const unchecked = 'cannot-check';
  /** Creates a checker whose clock advances by the given time at each read. */
  const slow = (by: number): FlowChecker => {
    let now = 0;
    return new FlowChecker(catalog, new SchemaCache(), () => (now += by));
  };
  const wrong = Array.from({ length: 9 }, (_, index) => step(index + 1, ',"x":1'));

  it('applies to each version of a file, and reports the steps that were not checked', () => {
    const checker = slow(2000);
    const document = parseFlow(flow('', ...wrong));
    assert.equal(
      checker.prepare(document, () => false),
      true,
    );
    const codes = checker.check(document).map(({ code }) => code);
    assert.deepEqual(codes, [...Array<string>(3).fill('unknown-field'), ...Array<string>(6).fill(unchecked)]);
    assert.deepEqual(checker.check(document), checker.check(document));
  });

  it('restarts with the next version, so that finally every step is checked', () => {
    const checker = slow(2000);
    let document = parseFlow(flow('', ...wrong));
    const counts = [9, 8, 7].map(last => {
      const left = checker.check(document).filter(({ code }) => code === unchecked).length;
      document = replaced(document, `"position":${last}`, `"position":${last}0`);
      return left;
    });
    assert.deepEqual(counts, [6, 3, 0]);
  });

  it('is sufficient for a file with many steps', () => {
    const checker = slow(1);
    const codes = checker
      .check(parseFlow(flow('', ...Array<string>(1000).fill(step(1)))))
      .map(({ code }) => code);
    assert.ok(!codes.includes(unchecked));
  });

  it('applies to one value, however many patterns it is checked against', () => {
    const slowPattern = `^${'a{0,99}'.repeat(30)}b$`;
    const schema = {
      patternProperties: Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`${slowPattern}|${index}`, {}]),
      ),
    };
    const value = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${'a'.repeat(300)}${index}`, 1]),
    );
    const [problem] = checkSchema(schema, value);
    assert.equal(problem?.keyword, 'cannotCheck');
  }).timeout(20_000);
});
