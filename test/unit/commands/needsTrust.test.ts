import assert from 'node:assert/strict';
import type { CommandContribution } from '../../../src/contributions/command.ts';
import { commands } from '../../../src/contributions/commands.ts';
import { Command } from '../../../src/manifest.ts';

function needsTrust(name: string): boolean {
  const contribution: CommandContribution = commands[Command[name as keyof typeof Command]];
  return contribution.needsTrust === true;
}

it('the commands that a workspace must be trusted for are those that run, write or act, and none that reads, checks or edits', () => {
  const isOf = (words: RegExp): string[] => Object.keys(Command).filter(name => words.test(name));
  const needed = isOf(
    /^(create|deploy|verifyFlow|activate|enable|disable|delete|clone|unblock|dryRun|checkOnService|fire|send|reset|reseed|restore|save|deliver|replay|run|swipe|tap|type|press|reboot|resume|rotate|test|abort|register|cancelTask|startTask|startReceiver|playTrack|setLocation$)/,
  ).filter(name => name !== 'deleteSteps');
  const free = isOf(
    /^(search|order|refresh|filter|show|copy|open|check|compare|new|pull|link|add(Step|Connection|Device)|paste|move(Steps|Device)|duplicate|signIn|signOut|follow)/,
  ).filter(name => !needed.includes(name));
  const wrong = [...needed.filter(name => !needsTrust(name)), ...free.filter(name => needsTrust(name))];
  assert.deepEqual(wrong, []);
  assert.ok(needed.length > 45 && free.length > 50);
});
