import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileCycles, folderCycles, moduleCycles } from '../support/sourceRules/cycles.ts';
import { formProblems } from '../support/sourceRules/form.ts';
import { importsOf } from '../support/sourceRules/imports.ts';
import { nameProblems, unusedExceptions } from '../support/sourceRules/names.ts';
import { sizeProblems } from '../support/sourceRules/size.ts';
import { parseSources, readSources, type Source } from '../support/sourceRules/source.ts';
import { forbiddenImports } from '../support/sourceRules/moduleImports.ts';
import { IMPORT_RULES as rules } from '../support/sourceRules/importRules.ts';
import { titleProblems } from '../support/sourceRules/titles.ts';

/** The folders whose direct subfolders, with the files next to them, form layers. */
const layered = ['flow', 'sandbox', 'sandbox/features'];

const limits = { file: 500, median: 120 };

function checkSources(sources: readonly Source[]): string[] {
  const imports = sources.flatMap(importsOf);
  return [
    ...forbiddenImports(imports, rules),
    ...fileCycles(imports),
    ...moduleCycles(imports),
    ...layered.flatMap(folder => folderCycles(imports, folder)),
    ...sizeProblems(sources, limits),
    ...sources.flatMap(formProblems),
    ...nameProblems(sources),
  ];
}

describe('sourceRules: source', () => {
  const sources = readSources(resolve(import.meta.dirname, '../../src'));
  const imports = sources.flatMap(importsOf);

  it('the source checks the open flow files of a window in one module', () => {
    const checking = imports.filter(({ file, typeOnly }) => file === 'flow/check/checkFlow.ts' && !typeOnly);
    const importers = new Set(checking.map(({ from }) => from).filter(path => !path.startsWith('flow/')));
    assert.deepEqual([...importers].toSorted(), [
      'agent/flowText.ts',
      'appState/flowDocuments.ts',
      'language/workspaceCheck.ts',
      // The service checks the flow of a request.
      'sandbox/features/flows/validation.ts',
      'validate/command.ts',
    ]);
  });

  it('the source is read completely', () => {
    assert.ok(sources.length > 100);
    assert.ok(imports.length > 300);
    assert.ok(imports.some(({ typeOnly, file }) => typeOnly && file !== undefined));
    const files = new Set(sources.map(({ path }) => path));
    const missing = imports.filter(({ file }) => file?.endsWith('.ts') && !files.has(file));
    assert.deepEqual(missing, []);
  });

  it('the source has imports only where the table of modules lets them through', () => {
    assert.deepEqual(forbiddenImports(imports, rules), []);
  });

  it('the source has no files that load one another in a circle', () => {
    assert.deepEqual(fileCycles(imports), []);
  });

  it('the source has no modules that import one another in a circle', () => {
    assert.deepEqual(moduleCycles(imports), []);
  });

  for (const folder of layered) {
    it(`the source has no folders of ${folder} that import one another in a circle`, () => {
      assert.deepEqual(folderCycles(imports, folder), []);
    });
  }

  it('the source has files of at most 500 lines and a median of at most 120', () => {
    assert.deepEqual(sizeProblems(sources, limits), []);
  });

  it('the source has no default exports, barrels, module variables or docstrings with an unclear opening', () => {
    assert.deepEqual(sources.flatMap(formProblems), []);
  });

  it('the source has exported names that stand for one thing', () => {
    assert.deepEqual(nameProblems(sources), []);
    assert.deepEqual(unusedExceptions(sources), []);
  });
});

