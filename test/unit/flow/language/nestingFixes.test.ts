import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import type { DiagnosticCode, FlowDiagnostic } from '../../../../src/flow/document/diagnostic.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { quickFixesFor } from '../../../../src/flow/language/quickFixes.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();
const [log] = catalog.searchActions('write to the log', 1);
const [repeat] = catalog.searchActions('repeat', 1);

interface Step {
  readonly actionId: string;
  readonly position: number;
  readonly overrides: unknown;
  readonly children?: readonly Step[];
}

const check = (text: string): readonly FlowDiagnostic[] => checkFlow(parseFlow(text), catalog);
const count = (text: string, code: DiagnosticCode): number =>
  check(text).filter(one => one.code === code).length;
const errors = (text: string): number => check(text).filter(one => one.severity === 'error').length;

/** Every fix of the diagnostics of one code, as `title → text after it`. */
function fixed(text: string, code: DiagnosticCode): (readonly [title: string, after: string])[] {
  const document = parseFlow(text);
  return checkFlow(document, catalog)
    .filter(one => one.code === code)
    .flatMap(one =>
      quickFixesFor(document, one, catalog).map(
        ({ title, edits }) => [title, applyEdits(text, edits)] as const,
      ),
    );
}

/** Returns the steps of a text at any level, except for those added around others. */
function messages(text: string): unknown[] {
  const all = (steps: readonly Step[]): Step[] => steps.flatMap(one => [one, ...all(one.children ?? [])]);
  const { actions } = JSON.parse(text) as { actions: Step[] };
  return all(actions)
    .filter(({ actionId }) => actionId === log?.id)
    .map(({ overrides }) => overrides);
}

const flow = (actions: unknown): string =>
  JSON.stringify({ name: 'A', triggerId: log?.id, actions }, undefined, 2);
const say = (message: string, children?: unknown): unknown => ({
  actionId: log?.id,
  position: 1,
  overrides: { params: { message } },
  ...(children ? { children } : {}),
});

it('fixes of nesting wrap a step that uses an item in a repeat', () => {
  const text = flow([say('{{item}}')]);
  const [[title, after] = ['', '']] = fixed(text, 'template-scope');
  assert.equal(title, 'Wrap the step in “Repeat”');
  const [outer] = (JSON.parse(after) as { actions: Step[] }).actions;
  assert.equal(outer?.actionId, repeat?.id);
  assert.equal(outer?.children?.[0]?.actionId, log?.id);
  assert.equal(errors(after), 0);
  assert.equal(count(after, 'template-scope'), 0);
});
it('fixes of nesting wrap nothing that already has children, and nothing if there is no repeat action', () => {
  assert.deepEqual(fixed(flow([say('{{item}}', [say('a')])]), 'template-scope'), []);
  const none = createCatalog(log ? [log] : []);
  const document = parseFlow(flow([say('{{item}}')]));
  const [found] = checkFlow(document, none).filter(one => one.code === 'template-scope');
  assert.ok(found);
  assert.deepEqual(quickFixesFor(document, found, none), []);
});
it('fixes of nesting extract a child that has children, or move its children up', () => {
  const text = flow([say('a', [say('b', [say('c')])])]);
  const found = fixed(text, 'nested-children');
  assert.deepEqual(
    found.map(([title]) => title),
    ['Move these steps out of their parent', 'Move the step and its steps out of its parent'],
  );
  for (const [title, after] of found) {
    assert.equal(count(after, 'nested-children'), 0, title);
    assert.deepEqual(messages(after), messages(text), title);
  }
});

it('fixes of nesting remove the diagnostic, lose no step, and add no error', () => {
  const message = fc.constantFrom('a', '{{item}}', '{{index}} of {{item}}', '{{steps[0].output.x}}');
  const level = (depth: number): fc.Arbitrary<unknown[]> =>
    fc
      .array(
        fc.record({
          message,
          children: depth === 0 ? fc.constant(undefined) : fc.option(level(depth - 1), { nil: undefined }),
        }),
        { maxLength: 3 },
      )
      .map(steps =>
        steps.map(({ message: text, children }, index) => ({
          ...(say(text, children) as object),
          position: index + 1,
        })),
      );
  const layout = fc.constantFrom(undefined, 2, '\t');
  let tried = 0;
  fc.assert(
    fc.property(level(3), layout, (actions, space) => {
      const text = JSON.stringify({ name: 'A', triggerId: log?.id, actions }, undefined, space);
      for (const code of ['nested-children', 'template-scope'] as const) {
        for (const [title, after] of fixed(text, code)) {
          tried++;
          assert.ok(count(after, code) < count(text, code), `${title}: ${after}`);
          assert.ok(errors(after) <= errors(text), `${title}: ${after}`);
          assert.deepEqual(messages(after).map(String).sort(), messages(text).map(String).sort());
          assert.equal(messages(after).length, messages(text).length);
        }
      }
    }),
    { numRuns: 60, seed: 1 },
  );
  assert.ok(tried > 20, String(tried));
});
