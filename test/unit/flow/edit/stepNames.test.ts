import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson, valueOf } from '../../../../src/flow/document/jsonTree.ts';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { copySteps } from '../../../../src/flow/edit/copySteps.ts';
import type { FlowEdit, InsertionPoint } from '../../../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { templateExpressions } from '../../../../src/flow/template.ts';
import { style } from '../../../support/flowEdits/documents.ts';
import { editFor, editIntent } from '../../../support/flowEdits/edits.ts';
import { written } from '../../../support/flowEdits/writing.ts';

/** A step that is known by its tag, with the expressions of its parameters. */
interface Tagged {
  readonly tag: string;
  readonly position?: number;
  readonly overrides?: { readonly params?: Readonly<Record<string, unknown>> };
  readonly children?: readonly Tagged[];
}

const OF_STEPS: readonly FlowEdit['kind'][] = [
  'addStep',
  'duplicateSteps',
  'deleteSteps',
  'moveSteps',
  'shiftSteps',
  'pasteSteps',
  'wrapSteps',
];

/** The text after an edit. */
function after(text: string, edit: FlowEdit): string {
  const outcome = applyEdit(text, edit);
  return outcome.kind === 'edits' ? applyEdits(text, outcome.edits) : text;
}

/** A flow of steps, each with one text as its parameter. */
function flowOf(...texts: readonly (string | readonly string[])[]): string {
  const step = (text: string, index: number): object => ({
    actionId: 'a',
    position: index + 1,
    overrides: { params: { text } },
  });
  const actions = texts.map((one, index) => {
    const [own = '', ...inner] = typeof one === 'string' ? [one] : one;
    return { ...step(own, index), ...(inner.length > 0 ? { children: inner.map(step) } : {}) };
  });
  return JSON.stringify({ actions }, undefined, 2);
}

/** Returns the steps of a flow in the form that `flowOf` accepts. */
function textsOf(flow: string): unknown {
  interface Written {
    readonly overrides: { readonly params: { readonly text: string } };
    readonly children?: readonly Written[];
  }
  const textOf = ({ overrides }: Written): string => overrides.params.text;
  return (JSON.parse(flow) as { actions: readonly Written[] }).actions.map(one =>
    one.children ? [textOf(one), ...one.children.map(textOf)] : textOf(one),
  );
}

