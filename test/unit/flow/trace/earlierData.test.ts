import assert from 'node:assert/strict';
import type { TraceStep } from '../../../../src/contract/sandbox/traces.ts';
import { topLevelSteps } from '../../../../src/flow/data/flowSteps.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { type EarlierData, earlierData, missingText } from '../../../../src/flow/trace/earlierData.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000001'];

interface Entry {
  readonly id?: string | undefined;
  readonly text: string;
  readonly children?: readonly Entry[];
}

const entry = ({ id = A, text, children = [] }: Entry, position: number): object => ({
  actionId: id,
  nameOverride: text.replaceAll(/[{}]/g, ''),
  position,
  overrides: { params: { text } },
  ...(children.length > 0 ? { children: children.map(entry) } : {}),
});

const record = (index: number, text: string, more: Partial<TraceStep> = {}): TraceStep => ({
  id: `${index}.${more.childIndex ?? ''}.${more.round ?? ''}`,
  index,
  method: 'x',
  actionId: A,
  status: 'success',
  params: { text },
  output: { text },
  ...more,
});

describe('flow/trace/earlierData', () => {
  function dataOf(
    steps: readonly Entry[],
    traced: readonly TraceStep[],
    number: string,
    isAlone = false,
  ): EarlierData {
    const document = parseFlow(JSON.stringify({ name: 'Test', actions: steps.map(entry) }));
    const from = topLevelSteps(document)
      .flatMap(step => [step, ...step.children])
      .find(step => step.number === number);
    assert.ok(from);
    return earlierData(document, traced, { from, to: isAlone ? from : undefined }, sampleCatalog());
  }
  const placesOf = ({ places }: EarlierData): readonly string[] =>
    places.map(({ was, step }) => [was, step].map(one => `${one.index}.${one.childIndex ?? ''}`).join(' → '));

  it('the data of an earlier run belongs to the steps that do the same, also where they have moved', () => {
    const steps = [{ text: 'new', id: B }, { text: 'two' }, { text: 'one' }, { text: 'last' }];
    const data = dataOf(steps, [record(0, 'one'), record(1, 'two'), record(2, 'last')], '4');
    assert.deepEqual(placesOf(data), ['1. → 1.', '0. → 2.']);
    assert.deepEqual(
      data.records.map(({ index, status }) => [index, status]),
      [
        [1, 'success'],
        [2, 'success'],
      ],
    );
    assert.equal(data.missing, undefined);
  });

  it('the data of an earlier run lacks the output of a step that was not there, and names who reads it', () => {
    const steps = [{ text: 'new', id: B }, { text: 'one' }, { text: '{{steps.new.body.text}}' }];
    const { missing } = dataOf(steps, [record(0, 'one')], '3');
    assert.ok(missing);
    assert.equal(
      missingText(missing, sampleCatalog()),
      'This run has no output of step “1 new”, which step “3 steps.new.body.text” reads. Choose another run.',
    );
    // A step that runs itself, and one that only the left out steps read, may be missing.
    assert.equal(dataOf([...steps, { text: 'end' }], [record(0, 'one')], '4').missing, undefined);
    assert.equal(dataOf(steps, [], '1').missing, undefined);
  });

  it('the data of an earlier run lacks the output of a step that failed, for steps inside too, but only up to the last one', () => {
    const inside = { text: 'outer', children: [{ text: 'a' }, { text: '{{steps.one.body.text}}' }] };
    const failed = record(0, 'one', { status: 'failed', output: undefined });
    const steps = [{ text: 'one' }, inside];
    assert.deepEqual(
      [dataOf(steps, [failed], '2').missing, dataOf(steps, [failed], '2.1').missing].map(
        found => found?.reader.number,
      ),
      ['2.2', '2.2'],
    );
    assert.equal(dataOf(steps, [failed], '2.1', true).missing, undefined);
  });

  it('the data of an earlier run continues in the round that failed, or else the first; a step alone runs in the last one', () => {
    const steps = [{ text: 'outer', children: [{ text: 'a' }, { text: 'b' }] }];
    const rounds = [0, 1, 2].map(round => record(0, 'b', { childIndex: 1, round }));
    assert.equal(dataOf(steps, rounds, '1.2').round, undefined);
    assert.equal(dataOf(steps, rounds, '1.2', true).round, 2);
    const failing = rounds.map(one => (one.round === 1 ? { ...one, status: 'failed' } : one));
    assert.equal(dataOf(steps, failing, '1.2').round, 1);
  });
});
