import assert from 'node:assert/strict';
import type { FlowCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow, CheckMemo, FlowCheck } from '../../../../src/flow/check/checkFlow.ts';
import type { FlowDiagnostic } from '../../../../src/flow/document/diagnostic.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { compiledSchema, checkSchema } from '../../../../src/flow/schema/compileSchema.ts';
import { catalog, flow, samples, step } from './findings.ts';

/** A catalog that counts the lookups of actions since the last read. */
function watched(): { readonly known: FlowCatalog; readonly asked: () => number } {
  let actions = 0;
  const known: FlowCatalog = {
    ...catalog,
    action: id => {
      actions++;
      return catalog.action(id);
    },
  };
  const asked = (): number => {
    const count = actions;
    actions = 0;
    return count;
  };
  return { known, asked };
}

function check(text: string, known: FlowCatalog, memo: CheckMemo): readonly FlowDiagnostic[] {
  return new FlowCheck(parseFlow(text), known, memo).finish();
}

const codesOf = (found: readonly FlowDiagnostic[]): readonly string[] => found.map(({ code }) => code);

const THREE = flow('', step(1), step(2), step(3));

describe('flow/check/memo: memo of a check', () => {
  it('the memo of a check spares every entry whose text has not changed', () => {
    const { known, asked } = watched();
    const memo = new CheckMemo();
    assert.deepEqual(check(THREE, known, memo), []);
    assert.equal(asked(), 3);
    assert.deepEqual(check(THREE, known, memo), []);
    assert.equal(asked(), 0);
    assert.deepEqual(codesOf(check(THREE.replace('"latitude":1,', ''), known, memo)), ['param-missing']);
    assert.equal(asked(), 1);
    assert.deepEqual(codesOf(check(flow('"more":1,', step(3), step(4)), known, memo)), ['unknown-field']);
    assert.equal(asked(), 1);
  });

  it('the memo of a check has only the entries of the last check', () => {
    const { known, asked } = watched();
    const memo = new CheckMemo();
    check(THREE, known, memo);
    check(flow('', step(2)), known, memo);
    asked();
    check(THREE, known, memo);
    assert.equal(asked(), 2);
  });

  it('the memo of a check does not count with another catalog', () => {
    const memo = new CheckMemo();
    const text = flow('', '{"actionId":"22222222-2222-4222-8222-222222222222","position":1}');
    assert.deepEqual(codesOf(check(text, catalog, memo)), ['param-value']);
    assert.deepEqual(codesOf(check(text, samples, memo)), ['unknown-action']);
    assert.deepEqual(codesOf(check(text, catalog, memo)), ['param-value']);
  });

  it('the memo of a check moves findings with their entry', () => {
    const memo = new CheckMemo();
    const wrong = step(7, ',"x":1,"x":2,"children":[{"position":1},{"position":1}]');
    for (const settings of ['', '"enabled":true,']) {
      for (const text of [flow(settings, wrong), flow(settings, step(1), wrong, step(9), wrong)])
        assert.deepEqual(check(text, catalog, memo), checkFlow(parseFlow(text), catalog));
    }
  });

  it('the memo of a check does not keep what other entries decide', () => {
    const memo = new CheckMemo();
    const codes = (text: string): readonly string[] => {
      const found = check(text, catalog, memo);
      assert.deepEqual(found, checkFlow(parseFlow(text), catalog));
      return codesOf(found);
    };
    assert.deepEqual(codes(THREE), []);
    const moved = THREE.replace('"position":2', '"position":9');
    assert.deepEqual(codes(moved), ['unordered-position']);
    assert.deepEqual(codes(THREE), []);
    const ahead = THREE.replace('"latitude":1', '"latitude":"{{steps.set-location_3.body.x}}"');
    assert.deepEqual(codes(ahead), ['template-order']);
    assert.deepEqual(codes(ahead.replace('"position":2', '"position":0')), [
      'template-order',
      'unordered-position',
    ]);
    const second = '"position":2,"overrides":{"params":{"latitude":';
    const both = ahead.replace(`${second}1`, `${second}"{{steps.set-location_2.x}}"`);
    assert.deepEqual(codes(both), ['template-order', 'template-order']);
    const one = both.replace('{{steps.set-location_3.body.x}}', '{{event.payload.x}}');
    assert.deepEqual(codes(one), ['template-order']);
    assert.deepEqual(codes(one.replace('{{steps.set-location_2.x}}', '{{steps.set-location.status}}')), [
      'template-key',
    ]);
  });
});

describe('flow/check/memo: check in parts', () => {
  it('a check in parts checks entries until it is late, and continues after them', () => {
    const { known, asked } = watched();
    const parts = new FlowCheck(parseFlow(THREE), known);
    let left = 0;
    const isLate = (): boolean => left-- === 0;
    assert.equal(parts.advance(isLate), false);
    assert.equal(asked(), 0);
    left = 2;
    assert.equal(parts.advance(isLate), false);
    assert.equal(asked(), 2);
    assert.equal(
      parts.advance(() => false),
      true,
    );
    assert.equal(asked(), 1);
    const found = parts.finish();
    assert.deepEqual(found, []);
    assert.equal(parts.finish(), found);
    assert.equal(asked(), 0);
  });

  it('a check in parts leaves its findings to the check of the next version, even if it does not end', () => {
    const { known, asked } = watched();
    const memo = new CheckMemo();
    let left = 2;
    new FlowCheck(parseFlow(THREE), known, memo).advance(() => left-- === 0);
    asked();
    check(THREE, known, memo);
    assert.equal(asked(), 1);
  });
});

describe('flow/check/memo: compiled schema', () => {
  it('a compiled schema is compiled once for each object', () => {
    const schema = { type: 'object' };
    const checker = compiledSchema(schema);
    assert.equal(compiledSchema(schema), checker);
    assert.deepEqual([checker.fits({}), checker.fits([])], [true, false]);
    assert.deepEqual([compiledSchema(true).fits(1), compiledSchema(false).fits(1)], [true, false]);
    assert.notEqual(compiledSchema(null).unusable, undefined);
  });
});

describe('flow/check/memo: time limit of a check', () => {
  const unchecked = 'cannot-check';
  /** Checks a flow with a clock that advances by the given time at each read. */
  const slow = (by: number, steps: readonly string[], memo?: CheckMemo): readonly string[] => {
    let now = 0;
    return codesOf(new FlowCheck(parseFlow(flow('', ...steps)), catalog, memo, () => (now += by)).finish());
  };
  const wrong = Array.from({ length: 9 }, (_, index) => step(index + 1, ',"x":1'));

  it('the time limit of a check applies to each version of a file, and reports the steps that were not checked', () => {
    assert.deepEqual(slow(2000, wrong), [
      ...Array<string>(3).fill('unknown-field'),
      ...Array<string>(6).fill(unchecked),
    ]);
  });

  it('the time limit of a check restarts with the next version, so that finally every step is checked', () => {
    const memo = new CheckMemo();
    const counts = [0, 1, 2].map(
      changed => slow(2000, wrong.with(8, step(9 + changed)), memo).filter(code => code === unchecked).length,
    );
    assert.deepEqual(counts, [6, 3, 0]);
  });

  it('the time limit of a check is sufficient for a file with many steps', () => {
    const steps = Array.from({ length: 1000 }, (_, index) => step(index + 1));
    assert.deepEqual(slow(1, steps), []);
  });

  it('the time limit of a check applies to one value, however many patterns it is checked against', () => {
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