describe('references to steps in expressions', () => {
  const flow = flowOf('a', 'b', '{{steps[0].output.x}} and {{ steps[1].status }}');

  it('are updated after a move', () => {
    const moved = after(flow, { kind: 'moveSteps', steps: [[0]], to: { index: 2 } });
    assert.deepEqual(textsOf(moved), ['b', 'a', '{{steps[1].output.x}} and {{ steps[0].status }}']);
  });

  it('are updated when the step moves into a parent, and out of it again', () => {
    const inside = after(flow, { kind: 'shiftSteps', steps: [[1]], direction: 'in' });
    const named = '{{steps[0].output.x}} and {{ steps[0].children[0].status }}';
    assert.deepEqual(textsOf(inside), [['a', 'b'], named]);
    const outside = after(inside, { kind: 'shiftSteps', steps: [[0, 0]], direction: 'out' });
    assert.deepEqual(textsOf(outside), textsOf(flow));
  });

  it('are marked if the step is deleted, and no other step takes their name', () => {
    const deleted = after(flow, { kind: 'deleteSteps', steps: [[0]] });
    assert.deepEqual(textsOf(deleted), ['b', '{{steps[deleted].output.x}} and {{ steps[0].status }}']);
    const nested = flowOf(['a', 'b', 'c'], '{{steps[0].children[0].output.x}} {{steps[0]["children"][1]}}');
    const child = after(nested, { kind: 'deleteSteps', steps: [[0, 0]] });
    assert.deepEqual(textsOf(child), [
      ['a', 'c'],
      '{{steps[0].children[deleted].output.x}} {{steps[0].children[0]}}',
    ]);
    assert.deepEqual(textsOf(after(nested, { kind: 'deleteSteps', steps: [[0]] })), [
      '{{steps[deleted].children[0].output.x}} {{steps[deleted].children[1]}}',
    ]);
  });

  it('are updated if a step is copied with the one that refers to it', () => {
    const both = after(flow, {
      kind: 'duplicateSteps',
      steps: [[1], [2]],
    });
    assert.deepEqual(textsOf(both), [
      'a',
      'b',
      '{{steps[0].output.x}} and {{ steps[1].status }}',
      'b',
      '{{steps[0].output.x}} and {{ steps[3].status }}',
    ]);
  });

  it('follow the order of execution if an earlier step has no position', () => {
    const step = (children: readonly object[], text = ''): object => ({
      actionId: 'a',
      overrides: { params: { text } },
      ...(children.length > 0 ? { children } : {}),
    });
    const bare = JSON.stringify({
      actions: [step([]), step([step([])]), step([], '{{steps[0].output.x}}')],
    });
    const moved = after(bare, { kind: 'moveSteps', steps: [[0]], to: { parent: 1, index: 1 } });
    const { actions } = JSON.parse(moved) as { actions: readonly Tagged[] };
    assert.deepEqual(
      actions[0]?.children?.map(({ position }) => position),
      [1, 2],
    );
    assert.equal(actions[1]?.overrides?.params?.['text'], '{{steps[0].children[1].output.x}}');
  });

  describe('that are copied and pasted', () => {
    const paste = (into: string, text: string | undefined, to: InsertionPoint): unknown =>
      textsOf(after(into, { kind: 'pasteSteps', to, text: text ?? assert.fail('nothing is copied') }));

    it('refer to the step that was copied with them, in any flow', () => {
      const copied = copySteps(flow, [[1], [2]]);
      assert.deepEqual(paste(flowOf('x', 'y', 'z'), copied, { index: 1 }), [
        'x',
        'b',
        // The first step was not copied, so that of this flow is meant.
        '{{steps[0].output.x}} and {{ steps[1].status }}',
        'y',
        'z',
      ]);
      assert.deepEqual(paste(flow, copied, { index: 0 }), [
        'b',
        '{{steps[2].output.x}} and {{ steps[0].status }}',
        'a',
        'b',
        '{{steps[2].output.x}} and {{ steps[3].status }}',
      ]);
    });

    it('still refer to a step after it was cut', () => {
      const copied = copySteps(flow, [[0], [1], [2]]);
      const rest = after(flowOf('a', 'b', '{{steps[0].output.x}}', 'left'), {
        kind: 'deleteSteps',
        steps: [[0], [1], [2]],
      });
      assert.deepEqual(paste(rest, copied, { index: 1 }), [
        'left',
        'a',
        'b',
        '{{steps[1].output.x}} and {{ steps[2].status }}',
      ]);
    });

    it('are updated at the new position, also inside a parent', () => {
      const nested = flowOf(
        ['a', 'b', '{{steps[0].children[0].x}}'],
        '{{steps[0].children[1].x}} {{steps[0].y}}',
      );
      const whole = copySteps(nested, [[0], [1]]);
      assert.deepEqual(paste(flowOf('x'), whole, { index: 1 }), [
        'x',
        ['a', 'b', '{{steps[1].children[0].x}}'],
        '{{steps[1].children[1].x}} {{steps[1].y}}',
      ]);
      const inner = copySteps(nested, [
        [0, 0],
        [0, 1],
      ]);
      assert.deepEqual(paste(flowOf('x'), inner, { index: 1 }), ['x', 'b', '{{steps[1].x}}']);
      assert.deepEqual(paste(flowOf('x'), inner, { parent: 0, index: 0 }), [
        ['x', 'b', '{{steps[0].children[0].x}}'],
      ]);
    });

    it('refer to the steps of a whole pasted flow, in the order of execution', () => {
      const turned = flow.replace('"position": 1', '"position": 9');
      assert.deepEqual(paste(flowOf('x'), turned, { index: 1 }), [
        'x',
        'a',
        'b',
        '{{steps[2].output.x}} and {{ steps[3].status }}',
      ]);
    });

    it('are copied as a plain list if there are none', () => {
      assert.ok(copySteps(flow, [[0], [2]])?.startsWith('{'));
      assert.ok(copySteps(flow, [[0], [1]])?.startsWith('['));
      assert.ok(copySteps(flow, [[2]])?.startsWith('['));
      const names = JSON.parse(copySteps(flow, [[1], [2]]) ?? '') as { names: unknown };
      assert.deepEqual(names.names, ['steps[1]', 'steps[2]']);
    });
  });

  it('are updated in strings with escape sequences; other text is unchanged', () => {
    const text = '{"actions":[{"actionId":"a"},{"actionId":"b","overrides":{"params":{"t":"TEXT"}}}]}';
    const odd = String.raw`\u00fc\n{{steps[0].output[\"steps[0]\"]}} steps[0] {{steps[7]}} {{x.steps[0]}}`;
    const moved = after(
      text.replace('TEXT', () => odd),
      {
        kind: 'addStep',
        to: { index: 0 },
        step: { actionId: 'n' },
      },
    );
    assert.ok(moved.includes(odd.replace('{{steps[0]', '{{steps[1]')), moved);
  });

  it('refer to the same steps after random edits', () => {
    const wishes = fc.array(
      editIntent.filter(({ kind }) => OF_STEPS.includes(kind)),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(referringFlow, style, wishes, ({ flow: value, targets }, how, all) => {
        let text = written(value, { ...how, comments: false });
        const copied = new Set<string>();
        for (const [count, one] of all.entries()) {
          const edit = editFor(valueIn(text), one, count);
          text = after(text, edit);
          assertNamed(entriesOf(valueIn(text)), targets, copied, `${JSON.stringify(edit)}\n${text}`);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const shape = fc.array(
  fc.record({ children: fc.nat(3), refers: fc.array(fc.nat(), { maxLength: 2 }), rank: fc.nat() }),
  { minLength: 1, maxLength: 6 },
);

/** A flow whose expressions have unique names, with the tag of the step that each one refers to. */
const referringFlow = shape.map(parts => {
  const targets = new Map<string, string>();
  const order = parts
    .map((_, index) => index)
    .toSorted((one, other) => parts[one]!.rank - parts[other]!.rank);
  const places = parts.flatMap(({ children }, index) => {
    const entry = `steps[${order.indexOf(index)}]`;
    return [
      { name: entry, tag: `e${index}` },
      ...Array.from({ length: children }, (_, child) => {
        return { name: `${entry}.children[${child}]`, tag: `e${index}c${child}` };
      }),
    ];
  });
  const params = (refers: readonly number[], owner: string): Record<string, unknown> => {
    const texts = refers.map((one, index) => {
      const { name, tag } = places[one % places.length]!;
      const key = `${owner}-${index}`;
      targets.set(key, tag);
      return [key, { deep: [`See {{${name}.output.x}}.`] }] as const;
    });
    return { params: Object.fromEntries(texts) };
  };
  const actions = parts.map(({ children, refers }, index): Tagged & { actionId: string } => ({
    actionId: 'tap',
    position: order.indexOf(index) * 2,
    overrides: params(refers, `e${index}`),
    tag: `e${index}`,
    children: Array.from({ length: children }, (_, child) => {
      const tag = `e${index}c${child}`;
      return { actionId: 'in', position: child, overrides: params(refers.slice(1), tag), tag };
    }),
  }));
  return { flow: { actions }, targets };
});

function valueIn(text: string): Record<string, unknown> {
  return valueOf(parseJson(text.replace('\ufeff', ' ')).root!) as Record<string, unknown>;
}

function entriesOf(flow: Record<string, unknown>): readonly Tagged[] {
  return (flow['actions'] ?? []) as readonly Tagged[];
}

/** Each expression names the step that it named at first, or says that this one was deleted. */
function assertNamed(
  entries: readonly Tagged[],
  targets: ReadonlyMap<string, string>,
  copied: Set<string>,
  told: string,
): void {
  // A step without a position runs last.
  const place = ({ position }: Tagged): number => position ?? Number.MAX_SAFE_INTEGER;
  const byRun = (list: readonly Tagged[]): readonly Tagged[] =>
    list.toSorted((one, other) => place(one) - place(other));
  const running = byRun(entries);
  const steps = entries.flatMap(one => [one, ...(one.children ?? [])]);
  const tags = new Set<string>();
  // Of steps that were copied the one that was meant may be gone while another is there.
  for (const { tag } of steps) (tags.has(tag) ? copied : tags).add(tag);
  for (const { overrides } of steps) {
    for (const [key, value] of Object.entries(overrides?.params ?? {})) {
      const target = targets.get(key);
      if (target === undefined) continue;
      const [text = ''] = (value as { deep: string[] }).deep;
      assert.match(text, /^See .*\.output\.x\}\}\.$/);
      const { path } = templateExpressions(text)[0]!;
      if (!tags.has(target)) assert.equal(path, undefined, told);
      else if (path || !copied.has(target)) {
        const [, entry, inner, child] = path ?? assert.fail(told);
        const outer = running[entry as number];
        const named = inner === 'children' ? byRun(outer?.children ?? [])[child as number] : outer;
        assert.equal(named?.tag, target, told);
      }
    }
  }
}
