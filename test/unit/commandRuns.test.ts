import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { commandRunProblems } from '../support/sourceRules/commandRuns.ts';
import { parseSources, readSources } from '../support/sourceRules/source.ts';

function problemsOf(path: string, text: string): string[] {
  return parseSources({ [path]: text }).flatMap(commandRunProblems);
}

describe('commandRuns', () => {
  it('the source of the commands runs other commands through the services only', () => {
    const sources = readSources(resolve(import.meta.dirname, '../../src'));
    assert.ok(sources.some(({ path }) => path.startsWith('commands/')));
    assert.deepEqual(sources.flatMap(commandRunProblems), []);
  });

  for (const [run, text] of [
    ['runCommand', 'const a = 1;\nvoid runCommand(Command.refresh, a);'],
    ['executeCommand', '\nvoid vscode.commands.executeCommand(Command.refresh);'],
    ['executeCommand with a chosen command', '\nvoid commands.executeCommand(a ? Command.b : c);'],
    ['executeCommand with an element', "\nvoid commands?.executeCommand(Command['refresh']);"],
  ] as const)
    it(`the source of the commands is refused if it calls ${run}`, () => {
      assert.deepEqual(problemsOf('commands/flows/a.ts', text), [
        'src/commands/flows/a.ts:2 runs a command in the window; call `run` of the services, so that the connection stays the same.',
      ]);
    });

  it('the source of the commands may call the services, run commands of VS Code, and name a command elsewhere', () => {
    const text =
      "void run(Command.refresh);\nvoid commands.executeCommand('setContext');\nuse(Command.refresh);";
    assert.deepEqual(problemsOf('commands/flows/a.ts', text), []);
    assert.deepEqual(problemsOf('appState/a.ts', 'void runCommand(Command.refresh);'), []);
  });
});
