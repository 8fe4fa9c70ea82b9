import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { callProgram, type CommandOutcome, hasGit, runGit } from '../../support/commandLine.ts';
import { useFolder } from '../../support/useFolder.ts';

const FIRST = readFileSync('examples/first-steps.flow.json', 'utf8');
const LONGER = FIRST.replace('"seconds": 2', '"seconds": 3');

describe('commandLine/diffCommand: command that compares flow files', () => {
  const folder = useFolder('diff');
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const diff = (...args: string[]): Promise<CommandOutcome> => callProgram(['diff', ...args], folder);

  before(() => {
    write('old.flow.json', FIRST);
    write(
      'new.flow.json',
      LONGER.replace(/"deviceIds": \[.*\]/, '"deviceIds": [], "recordingEnabled": true'),
    );
  });

  it('the command that compares flow files says in sentences what changed in meaning', async () => {
    const { code, stdout } = await diff('old.flow.json', 'new.flow.json');
    assert.deepEqual(stdout.split('\n'), [
      'new.flow.json has 3 changes:',
      '  Devices: bc19a5dc-a46d-4723-9f28-1c25924e01f5 → none',
      '  Recording: none → the whole run',
      '  Step 3 “Wait”: params.seconds is 3, was 2.',
      '',
    ]);
    assert.equal(code, 0);
    const back = await diff('--exit-code', 'new.flow.json', 'old.flow.json');
    assert.match(back.stdout, /Recording: the whole run → none/);
    assert.equal(back.code, 1);
  });

  it('the command that compares flow files finds no change in another notation', async () => {
    write('compact.flow.json', JSON.stringify(JSON.parse(FIRST)));
    const { code, stdout } = await diff('--exit-code', 'old.flow.json', 'compact.flow.json');
    assert.deepEqual([code, stdout], [0, 'No flow has changed.\n']);
  });

  it('the command that compares flow files writes Markdown for a pull request, without markup of the flow', async () => {
    write('odd.flow.json', LONGER.replace('"First steps"', '"**a** <b>\\u001b[31m"'));
    const { stdout } = await diff('--format', 'markdown', 'old.flow.json', 'odd.flow.json');
    assert.match(stdout, /^## Changed flows\n\n### `odd\.flow\.json` – \\\*\\\*a\\\*\\\* \\<b\\>/);
    assert.match(stdout, /\n- Step 3 “Wait”: params\.seconds is 3, was 2\. \(needs a new verification\)\n/);
    assert.equal(stdout.includes('\u001b'), false);
  });

  it('the command that compares flow files writes JSON with the values', async () => {
    const { stdout } = await diff('--format', 'json', 'old.flow.json', 'new.flow.json');
    const [change] = JSON.parse(stdout) as { differences: object[] }[];
    assert.deepEqual(change?.differences[1], {
      text: 'Recording: none → the whole run',
      kind: 'setting',
      setting: 'recordingPolicy',
      after: { mode: 'flow' },
      graph: false,
    });
  });

  it('the command that compares flow files says why a file cannot be compared', async () => {
    write('broken.flow.json', '{ "name": ');
    const { stdout } = await diff('old.flow.json', 'broken.flow.json');
    assert.match(
      stdout,
      /^broken\.flow\.json cannot be compared: broken\.flow\.json does not hold a flow\. /,
    );
    for (const args of [['old.flow.json'], ['old.flow.json', 'none.flow.json'], []]) {
      const { code, stderr } = await diff(...args);
      assert.match(stderr, /Name two files|none\.flow\.json cannot be read: there is no such file\./);
      assert.equal(code, 2);
    }
  });

  it('the command that compares flow files compares the files of a folder with a commit of Git, and shows changes in git diff', async function () {
    if (!hasGit()) this.skip();
    const project = join(folder, 'project');
    mkdirSync(join(project, 'flows/deep'), { recursive: true });
    const names = ['changed', 'removed', 'renamed', 'same'];
    runGit(project, 'init', '--initial-branch', 'main');
    for (const name of names) write(`project/flows/${name}.flow.json`, FIRST.replace('First', name));
    write('project/flows/notes.json', '1');
    runGit(project, 'add', '.');
    runGit(project, 'commit', '--message', 'A');
    write('project/flows/changed.flow.json', LONGER.replace('First', 'changed'));
    write('project/flows/same.flow.json', FIRST.replace('First', 'same').replaceAll('  ', '    '));
    write('project/flows/notes.json', '2');
    write('project/flows/deep/ä new.flow.json', FIRST);
    rmSync(join(project, 'flows/removed.flow.json'));
    renameSync(join(project, 'flows/renamed.flow.json'), join(project, 'flows/other name.flow.json'));
    runGit(project, 'add', 'flows/other name.flow.json', 'flows/renamed.flow.json');
    const compare = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await callProgram(['diff', '--base', 'main', ...args], project);
      return stdout.replaceAll('\\', '/').trimEnd().split('\n');
    };
    assert.deepEqual(await compare(), [
      'flows/changed.flow.json has 1 change:',
      '  Step 3 “Wait”: params.seconds is 3, was 2.',
      'flows/deep/ä new.flow.json was added.',
      'flows/other name.flow.json was flows/renamed.flow.json.',
      'flows/removed.flow.json was removed.',
    ]);
    assert.deepEqual(await compare('flows/deep'), ['flows/deep/ä new.flow.json was added.']);
    assert.deepEqual(await compare('flows/same.flow.json'), ['No flow has changed.']);

    const clone = join(folder, 'clone');
    runGit(project, 'commit', '--message', 'B', '--allow-empty');
    runGit(folder, 'clone', '--quiet', '--depth', '1', pathToFileURL(project).href, clone);
    const shallow = await callProgram(['diff', '--base', 'HEAD~1'], clone);
    assert.equal(shallow.code, 2);
    assert.match(
      shallow.stderr,
      /because this clone is shallow and lacks the earlier commits\. Run “git fetch --unshallow/,
    );

    await callProgram(['init', '--git-diff', project], folder);
    const shown = runGit(project, 'diff', '--', 'flows/changed.flow.json', 'flows/same.flow.json');
    assert.match(shown, /\n- +"seconds": 2\n\+ +"seconds": 3\n/);
    assert.equal(shown.includes('"name": "same steps"'), false);

    // Without the program, such as after an update of Node.js, Git shows the text of the files.
    const convert = runGit(project, 'config', 'diff.cloud-flow.textconv').trim();
    assert.doesNotMatch(convert, /\bnpx\b/);
    runGit(project, 'config', 'diff.cloud-flow.textconv', convert.replace(process.execPath, '/gone/node'));
    const plain = runGit(project, 'diff', '--', 'flows/changed.flow.json');
    assert.match(plain, /\n-.*"seconds": 2.*\n\+.*"seconds": 3/);
  });
});

