import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { NPM_PACKAGE } from '../../scripts/host/vsix.mjs';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { pngSize } from '../../src/util/pngSize.ts';
import { type CommandOutcome, runProgram } from '../support/commandLine.ts';
import { useFolder } from '../support/useFolder.ts';

describe('commandLine', () => {
  const folder = useFolder('npm-package');
  const installed = join(folder, 'node_modules/cloud-device-automation');

  before(async () => {
    writeFileSync(join(folder, 'package.json'), '{}');
    cpSync('examples', join(folder, 'flows'), { recursive: true });
    const args = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', NPM_PACKAGE];
    const { code, stderr } = await run('npm', args);
    assert.equal(code, 0, stderr);
  });

  function run(program: string, args: readonly string[]): Promise<CommandOutcome> {
    return runProgram(program, args, folder);
  }

  /** Runs the program as npm links it. */
  function call(...args: readonly string[]): Promise<CommandOutcome> {
    return run(process.execPath, ['node_modules/.bin/cloud-device-automation', ...args]);
  }

  it('the npm package in an empty folder has no dependencies and only the files that it needs', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    assert.equal('dependencies' in manifest, false);
    assert.deepEqual(readdirSync(join(installed, 'dist')), [
      'ThirdPartyNotices.txt',
      'agentView.html.br',
      'bin.js',
      'cli.js',
      'testReport.html.br',
    ]);
    assert.deepEqual(readdirSync(installed), ['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('the npm package in an empty folder prints its version and nothing else', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    assert.deepEqual(await call('--version'), { code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('the npm package in an empty folder checks flow files', async () => {
    const { code, stdout } = await call('validate', 'flows');
    assert.match(stdout, /mistakes\.flow\.json:18:23: error param-value: /);
    assert.equal(code, 1);
  });

  it('the npm package in an empty folder tests flow files and writes a JUnit report', async () => {
    const { code, stdout, stderr } = await call('test', '--junit', 'flows.xml', 'flows/sign-in.flow.json');
    assert.match(stdout, /✓ flows[/\\]sign-in\.flow\.json: types the passcode of the newest mail/);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(readFileSync(join(folder, 'flows.xml'), 'utf8'), /^<\?xml .*\n<testsuites name="flows"/);
  });

  it('the npm package in an empty folder writes an HTML report with the trace of a failed run, and prints the trace', async () => {
    const text = readFileSync(join(folder, 'flows/sign-in.flow.json'), 'utf8');
    const flow = join(folder, 'failing.flow.json');
    writeFileSync(flow, text.replace('"text": "I accept the terms"', '"text": "I accept the term"'));
    const reporters = ['--reporter', 'html=report.html', '--reporter', 'json=parts/1.json'];
    const { code, stderr } = await call('test', ...reporters, 'failing.flow.json');
    assert.deepEqual([code, stderr], [1, '']);
    const report = readFileSync(join(folder, 'report.html'), 'utf8');
    assert.match(report, /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
    assert.match(report, /<script type="application\/octet-stream" id="trace-1-1">[\w+/=]{1000,}<\/script>/);
    const printed = await call('trace', 'parts/1-traces/1-1.flow-trace');
    assert.match(printed.stdout, /: failed\n/);
    assert.deepEqual([printed.code, printed.stderr], [0, '']);
  });

  it('the npm package in an empty folder runs the sandbox until it is stopped', async () => {
    const child = execFile(
      process.execPath,
      ['node_modules/.bin/cloud-device-automation', 'sandbox', '--parent'],
      { cwd: folder },
    );
    const exited = once(child, 'exit');
    assert.ok(child.stdout && child.stdin);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { baseUrl, apiKey } = JSON.parse(line) as { readonly baseUrl: string; readonly apiKey: string };
    const read = async (path: string): Promise<Buffer> => {
      const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
      assert.equal(answer.status, 200, path);
      return Buffer.from(await answer.arrayBuffer());
    };
    // A thread of the same program draws it.
    const picture = await read(`/devices/${demoDeviceId('phone')}/screenshot`);
    assert.deepEqual({ ...pngSize(picture) }, { width: 1080, height: 2400 });
    child.stdin.end();
    assert.deepEqual(await exited, [0, null]);
  });

  it('the npm package in an empty folder prepares a folder, whose flow passes its test', async () => {
    const { code, stdout } = await call('init', '--github', 'project');
    assert.match(stdout, /^Created project[/\\]flows[/\\]first\.flow\.json\.$/m);
    assert.equal(code, 0);
    const tested = await call('test', 'project');
    assert.match(tested.stdout, /\n1 passed, 0 failed, 0 not run\n$/);
    assert.equal(tested.code, 0);
  });

  it('the npm package in an empty folder compares flow files', async () => {
    const text = readFileSync(join(folder, 'flows/first-steps.flow.json'), 'utf8');
    writeFileSync(join(folder, 'new.flow.json'), text.replace('"seconds": 2', '"seconds": 3'));
    const { stdout } = await call('diff', 'flows/first-steps.flow.json', 'new.flow.json');
    assert.equal(stdout, 'new.flow.json has 1 change:\n  Step 3 “Wait”: params.seconds is 3, was 2.\n');
  });

  it('the npm package in an empty folder completes commands and options', async () => {
    const { stdout } = await call('complete', '--', 'va');
    assert.equal(stdout, 'validate\n');
    const options = await call('complete', '--', 'validate', '--format', '');
    assert.equal(options.stdout, 'text\njson\nsarif\n');
    const script = await call('completion', 'bash');
    const completed = await run('bash', [
      '-c',
      `PATH="$PWD/node_modules/.bin:$PATH"
      ${script.stdout}
      COMP_WORDS=(cloud-device-automation test --ca); COMP_CWORD=2; _cloud_device_automation; echo "\${COMPREPLY[@]}"`,
    ]);
    assert.equal(completed.stdout, '--catalog\n');
  });

  it('the npm package in an empty folder says which version of Node.js it needs', async () => {
    const older = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";
    const { code, stdout, stderr } = await run(process.execPath, [
      '--import',
      older,
      'node_modules/.bin/cloud-device-automation',
      '--version',
    ]);
    assert.match(stderr, /^cloud-device-automation needs Node\.js 22\.13 or newer, and this is v/);
    assert.deepEqual([code, stdout], [2, '']);
  });
});
