import assert from 'node:assert/strict';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { longFlow, typeInLongFlow } from '../support/flowTyping.ts';

const ENTRIES = 1000;
const ROUNDS = 3;

describe('typing', () => {
  let flows: FlowWorkbench;
  const text = longFlow(ENTRIES);

  before(async () => {
    flows = await FlowWorkbench.start({ 'long.flow.json': text });
  });

  after(async () => {
    await flows.close();
  });

  it('the text editor of a long flow marks the error of the last key, and removes the mark when it is fixed', async () => {
    await flows.openText('long.flow.json');
    const { toMark, longestBlock } = await typeInLongFlow(flows, flows.workbench.hosts, text, ROUNDS);
    const sorted = toMark.toSorted((one, other) => one - other).map(ms => Math.round(ms));
    process.stdout.write(
      `    ${ENTRIES} entries: from the last key to the mark ${sorted.join(', ')} ms, longest block of the extension host ${Math.round(longestBlock)} ms\n`,
    );
    assert.equal(toMark.length, ROUNDS);
    // The speed depends on the load of the computer, but typing must not block.
    assert.ok(longestBlock < 5000, `${longestBlock} ms`);
  });
});
