import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { dataScope } from '../../../../src/flow/data/dataScope.ts';
import { parseFlow, stepModelAt } from '../../../../src/flow/document/flowDocument.ts';
import { parseValue, propertyOf, stringsIn } from '../../../../src/flow/document/jsonTree.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { applyInOrder } from '../../../../src/flow/edit/applyEdit.ts';
import { copySteps } from '../../../../src/flow/edit/copySteps.ts';
import type { FlowEdit } from '../../../../src/flow/edit/flowEdit.ts';
import { giveReadKeys } from '../../../../src/flow/edit/readKeys.ts';
import { keyReferences } from '../../../../src/flow/template.ts';
import { style } from '../../../support/flowEdits/documents.ts';
import { editFor, editIntent } from '../../../support/flowEdits/edits.ts';
import { written } from '../../../support/flowEdits/writing.ts';

const catalog = createCatalog([
  { id: 'read', name: 'Read text' },
  { id: 'tap', name: 'Tap' },
  { id: 'in', name: 'Inside' },
]);

/** Returns the text after an edit as an editor of flows makes it. */
function after(text: string, edit: FlowEdit): string {
  const first = giveReadKeys(parseFlow(text), [edit], catalog);
  const outcome = applyInOrder(text, [...first, edit]);
  return outcome.kind === 'edits' ? applyEdits(text, outcome.edits) : text;
}

interface Step {
  readonly key?: string;
  readonly actionId: string;
  readonly nameOverride?: string;
  readonly overrides?: { readonly params?: Readonly<Record<string, unknown>> };
  readonly children?: readonly Step[];
}

function step(actionId: string, more: Omit<Step, 'actionId'> & { readonly text?: string } = {}): Step {
  const { text, ...fields } = more;
  return { actionId, ...fields, ...(text === undefined ? {} : { overrides: { params: { text } } }) };
}

function flowOf(...actions: readonly Step[]): string {
  return JSON.stringify({ actions: actions.map((one, at) => ({ ...one, position: at + 1 })) }, undefined, 2);
}

/** Returns the key and the text of each step, children after their parent. */
function keysAndTexts(flow: string): readonly (readonly [string | undefined, unknown])[] {
  const { actions } = JSON.parse(flow) as { actions: readonly Step[] };
  return actions
    .flatMap(one => [one, ...(one.children ?? [])])
    .map(({ key, overrides }) => [key, overrides?.params?.['text']]);
}

describe('flow/edit/readKeys: step without a key', () => {
  const location = { in: 'params', step: [2], path: ['text'] } as const;
  const flow = flowOf(step('tap'), step('read'), step('tap'));

  it('a step without a key gets one when a value that reads it is set', () => {
    const text = after(flow, { kind: 'set', location, value: 'Code: {{steps.read-text.body.text}}' });
    assert.deepEqual(keysAndTexts(text)[1], ['read-text', undefined]);
  });

  const reading = flowOf(step('read'), step('tap', { text: '{{steps.read-text.body.text}}' }), step('read'));
  const changes: readonly (readonly [what: string, edit: FlowEdit])[] = [
    ['the step gets another name', { kind: 'renameStep', step: [0], name: 'Code' }],
    [
      'the step gets another name in its form',
      { kind: 'set', location: { in: 'step', step: [0], path: ['nameOverride'] }, value: 'Code' },
    ],
    [
      'another step gets the key',
      { kind: 'set', location: { in: 'step', step: [2], path: ['key'] }, value: 'read-text' },
    ],
    ['a step with the same name is before it', { kind: 'moveSteps', steps: [[2]], to: { index: 0 } }],
    [
      'a step with the key is pasted',
      { kind: 'pasteSteps', to: { index: 0 }, text: '{"actionId":"read","key":"read-text"}' },
    ],
    [
      'a step with the key is added',
      { kind: 'addStep', to: { index: 3 }, step: { actionId: 'read', key: 'read-text' } },
    ],
  ];
  for (const [what, edit] of changes)
    it(`a step without a key that is read gets its key before ${what}`, () => {
      const { actions } = JSON.parse(after(reading, edit)) as { actions: readonly Step[] };
      const at = actions.findIndex(({ overrides }) => overrides) - 1;
      assert.equal(actions[at]?.key, 'read-text');
    });

  it('a step without a key keeps the key that its name makes when one with the same name is deleted', () => {
    const left = after(reading, { kind: 'deleteSteps', steps: [[0]] });
    assert.deepEqual(keysAndTexts(left), [
      [undefined, '{{steps.read-text.body.text}}'],
      ['read-text_2', undefined],
    ]);
  });

  it('a step without a key gets one when an added step reads it', () => {
    const added = step('tap', { text: '{{steps.read-text.body.text}}' });
    const text = after(flow, { kind: 'addStep', to: { index: 3 }, step: added as never });
    assert.deepEqual(keysAndTexts(text)[1], ['read-text', undefined]);
  });

  it('a step without a key stays without one when another value is set', () => {
    const text = after(flow, { kind: 'set', location, value: 'Code: {{steps.other.body.text}}' });
    assert.ok(!text.includes('"key"'));
  });
});

