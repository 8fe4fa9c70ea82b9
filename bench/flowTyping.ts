import { longFlow, typeInLongFlow } from '../test/support/flowTyping.ts';
import { FlowWorkbench } from '../test/support/flowWorkbench.ts';
import type { Figures } from './figures.ts';
import { sized } from './sized.ts';

const SIZES: readonly number[] = sized([10, 1000], [10]);
const ROUNDS = sized(15, 1);

/**
 * Measures typing in the text of a flow in a real window: from the last key to the mark, and the longest block of the
 * extension host.
 */
export async function measureFlowTyping(figures: Figures): Promise<void> {
  const files = SIZES.map(size => [`size-${size}.flow.json`, longFlow(size)] as const);
  const flows = await FlowWorkbench.start(Object.fromEntries(files));
  try {
    for (const size of SIZES) {
      await flows.openText(`size-${size}.flow.json`);
      const { toMark, longestBlock } = await typeInLongFlow(
        flows,
        flows.workbench.hosts,
        longFlow(size),
        ROUNDS,
      );
      const name = `typing in a flow in a window, ${size} entries`;
      figures.addTimes(`${name}: last key to the mark`, toMark);
      figures.add(`${name}: longest block of the extension host`, longestBlock, 'ms');
      await flows.closeAll();
    }
  } finally {
    await flows.close();
  }
}