describe('sourceRules: check of the source', () => {
  const breaches: readonly [name: string, files: Readonly<Record<string, string>>, sentence: RegExp][] = [
    [
      'a forbidden module',
      { 'views/a.ts': "\nimport { b } from '../commands/b.ts';\nb;" },
      /^src\/views\/a\.ts:2 imports \.\.\/commands\/b\.ts: views may import .*appState, not commands\.$/,
    ],
    [
      'types of a forbidden module',
      { 'util/a.ts': "import type { B } from '../contract/b.ts';" },
      /^src\/util\/a\.ts:1 imports \.\.\/contract\/b\.ts \(types\): util may import nothing, not contract\.$/,
    ],
    [
      'a type named by import()',
      { 'util/a.ts': "type A = import('../client/b.ts').B;" },
      /a\.ts:1 imports \.\.\/client\/b\.ts \(types\)/,
    ],
    [
      'the sandbox from the host',
      { 'host/a.ts': "const a = (): unknown => import('../sandbox/server.ts');\na();" },
      /host may import .*, not sandbox/,
    ],
    [
      'the sandbox from the extension',
      { 'extension.ts': "import { a } from './sandbox/a.ts';\na();" },
      /extension\.ts may import .*, not sandbox/,
    ],
    [
      'another module by a re-export',
      { 'client/a.ts': "export * from '../stores/b.ts';\nconst a = 1;\na;" },
      /client may import util, contract, not stores/,
    ],
    [
      'schemas of the contract in a page',
      { 'webview/a.ts': "import { Flow } from '../contract/records/flow.ts';\nFlow;" },
      /webview may import only types from contract/,
    ],
    [
      'a load that only names types in braces',
      { 'protocol/a.ts': "import { type Flow } from '../contract/records/flow.ts';\ntype A = Flow;" },
      /protocol may import only types from contract/,
    ],
    [
      'a plain file of the contract that loads something',
      { 'contract/limits.ts': "import { a } from './a.ts';\na;", 'contract/a.ts': 'const a = 1;\na;' },
      /contract\/limits\.ts:1 .*this file must load nothing/,
    ],
    ['a way out of src', { 'host/a.ts': "import a from '../../package.json';\na;" }, /it leaves src/],
    [
      'a module that the table lacks',
      { 'extra/a.ts': "import 'node:fs';" },
      /the table of modules has no extra/,
    ],
    [
      'vscode outside the host',
      { 'stores/a.ts': "import * as vscode from 'vscode';\nvscode;" },
      /stores may import the packages node\.$/,
    ],
    [
      'types of vscode outside the host',
      { 'flow/a.ts': "import type * as vscode from 'vscode';" },
      /flow may import the packages/,
    ],
    [
      'zod outside the contract',
      { 'sandbox/a.ts': "import * as z from 'zod';\nz;" },
      /sandbox may import only its types/,
    ],
    [
      'a part of zod outside the contract',
      { 'flow/a.ts': "import * as z from 'zod/mini';\nz;" },
      /flow may import the packages/,
    ],
    [
      'Node in a module that runs anywhere',
      { 'util/a.ts': "import 'node:fs';" },
      /util may import the packages nothing/,
    ],
    [
      'undici elsewhere in the client',
      { 'client/call.ts': "import { Agent } from 'undici';\nAgent;" },
      /only client\/dispatcher\.ts, client\/wakeHostFetch\.ts may load it/,
    ],
    [
      'undici by require',
      { 'client/call.ts': "require('undici');" },
      /client\/call\.ts:1 imports undici: only/,
    ],
    [
      'undici in the state of the window',
      { 'appState/a.ts': "import { Agent } from 'undici';\nAgent;" },
      /appState may import only its types/,
    ],
    [
      'SQLite outside the store',
      { 'sandbox/a.ts': "import 'node:sqlite';" },
      /only sandbox\/store\/ may load it/,
    ],
    [
      'a package that is computed',
      { 'host/a.ts': 'const a = (b: string): unknown => import(b);\na;' },
      /src\/host\/a\.ts:1 imports b:/,
    ],
    [
      'a circle of files',
      {
        'util/a.ts': "import { b } from './b.ts';\nb;",
        'util/b.ts': "import { c } from './c.ts';\nc;",
        'util/c.ts': "\nimport { a } from './a.ts';\na;",
      },
      /load one another in a circle: util\/a\.ts \(src\/util\/a\.ts:1\) → util\/b\.ts \(src\/util\/b\.ts:1\) → util\/c\.ts \(src\/util\/c\.ts:2\) → util\/a\.ts\.$/,
    ],
    ['a file that loads itself', { 'util/a.ts': "import './a.ts';" }, /circle: util\/a\.ts .* → util\/a\.ts/],
    [
      'a circle of modules, types included',
      {
        'stores/a.ts': "import type { B } from '../client/b.ts';",
        'client/b.ts': "import type { A } from '../stores/c.ts';",
      },
      /modules import one another in a circle: client .* → stores .* → client\.$/,
    ],
    [
      'a circle of folders of the sandbox, types included',
      {
        'sandbox/http/a.ts': "import { b } from '../store/b.ts';\nb;",
        'sandbox/store/b.ts': "import type { C } from '../engine/c.ts';",
        'sandbox/engine/c.ts': "import type { D } from '../http/d.ts';",
      },
      /folders import one another in a circle: sandbox\/engine .* → sandbox\/http .* → sandbox\/store .* → sandbox\/engine\.$/,
    ],
    [
      'a circle of a folder of the sandbox and the files at its top',
      {
        'sandbox/a.ts': "import type { B } from './http/b.ts';",
        'sandbox/http/b.ts': "import type { C } from '../c.ts';",
      },
      /folders import one another in a circle: sandbox \(.* → sandbox\/http .* → sandbox\.$/,
    ],
    [
      'a long file',
      { 'util/a.ts': '// x\n'.repeat(501) },
      /^src\/util\/a\.ts has 501 lines; the most is 500\.$/,
    ],
    [
      'files that are long on the whole',
      { 'util/a.ts': '// x\n'.repeat(121) },
      /^Half of the files have 121 lines/,
    ],
    [
      'a default export',
      { 'util/a.ts': '\n/** A. */\nexport default function a(): void {}' },
      /^src\/util\/a\.ts:3 exports a default/,
    ],
    [
      'a default export by assignment',
      { 'util/a.ts': 'const a = 1;\nexport default a;' },
      /a\.ts:2 exports a default/,
    ],
    [
      'a default export by a list',
      { 'util/a.ts': '/** A. */\nconst a = 1;\nexport { a as default };' },
      /a\.ts:3 exports a default/,
    ],
    [
      'a barrel',
      { 'util/a.ts': "export { b } from './b.ts';", 'util/b.ts': '/** B. */\nexport const b = 1;' },
      /^src\/util\/a\.ts:1 only passes on/,
    ],
    [
      'a barrel in two steps',
      {
        'util/a.ts': "import { b } from './b.ts';\nexport { b };",
        'util/b.ts': '/** B. */\nexport const b = 1;',
      },
      /^src\/util\/a\.ts:1 only passes on/,
    ],
    ['a let of the module', { 'util/a.ts': 'const a = 1;\nlet b = a;\nb++;' }, /a\.ts:2 keeps a variable/],
    ['a var of the module', { 'util/a.ts': 'var b = 1;\nb++;' }, /a\.ts:1 keeps a variable/],
    [
      'a docstring that opens with “What”',
      { 'util/a.ts': '\n/** What it is. */\nexport const a = 1;' },
      /^src\/util\/a\.ts:2 opens its docstring with “What”/,
    ],
    [
      'a name with two meanings',
      {
        'util/a.ts': '/** A. */\nexport const b = 1;',
        'util/c.ts': '/** C. */\nexport function b(): void {}',
      },
      /^src\/util\/c\.ts:2 exports b, as does src\/util\/a\.ts:2; use it, or rename one of them\.$/,
    ],
    [
      'a name of a type in two files',
      {
        'util/a.ts': '/** A. */\nexport interface B {}',
        'flow/c.ts': '/** C. */\nexport type B = 1;',
      },
      /^src\/util\/a\.ts:2 exports B, as does src\/flow\/c\.ts:2/,
    ],
    [
      'a docstring of a member that opens with “Whether”',
      { 'util/a.ts': 'interface A {\n  /**\n   * Whether it is.\n   */\n  readonly a: boolean;\n}' },
      /^src\/util\/a\.ts:2 opens its docstring with “Whether”/,
    ],
  ];
  for (const [name, files, sentence] of breaches) {
    it(`the check of the source finds ${name}`, () => {
      const found = checkSources(parseSources(files));
      assert.equal(found.filter(text => sentence.test(text)).length, 1, found.join('\n'));
    });
  }

  it('the check of the source finds nothing in a tree that keeps the rules', () => {
    const sound = parseSources({
      'extension.ts':
        "import type * as vscode from 'vscode';\nimport { open } from './views/a.ts';\n/** A. */\nexport const activate = (_: vscode.Uri): void => open();",
      'views/a.ts':
        "import * as vscode from 'vscode';\nimport { Limits } from '../contract/limits.ts';\n/** A. */\nexport function open(): void {\n  let a = Limits;\n  a = vscode;\n}",
      'flow/a.ts':
        "import { Limits } from '../contract/limits.ts';\nimport type { Flow } from '../contract/flow.ts';\n/** A. */\nexport const a: Flow = Limits;",
      'contract/limits.ts': '/** Limits. */\nexport const Limits = 1;',
      'contract/flow.ts':
        "import * as z from 'zod';\nimport type { Own } from './own.ts';\n/** A. */\nexport type Flow = Own | typeof z;",
      'contract/own.ts': "import type { Flow } from './flow.ts';\n/** A. */\nexport type Own = Flow[];",
      'client/dispatcher.ts': "import './wakeHostFetch.ts';\nimport { Agent } from 'undici';\nnew Agent();",
      'client/wakeHostFetch.ts': "Reflect.get(globalThis, 'Headers');",
      'client/client.ts': "import type { Dispatcher } from 'undici';\nconst a: Dispatcher[] = [];\na;",
      'commands/handlers.ts':
        "import { save } from './save.ts';\n/** H. */\nexport const handlers = { save };",
      'commands/save.ts': '/** Handles the command. */\nexport function save(): void {}',
      'agent/tools/save.ts':
        "import { defineTool } from '../tool.ts';\n/** The tool. */\nexport const save = defineTool();",
      'agent/tool.ts': '/** Defines a tool. */\nexport function defineTool(): void {}',
      'flow/save.ts':
        '/** Saves. */\nexport const save = 1;\n/** As a value and a type. */\nexport const Both = 1;\nexport type Both = 1;',
      'util/overload.ts':
        'export function d(): void;\nexport function d(b: 1): void;\n/** Does d. */\nexport function d(): void {}',
    });
    assert.deepEqual(checkSources(sound), []);
  });
});

describe('sourceRules: titles', () => {
  it('the titles of tests begin with their subject', () => {
    const tests = resolve(import.meta.dirname, '..');
    const paths = globSync('**/*.test.ts', { cwd: tests });
    assert.ok(paths.length > 500);
    const files = Object.fromEntries(paths.map(name => [name, readFileSync(join(tests, name), 'utf8')]));
    assert.deepEqual(titleProblems(files), []);
  });

  for (const title of ['is empty', 'keeps it', 'retries', 'with a key', 'and that', 'never', 'do not follow'])
    it(`the check of titles finds “${title}”`, () => {
      const text = `it('${title}', async () => {});\nstep(\n  "${title}",\n  () => {},\n);`;
      assert.equal(titleProblems({ 'a.test.ts': text }).length, 2);
    });

  it('the check of titles accepts a subject, and reads no call that is no test', () => {
    const text = "it('a key is empty', () => {});\nsubmit('is empty', () => {});\nstep('is', { a: 1 });";
    assert.deepEqual(titleProblems({ 'a.test.ts': text }), []);
  });
});
