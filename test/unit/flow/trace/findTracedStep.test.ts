import assert from 'node:assert/strict';
import type { TraceStep } from '../../../../src/contract/sandbox/traces.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { findTracedStep, stepsTracedAs } from '../../../../src/flow/trace/findTracedStep.ts';

const TAP = '11111111-1111-4111-8111-111111111111';
const LOG = '22222222-2222-4222-8222-222222222222';

interface Written {
  readonly actionId: string;
  readonly params?: object;
  readonly children?: readonly Written[];
}

function tap(text: string): Written {
  return { actionId: TAP, params: { text } };
}

function flowOf(steps: readonly Written[]): ReturnType<typeof parseFlow> {
  const write = ({ actionId, params, children }: Written, index: number): object => ({
    ...{ actionId, position: index + 1, overrides: { params } },
    ...(children ? { children: children.map(write) } : {}),
  });
  return parseFlow(JSON.stringify({ name: 'F', actions: steps.map(write) }, undefined, 1));
}

function ran(steps: readonly Written[]): readonly TraceStep[] {
  const traced = ({ actionId, params }: Written, index: number, childIndex: number | null): TraceStep => ({
    ...{ id: `${index}/${childIndex ?? ''}`, index, childIndex, method: 'm', status: 'success', actionId },
    ...(params ? { params: { ...params } } : {}),
  });
  return steps.flatMap((one, index) => [
    traced(one, index, null),
    ...(one.children ?? []).map((child, place) => traced(child, index, place)),
  ]);
}

/** Returns the path of the step that each step of a trace ran as; `!` marks a changed one, `-` a removed one. */
function found(before: readonly Written[], now: readonly Written[]): string {
  const document = flowOf(now);
  const steps = ran(before);
  return steps
    .map(step => {
      const place = findTracedStep(document, steps, step);
      if (!place) return '-';
      const path = place.path.filter(part => typeof part === 'number').join('.');
      assert.equal(document.text[place.range.start], '{');
      return `${path}${place.isChanged ? '!' : ''}`;
    })
    .join(' ');
}

describe('flow/trace/findTracedStep', () => {
  const [a, b, c] = [tap('a'), tap('b'), tap('c')];

  for (const [name, before, now, expected] of [
    ['is at its place', [a, b, c], [a, b, c], '0 1 2'],
    ['is found where it was moved', [a, b, c], [c, a, b], '1 2 0'],
    ['is changed at its place', [a, b], [a, tap('x')], '0 1!'],
    ['was removed', [a, b, c], [a, c], '0 - 1'],
    ['is none of those with another action', [a, b], [{ actionId: LOG, params: { text: 'a' } }, b], '- 1'],
    [
      'can be a child',
      [{ actionId: LOG, children: [a, b] }],
      [c, { actionId: LOG, children: [b, a] }],
      '1 1.1 1.0',
    ],
  ] as const) {
    it(`the step of a file behind a step of a trace ${name}`, () =>
      assert.equal(found(before, now), expected));
  }

  it('the step of a file behind a step of a trace is the same although its expressions had values', () => {
    const document = flowOf([tap('x'), tap('Hello {{event.payload.name}}')]);
    const step: TraceStep = {
      ...{ id: 's', index: 0, childIndex: null, method: 'm', status: 'success', actionId: TAP },
      params: { text: 'Hello Ann' },
      values: [{ path: ['text'], expression: '{{event.payload.name}}', value: 'Ann' }],
    };
    const place = findTracedStep(document, [step], step);
    assert.deepEqual([place?.path, place?.isChanged], [['actions', 1], false]);
  });

  it('the step of a file behind a step of a trace is searched without replacing anything within the values of expressions', () => {
    const document = flowOf([tap('i: {{event.payload.name}}')]);
    const values = Array.from({ length: 40 }, () => ({ path: [], expression: 'i', value: 'ii' }));
    const name = '{{event.payload.name}}';
    const [step] = ran([tap(`i: ${name}${name}`)]).map(one => ({
      ...one,
      values: [...values, { path: ['text'], expression: name, value: name + name }],
    }));
    assert.ok(step);
    assert.equal(findTracedStep(document, [step], step)?.isChanged, false);
  });

  it('the step of a file behind a step of a trace is the one at its place if the trace does not say which action ran', () => {
    const [first, second] = ran([a, b]).map(({ id, index, childIndex, method, status }) => {
      return { id, index, childIndex, method, status };
    });
    assert.ok(first && second);
    assert.deepEqual(findTracedStep(flowOf([c, b]), [first, second], second)?.path, ['actions', 1]);
    assert.equal(findTracedStep(flowOf([c]), [first, second], second), undefined);
  });

  it('the step of a file behind a step of a trace is also found the other way, with all its rounds', () => {
    const repeat = { actionId: LOG, params: { times: 2 }, children: [b] };
    const [outer, inner] = ran([a, repeat]).slice(1);
    assert.ok(outer && inner);
    const steps = [...ran([a]), outer, { ...inner, round: 0 }, { ...inner, round: 1 }];
    const moved = flowOf([c, repeat, a]);
    const at = (...path: [number, number?]): readonly number[] => stepsTracedAs(moved, steps, path);
    assert.deepEqual([at(0), at(1), at(1, 0), at(2), at(7)], [[], [1], [2, 3], [0], []]);
  });
});
