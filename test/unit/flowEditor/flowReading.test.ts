import assert from 'node:assert/strict';
import { checkFlow } from '../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { readText } from '../../support/memoryFlow.ts';
import { countProblems } from '../../../src/flowEditor/placedProblems.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { sampleCatalog } from '../../support/sampleCatalog.ts';

const TAP = demoActionId('device.tap');
const LOG = demoActionId('webhooks.log');

const FLOW = JSON.stringify({
  name: '',
  triggerId: '4b6e0f57-0a53-4c52-a5f1-5a1a9a2f7d11',
  actions: [
    { actionId: LOG, position: 1, overrides: { params: { message: 7 }, url: 2 } },
    { actionId: TAP, position: 2, children: [{ actionId: TAP, position: 'x' }] },
    5,
    { position: 3, nameOverride: 7 },
  ],
});

describe('flowEditor/flowReading', () => {
  const catalog = sampleCatalog();
  const reading = readText(FLOW, catalog);

  it('a version of a flow file in the visual editor has its steps with their indexes, with children after their parents', () => {
    assert.deepEqual(
      reading.steps.map(({ step }) => step),
      [[0], [1], [1, 0], [3]],
    );
    assert.equal(reading.broken, undefined);
  });

  it('a version of a flow file in the visual editor has each finding at its step and field', () => {
    const about = (place: string): string[] =>
      reading.problems
        .filter(({ step }) => (step?.join('.') ?? 'settings') === place)
        .map(({ path }) => path.join('/'));
    assert.deepEqual(about('settings'), ['name', 'triggerId']);
    assert.deepEqual(about('0'), ['params/message', 'overrides/url']);
    assert.deepEqual(about('1'), ['params/target']);
    assert.deepEqual(about('1.0'), ['params/target', 'position']);
    assert.deepEqual(about('2'), ['']);
    assert.deepEqual(about('3'), ['actionId', 'nameOverride']);
  });

  it('a version of a flow file in the visual editor counts errors and warnings', () => {
    const { errors, warnings } = countProblems(reading.problems);
    assert.equal(errors, reading.problems.filter(({ severity }) => severity === 'error').length);
    assert.ok(errors > warnings && warnings > 0);
  });

  it('a version of a flow file in the visual editor says where a file stops being JSON, but treats an empty one as a new flow', () => {
    assert.equal(readText('{"name": }', catalog).broken?.start, 9);
    assert.match(readText('[]', catalog).broken?.sentence ?? '', /object/);
    const { broken, problems } = readText(' \n', catalog);
    assert.deepEqual([broken, countProblems(problems).errors], [undefined, 1]);
    assert.deepEqual(
      problems.map(({ severity, message, path }) => [severity, message, path]),
      checkFlow(parseFlow(' \n'), catalog).map(({ severity, message }) => [severity, message, []]),
      'as the text editor and the command line tell it',
    );
    assert.equal(readText(FLOW, catalog).broken, undefined);
    assert.equal(readText('{"actions": [{"actionId": ]}', catalog).broken?.start, 26);
  });
});