describe('commandLine/diffCommand: command that prepares a folder', () => {
  const folder = useFolder('init');

  it('the command that prepares a folder writes a first flow with a test and a workflow, and keeps them the second time', async () => {
    const { code, stdout } = await callProgram(['init', '--github', 'a/b'], folder);
    assert.equal(code, 0);
    assert.deepEqual(
      stdout.replaceAll('\\', '/').split('\n').slice(0, 3),
      ['flows/first.flow.json', 'flows/first.flow.test.json', '.github/workflows/flows.yml'].map(
        name => `Created a/b/${name}.`,
      ),
    );
    assert.match(stdout, /\nNext: npx cloud-device-automation test a[/\\]b[/\\]flows\n$/);
    assert.deepEqual(
      [(await callProgram(['validate', 'a'], folder)).code, (await callProgram(['test', 'a'], folder)).code],
      [0, 0],
    );
    const again = await callProgram(['init', '--github', 'a/b'], folder);
    assert.match(again.stdout, /\nNext: npx cloud-device-automation test a[/\\]b\n$/);
    assert.match(again.stdout, /^Kept a[/\\]b[/\\]\.github[/\\]workflows[/\\]flows\.yml, which exists\.$/m);
  });

  it('the command that prepares a folder adds its line to .gitattributes once', async function () {
    if (!hasGit()) this.skip();
    const project = join(folder, 'project');
    mkdirSync(project);
    runGit(project, 'init');
    writeFileSync(join(project, '.gitattributes'), '* text=auto');
    await callProgram(['init'], project);
    assert.equal(readFileSync(join(project, '.gitattributes'), 'utf8'), '* text=auto');
    assert.doesNotMatch(runGit(project, 'config', '--list', '--local'), /cloud-flow/);
    for (let count = 0; count < 2; count++) await callProgram(['init', '--git-diff'], project);
    const attributes = readFileSync(join(project, '.gitattributes'), 'utf8');
    assert.equal(attributes, '* text=auto\n*.flow.json diff=cloud-flow\n');
    assert.match(runGit(project, 'config', 'diff.cloud-flow.textconv'), /cli\.ts' diff --textconv/);
  });

  it('the command that prepares a folder follows no symbolic link out of the folder', async function () {
    const [project, outside] = [join(folder, 'linked'), join(folder, 'outside')];
    for (const path of [project, outside]) mkdirSync(path);
    symlinkSync(outside, join(project, 'flows'));
    symlinkSync(outside, join(project, '.github'));
    const first = await callProgram(['init'], project);
    assert.match(first.stderr, /first\.flow\.json leads outside the folder by a symbolic link/);
    assert.equal(first.code, 2);
    rmSync(join(project, 'flows'));
    const second = await callProgram(['init', '--github'], project);
    assert.match(second.stderr, /flows\.yml leads outside the folder by a symbolic link/);
    rmSync(join(project, '.github'));
    if (hasGit()) {
      runGit(project, 'init');
      writeFileSync(join(outside, 'attributes'), '');
      symlinkSync(join(outside, 'attributes'), join(project, '.gitattributes'));
      const third = await callProgram(['init', '--git-diff'], project);
      assert.match(third.stderr, /\.gitattributes leads outside the folder by a symbolic link/);
      assert.equal(readFileSync(join(outside, 'attributes'), 'utf8'), '');
      rmSync(join(outside, 'attributes'));
    }
    assert.deepEqual(readdirSync(outside), []);
  });

  it('the command that prepares a folder leaves a .gitattributes that is not UTF-8 as it is', async function () {
    if (!hasGit()) this.skip();
    const project = join(folder, 'latin');
    mkdirSync(project);
    runGit(project, 'init');
    const file = join(project, '.gitattributes');
    const bytes = Buffer.from('# Grüße', 'latin1');
    writeFileSync(file, bytes);
    const { code, stderr } = await callProgram(['init', '--git-diff'], project);
    assert.match(stderr, /attributes cannot be changed: .* the byte FC in line 1, column 5 is invalid/);
    assert.equal(code, 2);
    assert.deepEqual(readFileSync(file), bytes);
  });

  it('the command that prepares a folder writes a workflow for the flows of a folder at the top of its repository', async function () {
    if (!hasGit()) this.skip();
    const project = join(folder, 'top');
    mkdirSync(join(project, 'my flows'), { recursive: true });
    runGit(project, 'init');
    writeFileSync(join(project, 'my flows', 'a.flow.json'), FIRST);
    const { stdout } = await callProgram(['init', '--github', 'my flows'], project);
    assert.equal(
      stdout.replaceAll('\\', '/'),
      'Created .github/workflows/flows.yml.\nNext: npx cloud-device-automation test "my flows"\n',
    );
    const { jobs } = parse(readFileSync(join(project, '.github/workflows/flows.yml'), 'utf8')) as {
      readonly jobs: { readonly flows: { readonly steps: readonly { readonly run?: string }[] } };
    };
    const commands = jobs.flows.steps.flatMap(({ run }) => run ?? []);
    assert.equal(commands[0], "npx --yes cloud-device-automation validate 'my flows'");
    const again = await callProgram(['init', '--github'], join(project, 'my flows'));
    assert.match(again.stdout, /^Kept \.\.[/\\]\.github[/\\]workflows[/\\]flows\.yml, which exists\.$/m);
  });

  it('the command that prepares a folder adds its server to the configurations of agents only if that is wanted', async () => {
    const project = join(folder, 'agents');
    mkdirSync(join(project, '.gemini'), { recursive: true });
    const [servers, gemini] = [join(project, '.mcp.json'), join(project, '.gemini', 'settings.json')];
    writeFileSync(
      servers,
      '{\n    "mcpServers": {\n        "other": { "command": "other" }\n    },\n    "more": 1\n}\n',
    );
    const read = (file: string): Record<string, unknown> =>
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    // There is no terminal in which it could ask.
    for (const args of [[], ['--no-agents', '--yes']]) await callProgram(['init', ...args], project);
    assert.deepEqual(Object.keys(read(servers)['mcpServers'] as object), ['other']);
    assert.deepEqual(readdirSync(project).includes('AGENTS.md'), false);

    const { stdout } = await callProgram(['init', '--agents'], project);
    assert.match(stdout, /^Added the MCP server cloud-devices to \.mcp\.json\.$/m);
    assert.match(stdout, /^Created AGENTS\.md\.$/m);
    const server = {
      command: 'npx',
      args: ['--yes', 'cloud-device-automation', 'mcp', '--folder', '.'],
    };
    assert.deepEqual(read(servers), {
      mcpServers: { other: { command: 'other' }, 'cloud-devices': server },
      more: 1,
    });
    assert.match(readFileSync(servers, 'utf8'), /^ {8}"cloud-devices": /m);
    assert.deepEqual(read(gemini), { mcpServers: { 'cloud-devices': server } });
    assert.equal(readdirSync(project).includes('.cursor'), false);

    const before = readFileSync(servers, 'utf8');
    const again = await callProgram(['init', '--yes'], project);
    assert.match(again.stdout, /^Kept \.mcp\.json, which has cloud-devices\.$/m);
    assert.match(again.stdout, /^Kept AGENTS\.md, which exists\.$/m);
    assert.equal(readFileSync(servers, 'utf8'), before);

    writeFileSync(servers, '{\n  // Comment\n  "mcpServers": {},\n}\n');
    assert.equal((await callProgram(['init', '--agents'], project)).code, 0);
    assert.match(readFileSync(servers, 'utf8'), /\/\/ Comment\n.*"cloud-devices"/s);
    writeFileSync(gemini, '[]');
    const partly = await callProgram(['init', '--agents'], project);
    assert.match(partly.stdout, /^Kept \.mcp\.json, which has cloud-devices\.$/m);
    assert.match(
      partly.stderr,
      /settings\.json cannot be changed, .* or its “mcpServers” is not an object\./,
    );

    for (const broken of ['{ "mcpServers": [] }', '[]', '{']) {
      writeFileSync(servers, broken);
      const { code, stderr } = await callProgram(['init', '--agents'], project);
      assert.match(stderr, /^\.mcp\.json cannot be changed, because it is not a JSON object/);
      assert.deepEqual([code, readFileSync(servers, 'utf8')], [2, broken]);
    }
  });

  it('the command that prepares a folder says why a folder cannot be prepared', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await callProgram(['init', 'file'], folder);
    assert.match(stderr, /^file cannot be prepared: /);
    assert.equal(code, 2);
  });
});
