import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from '../../src/manifest.ts';
import { namesRun, titlesRun } from '../support/sourceRules/exercised.ts';
import { parseSources, readSources, type Source } from '../support/sourceRules/source.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { command: string; title: string }[] };
}

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { commands } = (JSON.parse(text) as Manifest).contributes;

function sourcesOf(folder: string): Source[] {
  return readSources(fileURLToPath(new URL(`../${folder}`, import.meta.url)));
}

describe('every command', () => {
  it('has a unique title', () => {
    assert.equal(new Set(commands.map(({ title }) => title)).size, commands.length);
  });

  it('is run by a test inside VS Code or in the workbench', () => {
    const names = namesRun([...sourcesOf('host'), ...sourcesOf('support')]);
    const titles = titlesRun([...sourcesOf('ui'), ...sourcesOf('support')]);
    const titleOf = new Map(commands.map(({ command, title }) => [command, title.replace(/…$/, '')]));
    const never = Object.entries(Command).filter(
      ([name, id]) => !names.has(name) && !titles.has(titleOf.get(id) ?? id),
    );
    assert.deepEqual(
      never.map(([name]) => name),
      [],
    );
  });

  it('counts as tested only if it is run, not if it is only named', () => {
    const host = parseSources({
      'a.ts': `async function accepting(command: Command) {}
        vscode.commands.executeCommand(Command.one, line);
        accepting(Command.two);
        for (const [command, word] of [[Command.three, 'x']] as const) {}
        for (const command of [Command.four]) {}
        assert.equal(lens.command, Command.five);
        assert.deepEqual(ids, [Command.six]);
        if (id === Command.seven) other(Command.eight);
        executeCommand(id, Command.nine);`,
    });
    assert.deepEqual([...namesRun(host)], ['one', 'two', 'three', 'four']);
    const ui = parseSources({
      'b.ts': `workbench.run('Cloud Devices: Add Connection…');
        sidebar.press(/^The line/, /^Send Test Event$/);
        sidebar.choose(line, 'Clone Flow…');
        page.getByRole('menuitem', { name: 'Duplicate Steps' }).click();
        view.getByRole('button', { name: 'Add Step' }).click();
        workbench.page
          .getByRole('button', { name: 'Move Device View…' }).click();
        page.getByText('Sign Out').waitFor();`,
    });
    assert.deepEqual(
      [...titlesRun(ui)],
      ['Add Connection', 'Send Test Event', 'Clone Flow', 'Duplicate Steps', 'Move Device View'],
    );
  });
});