describe('flow/edit/readKeys: key of a step', () => {
  const keyed = flowOf(
    step('read', { key: 'code' }),
    step('tap', { key: 'typed', text: '{{steps.code.body.text}}' }),
  );

  it('the key of a step stays when the step moves', () => {
    const moved = after(keyed, { kind: 'moveSteps', steps: [[0]], to: { index: 2 } });
    assert.deepEqual(keysAndTexts(moved), [
      ['typed', '{{steps.code.body.text}}'],
      ['code', undefined],
    ]);
  });

  it('the key of a step is replaced in copies, which read the copies of the steps that they read', () => {
    const copied = after(keyed, { kind: 'duplicateSteps', steps: [[0], [1]] });
    assert.deepEqual(keysAndTexts(copied).slice(2), [
      ['code_2', undefined],
      ['typed_2', '{{steps.code_2.body.text}}'],
    ]);
    const one = after(keyed, { kind: 'duplicateSteps', steps: [[1]] });
    assert.deepEqual(keysAndTexts(one)[2], ['typed_2', '{{steps.code.body.text}}']);
  });

  it('the key of a step is replaced in pasted steps only if the flow has it', () => {
    const text = copySteps(keyed, [[0], [1]]) ?? assert.fail('nothing is copied');
    const elsewhere = after(flowOf(step('tap', { key: 'typed' })), {
      kind: 'pasteSteps',
      to: { index: 1 },
      text,
    });
    assert.deepEqual(keysAndTexts(elsewhere), [
      ['typed', undefined],
      ['code', undefined],
      ['typed_2', '{{steps.code.body.text}}'],
    ]);
    const cut = after(keyed, { kind: 'deleteSteps', steps: [[0]] });
    const back = after(cut, { kind: 'pasteSteps', to: { index: 0 }, text: copySteps(keyed, [[0]]) ?? '' });
    assert.deepEqual(keysAndTexts(back), keysAndTexts(keyed));
  });

  it('the key of a step is replaced in a copy with its children', () => {
    const whole = flowOf(
      step('read', {
        key: 'outer',
        children: [step('in', { key: 'inner', text: '{{steps.inner.body.x}}' })],
      }),
    );
    const copied = after(whole, { kind: 'duplicateSteps', steps: [[0]] });
    assert.deepEqual(keysAndTexts(copied).slice(2), [
      ['outer_2', undefined],
      ['inner_2', '{{steps.inner_2.body.x}}'],
    ]);
  });

  it('the key of a step is replaced in each of several pasted steps that have the same', () => {
    const text = JSON.stringify([
      step('read', { key: 'same' }),
      step('tap', { key: 'same', text: '{{steps.same.body.text}}' }),
    ]);
    const pasted = after(keyed, { kind: 'pasteSteps', to: { index: 2 }, text });
    assert.deepEqual(
      keysAndTexts(pasted)
        .slice(2)
        .map(([key]) => key),
      ['same', 'same_2'],
    );
  });

  it('the key of a step is replaced in a pasted step with its children, and in a new step', () => {
    const whole = flowOf(
      step('read', { key: 'code', children: [step('in', { key: 'typed', text: '{{steps.code.body.x}}' })] }),
    );
    const pasted = after(keyed, { kind: 'pasteSteps', to: { index: 2 }, text: whole });
    assert.deepEqual(keysAndTexts(pasted).slice(2), [
      ['code_2', undefined],
      ['typed_2', '{{steps.code_2.body.x}}'],
    ]);
    const added = after(keyed, {
      kind: 'addStep',
      to: { index: 2 },
      step: step('read', { key: 'code', text: '{{steps.code.body.text}}' }) as never,
    });
    assert.deepEqual(keysAndTexts(added)[2], ['code_2', '{{steps.code_2.body.text}}']);
  });

  it('the key of a step is replaced in texts with escape sequences, and nowhere else', () => {
    const odd = String.raw`\u00fc\n{{steps.code.body[\"code\"]}} steps.code {{x.code}} {{steps[\"code\"].body}}`;
    const item = `{"actionId":"read","key":"code","overrides":{"params":{"text":"${odd}"}}}`;
    const pasted = after(keyed, { kind: 'pasteSteps', to: { index: 2 }, text: item });
    const expected = String.raw`\u00fc\n{{steps.code_2.body[\"code\"]}} steps.code {{x.code}} {{steps[\"code_2\"].body}}`;
    assert.ok(pasted.includes(expected), pasted);
  });
});

