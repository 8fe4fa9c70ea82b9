import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { Command } from '../../../src/manifest.ts';

/** Handlers that `handlers.ts` defines itself. */
const INLINE = ['showLog', 'verifyDelivery'];

describe('the handler of a command', () => {
  it('is exported by one module, so that no other export takes its place', () => {
    const counts = new Map<string, number>();
    for (const file of globSync('src/commands/**/*.ts')) {
      const exported = readFileSync(file, 'utf8').matchAll(
        /^export (?:async function|function|const) (\w+)/gmu,
      );
      for (const [, name = ''] of exported) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const names = Object.keys(Command).filter(name => !INLINE.includes(name));
    assert.deepEqual(
      names.filter(name => counts.get(name) !== 1),
      [],
    );
  });
});
