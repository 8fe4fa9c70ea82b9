import assert from 'node:assert/strict';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { stepAtLine, stepPlaces } from '../../../../src/flow/run/stepPlaces.ts';

const A = '"actionId": "a"';

describe('flow/run/stepPlaces', () => {
  const numberAt = (text: string, line: number, column?: number): string | undefined =>
    stepAtLine(text, stepPlaces(parseFlow(text)), line, column)?.step.number;

  it('the places of steps are found by any line of a step, in files that are not in the order of execution', () => {
    const text = [
      '{ "actions": [',
      '  // before',
      `  { ${A}, "position": 2,`,
      '    "children": [',
      `      { ${A} },`,
      '      {',
      `        ${A}`,
      '      }',
      '    ]',
      `  }, { ${A}, "position": 1 },`,
      `  { ${A} }`,
      '] }',
    ].join('\r\n');
    const found = text.split('\r\n').map((_, line) => numberAt(text, line));
    assert.deepEqual(found, [
      undefined,
      undefined,
      '1',
      '1',
      '1.1',
      '1.2',
      '1.2',
      '1.2',
      '1',
      '2',
      '3',
      undefined,
    ]);
    assert.deepEqual(
      stepPlaces(parseFlow(text)).map(({ step, line, column }) => [step.number, step.index, line, column]),
      [
        ['1', 1, 2, 2],
        ['1.1', 1, 4, 6],
        ['1.2', 1, 5, 6],
        ['2', 0, 9, 5],
        ['3', 2, 10, 2],
      ],
    );
  });

  it('the places of steps are told apart by columns if they share a line', () => {
    const text = `{"actions":[{${A},"children":[{${A}}]},{${A}}]}`;
    assert.equal(numberAt(text, 0), '1');
    assert.equal(numberAt(text, 0, text.lastIndexOf('{')), '2');
    assert.equal(numberAt(text, 0, text.indexOf('[{', 14) + 2), '1.1');
    assert.equal(numberAt(text, 0, 0), '1');
    assert.equal(numberAt(text, 7), undefined);
  });
});