const OF_STEPS: readonly FlowEdit['kind'][] = [
  'addStep',
  'duplicateSteps',
  'deleteSteps',
  'moveSteps',
  'shiftSteps',
  'pasteSteps',
  'wrapSteps',
  'renameStep',
];

const parts = fc.array(
  fc.record({
    hasKey: fc.boolean(),
    actionId: fc.constantFrom('read', 'tap'),
    children: fc.nat(3),
    refers: fc.array(fc.nat(), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** A flow whose steps have unique tags; each expression is followed by the tag of the step that it reads. */
const referringFlow = parts.map(all => {
  const keyOf = (tag: string, hasKey: boolean): object => (hasKey ? { key: tag } : {});
  const tagged = all.map(({ hasKey, actionId, children }, index) => ({
    ...{ actionId, tag: `e${index}`, position: index, ...keyOf(`e${index}`, hasKey) },
    children: Array.from({ length: children }, (_, child) => ({
      ...{ actionId: 'in', tag: `e${index}c${child}`, position: child },
      ...keyOf(`e${index}c${child}`, hasKey && child === 0),
    })),
  }));
  const document = parseFlow(JSON.stringify({ actions: tagged }));
  const { sources } = dataScope(document, [], { catalog });
  const outputs = sources.filter(({ group, path }) => group === 'step' && path[2] === 'body');
  const texts = (refers: readonly number[]): object => ({
    params: Object.fromEntries(
      refers.map((one, at) => {
        const { path, step: place = [0] } = outputs[one % outputs.length]!;
        const [entry, child] = place;
        const tag = child === undefined ? `e${entry}` : `e${entry}c${child}`;
        return [`p${at}`, { deep: [`{{steps.${String(path[1])}.body.x}} of ${tag}.`] }];
      }),
    ),
  });
  return {
    actions: tagged.map((one, index) => ({
      ...one,
      overrides: texts(all[index]!.refers),
      children: one.children.map(child => ({ ...child, overrides: texts(all[index]!.refers.slice(1)) })),
    })),
  };
});

describe('flow/edit/readKeys: expression that reads a step', () => {
  it('an expression that reads a step reads the same step after more than 1,000 random edits, or gets a finding when it does not', () => {
    const wishes = fc.array(
      editIntent.filter(({ kind }) => OF_STEPS.includes(kind)),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(referringFlow, style, wishes, (flow, how, all) => {
        let text = written(flow, { ...how, comments: false });
        const found = new Set<string>();
        for (const [count, one] of all.entries()) {
          const value = parseValue(text.replace('\ufeff', ' ')) as Record<string, unknown>;
          const edit = editFor(value, one, count);
          text = after(text, edit);
          assertSame(text, found, JSON.stringify(edit));
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** `found` collects the tags of the steps that were no longer read, with a finding. */
function assertSame(text: string, found: Set<string>, told: string): void {
  const document = parseFlow(text);
  const findings = checkFlow(document, catalog).filter(({ code }) => code.startsWith('template-'));
  for (const entry of document.entries)
    for (const own of [entry, ...entry.children])
      for (const node of stringsIn(own.params)) {
        const value = String(node.value);
        const [, tag] = / of (\w+)\.$/.exec(value) ?? [];
        const [reference] = keyReferences(value);
        if (tag === undefined || !reference) continue;
        const readStep = dataScope(document, [], { catalog }).stepWith(reference.key);
        const readNode = readStep && propertyOf(stepModelAt(document, readStep.path)?.node, 'tag');
        // A copy has the tag of its original, and expressions in copies read copies.
        if (readNode?.value === tag) continue;
        if (findings.some(({ start }) => start >= node.offset && start < node.offset + node.length))
          found.add(tag);
        assert.ok(found.has(tag), `${told}\n${value}\n${text}`);
      }
}
