import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { callProgram } from '../support/commandLine.ts';
import { spawnSandbox } from '../support/sandboxProcess.ts';

interface Address {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
}

describe('durability', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-sandbox-'));
  });

  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  function launch(...args: string[]): ChildProcess {
    const child = spawnSandbox(...args);
    children.push(child);
    return child;
  }

  async function address(child: ChildProcess): Promise<Address> {
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
    return JSON.parse(line) as Address;
  }

  async function names({ baseUrl, apiKey }: Address): Promise<string[]> {
    const response = await fetch(`${baseUrl}/devices`, { headers: { authorization: `Bearer ${apiKey}` } });
    const { items } = (await response.json()) as { items: { name: string }[] };
    return items.map(item => item.name);
  }

  it('the sandbox as a process prints its address in the first line and exits cleanly on SIGTERM', async () => {
    const child = launch('--key', 'a-key-of-mine');
    const told = await address(child);
    assert.deepEqual([told.apiKey, told.pid], ['a-key-of-mine', child.pid]);
    assert.ok((await names(told)).length >= 6);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);

    const watching = launch('--parent');
    await address(watching);
    watching.kill('SIGTERM');
    assert.deepEqual(await once(watching, 'exit'), [0, null]);
  });

  it('the sandbox as a process exits when its parent process exits', async () => {
    const child = launch('--parent');
    await address(child);
    child.stdin!.end();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('the sandbox as a process keeps its state in a file, even when it is killed, and is seeded only once', async () => {
    const file = join(folder, 'state.db');
    const first = launch('--data', file);
    const before = await names(await address(first));
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = launch('--data', file, '--seed', 'large');
    assert.deepEqual(await names(await address(second)), before);
    second.kill('SIGTERM');
    await once(second, 'exit');
  });

  it('the sandbox as a process completes a reboot during which it was killed', async () => {
    const args = ['--data', join(folder, 'reboot.db'), '--time-scale', '0.05'];
    const call = async (method: string, path: string, { baseUrl, apiKey }: Address): Promise<unknown> => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await fetch(`${baseUrl}/devices/${demoDeviceId('phone')}${path}`, { method, headers });
      const text = await response.text();
      return text === '' ? response.status : (JSON.parse(text) as { state: unknown }).state;
    };
    const first = launch(...args);
    assert.equal(await call('POST', '/reboot', await address(first)), 200);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = launch(...args);
    assert.equal(await call('GET', '/wait', await address(second)), 'ready');
    second.kill('SIGTERM');
    await once(second, 'exit');
  });

  it('the sandbox as a process refuses a file of a newer version and does not change it', async () => {
    const file = join(folder, 'newer.db');
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE future (x); PRAGMA user_version = 4000');
    db.close();
    const bytes = await readFile(file);
    const child = launch('--data', file);
    let said = '';
    child.stderr!.on('data', chunk => (said += String(chunk)));
    assert.deepEqual(await once(child, 'close'), [1, null]);
    assert.match(said, /newer version \(4000/);
    assert.deepEqual(await readFile(file), bytes);
  });

  for (const [args, problem] of [
    [['--port', 'http'], /--port .* It takes a whole number/],
    [['--seed', 'huge'], /--seed .* Allowed choices are demo, empty, large/],
    [['--nonsense'], /nonsense/],
  ] as const) {
    it(`the sandbox as a process prints the error of ${args.join(' ')} and exits with 2`, async () => {
      const { code, stderr } = await callProgram(['sandbox', ...args]);
      assert.match(stderr, problem);
      assert.equal(code, 2);
    });
  }
});
