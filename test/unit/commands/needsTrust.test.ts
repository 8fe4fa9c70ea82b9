import assert from 'node:assert/strict';
import { NEEDS_TRUST } from '../../../src/commands/needsTrust.ts';
import { Command } from '../../../src/manifest.ts';

describe('the commands that require a trusted workspace', () => {
  it('are determined for every command', () => {
    assert.deepEqual(Object.keys(NEEDS_TRUST).sort(), Object.values(Command).sort());
  });

  it('are those that run, write, or act, and none that read, check, or edit', () => {
    const isOf = (words: RegExp): string[] => Object.keys(Command).filter(name => words.test(name));
    const needed = isOf(
      /^(create|deploy|verifyFlow|activate|enable|disable|delete|clone|unblock|dryRun|fire|send|reset|reseed|restore|save|deliver|replay|run|swipe|tap|type|press|reboot|resume|rotate|test|abort|register|cancelTask|startTask|startReceiver|playTrack|setLocation$)/,
    ).filter(name => name !== 'deleteSteps');
    const free = isOf(
      /^(search|order|refresh|filter|show|copy|open|check|compare|new|pull|link|add(Step|Connection|Device)|paste|move(Steps|Device)|duplicate|signIn|signOut|follow)/,
    );
    const wrong = [
      ...needed.filter(name => !NEEDS_TRUST[Command[name as keyof typeof Command]]),
      ...free.filter(name => NEEDS_TRUST[Command[name as keyof typeof Command]]),
    ];
    assert.deepEqual(wrong, []);
    assert.ok(needed.length > 45 && free.length > 50);
  });
});
