import assert from 'node:assert/strict';
import type { CommandContribution } from '../../../src/contributions/command.ts';
import { commands } from '../../../src/contributions/commands.ts';
import { Command } from '../../../src/manifest.ts';

describe('commands/ignoresRow', () => {
  const marked = Object.entries(Command).filter(([, id]) => {
    const { ignoresRow = false }: CommandContribution = commands[id];
    return ignoresRow;
  });

  it('the commands that also run without the row of their menu are those that act on something of which there is only one', () => {
    assert.deepEqual(marked.map(([name]) => name).toSorted(), [
      'allowAgents',
      'answerReceiver',
      'clearReceiver',
      'copyReceiverAddress',
      'freezeClock',
      'liftFaults',
      'moveClock',
      'registerReceiver',
      'resetClock',
      'resumeClock',
      'revokeKey',
      'stopAgents',
      'stopReceiver',
    ]);
  });

  it('the commands that also run without the row of their menu are in the menu of a row, and not in the title of a view, which never passes a row', () => {
    for (const [name, id] of marked) {
      const { menus = [] }: CommandContribution = commands[id];
      const ids = new Set(menus.flat().map(({ menu }) => menu));
      assert.ok(ids.has('view/item/context') && !ids.has('view/title'), name);
    }
  });
});
