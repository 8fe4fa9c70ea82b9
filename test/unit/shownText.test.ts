import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { strayText } from '../support/sourceRules/shownText.ts';
import { parseSources, readSources } from '../support/sourceRules/source.ts';

describe('shownText', () => {
  it('text that VS Code shows is passed through the modules that make it plain, and no other way', () => {
    const sources = readSources(resolve(import.meta.dirname, '../../src'));
    assert.deepEqual(sources.flatMap(strayText), []);
  });

  const ways: readonly [name: string, files: Readonly<Record<string, string>>, sentence: RegExp][] = [
    [
      'a notification that bypasses the dialogs',
      { 'views/a.ts': "import * as vscode from 'vscode';\nvscode.window.showErrorMessage('a');" },
      /a\.ts:2 uses a part of VS Code's window/,
    ],
    [
      'a part of the window that may show text',
      { 'views/a.ts': "import * as vscode from 'vscode';\nvscode.window.createTerminal('a');" },
      /a\.ts:2 uses a part of VS Code's window/,
    ],
    [
      'an alias of the window',
      { 'views/a.ts': "import * as vscode from 'vscode';\nconst { window: a } = vscode;\na;" },
      /a\.ts:2 uses a part of VS Code's window/,
    ],
    [
      'a variable with the window',
      { 'extension.ts': "import * as vscode from 'vscode';\nconst a = vscode.window;\na;" },
      /extension\.ts:2 uses a part of VS Code's window/,
    ],
    [
      'the window in bracket notation',
      { 'host/a.ts': "import * as vscode from 'vscode';\nvscode['window'].showErrorMessage('a');" },
      /a\.ts:2 uses a part of VS Code's window/,
    ],
    [
      'destructured names of vscode',
      { 'host/a.ts': "import { window } from 'vscode';\nwindow;" },
      /a\.ts:1 imports vscode by names/,
    ],
    [
      'an alias of vscode',
      { 'host/a.ts': "import * as code from 'vscode';\ncode;" },
      /a\.ts:1 imports vscode by names/,
    ],
    [
      'a language status that bypasses the dialogs',
      {
        'views/a.ts':
          "import * as vscode from 'vscode';\nconst { languages } = vscode;\nlanguages.createLanguageStatusItem('a', 'json');",
      },
      /a\.ts:3 shows a status of a language/,
    ],
    [
      'Markdown that bypasses its module',
      { 'views/a.ts': "import * as vscode from 'vscode';\nnew vscode.MarkdownString('a');" },
      /a\.ts:2 makes Markdown/,
    ],
    [
      'Markdown that runs commands',
      {
        'host/markdown.ts':
          "import * as vscode from 'vscode';\nconst a = new vscode.MarkdownString();\na.isTrusted = true;",
      },
      /markdown\.ts:3 lets Markdown run commands/,
    ],
  ];
  for (const [name, files, sentence] of ways) {
    it(`text that VS Code shows is found if it is passed through ${name}`, () => {
      const found = parseSources(files).flatMap(strayText);
      assert.equal(found.filter(text => sentence.test(text)).length, 1, found.join('\n'));
    });
  }
});
