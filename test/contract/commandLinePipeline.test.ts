import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { callProgram, type CommandOutcome } from '../support/commandLine.ts';
import { step } from '../support/flowRunner.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { useFolder } from '../support/useFolder.ts';

describe('commandLinePipeline', () => {
  const folder = useFolder('pipeline');
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
  });

  beforeEach(() => {
    for (const name of ['flows', '.cloud-devices'])
      rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, 'flows'));
  });

  after(() => sandbox.stop());

  function call(command: string, ...args: readonly string[]): Promise<CommandOutcome> {
    const environment = {
      CLOUD_DEVICES_BASE_URL: sandbox.baseUrl,
      CLOUD_DEVICES_NAME: 'Staging',
      CLOUD_DEVICES_API_KEY: sandbox.key,
    };
    const names = args.some(name => name.startsWith('flows')) ? [] : ['flows'];
    return callProgram([command, ...args, ...names], folder, environment);
  }

  const pathOf = (file: string): string => join(folder, 'flows', `${file}.flow.json`);

  function bodyOf(name: string, seconds: number): { name: string; triggerId: string; actions: object[] } {
    return { name, triggerId: demoTriggerId('custom'), actions: [step('flow.wait', 1, { seconds })] };
  }

  function write(file: string, name: string, seconds = 1): void {
    writeFileSync(pathOf(file), JSON.stringify(bodyOf(name, seconds)));
  }

  async function create(name: string, seconds = 1): Promise<string> {
    return (await sandbox.client.createFlow({ body: bodyOf(name, seconds) as never })).value.data.id;
  }

  async function flowsNamed(name: string): Promise<readonly string[]> {
    const { items } = (await sandbox.client.listFlows({ query: { pageSize: 100 } })).value;
    return (items ?? []).filter(flow => flow.name === name).map(({ id }) => id);
  }

  async function describeFlow(flowId: string, description: string): Promise<void> {
    await sandbox.client.updateFlow({ params: { flowId }, body: { description } });
  }

  async function descriptionOf(flowId: string): Promise<unknown> {
    return (await sandbox.client.getFlow({ params: { flowId } })).value.data.description;
  }

  const links = (): string => readFileSync(join(folder, '.cloud-devices', 'links.json'), 'utf8');

  it('the command line that deploys from a pipeline adopts the flow of the same name instead of creating another one', async () => {
    const id = await create('Adopted');
    write('a', 'Adopted');
    const planned = await call('deploy', '--adopt');
    assert.match(
      planned.stdout,
      /a\.flow\.json: unchanged\n {2}The file is to be linked to the flow of this name\.\nNothing needs to change on the service\. Add --yes to link 1 file\.\n$/,
    );
    const linked = await call('deploy', '--adopt', '--yes');
    assert.match(
      linked.stdout,
      /unchanged\n {2}The file is linked to the flow of this name\.\nAll done\.\n$/,
    );
    assert.equal(linked.code, 0);
    assert.deepEqual(await flowsNamed('Adopted'), [id]);
    assert.match(links(), new RegExp(id));
  });

  it('the command line that deploys from a pipeline replaces an adopted flow that differs only if that is allowed', async () => {
    const id = await create('Adopted and different');
    write('a', 'Adopted and different', 2);
    const kept = await call('deploy', '--adopt', '--yes');
    assert.match(
      kept.stdout,
      new RegExp(`not done\\n {2}The file has the name of the flow ${id}, .* --on-drift`),
    );
    assert.equal(kept.code, 1);
    // The file still has no link, so the advice names the flow.
    const advice = /Run (pull --flow \S+ \S+) to keep/.exec(kept.stdout)?.[1]?.split(' ') ?? [];
    const [command = '', ...args] = advice;
    assert.equal((await call(command, '--yes', ...args)).code, 0);
    assert.partialDeepStrictEqual(
      JSON.parse(readFileSync(pathOf('a'), 'utf8')),
      bodyOf('Adopted and different', 1),
    );
    assert.equal((await call('deploy', '--check')).code, 0);
    rmSync(join(folder, '.cloud-devices'), { recursive: true });
    write('a', 'Adopted and different', 2);
    const replaced = await call('deploy', '--adopt', '--on-drift', 'overwrite', '--yes');
    assert.match(replaced.stdout, /a\.flow\.json: updated\n/);
    assert.deepEqual([replaced.code, await flowsNamed('Adopted and different')], [0, [id]]);
    assert.equal((await call('deploy', '--check')).code, 0);
  });

  it('the command line that deploys from a pipeline adopts none of several flows of the same name, and no flow of another file', async () => {
    for (let count = 0; count < 2; count++) await create('Twins');
    write('a', 'Twins');
    const several = await call('deploy', '--adopt', '--yes');
    assert.match(
      several.stdout,
      /The service has 2 flows with this name, so none of them is linked to the file\./,
    );
    assert.deepEqual([several.code, (await flowsNamed('Twins')).length], [1, 2]);
    write('a', 'Only one');
    assert.equal((await call('deploy', '--yes')).code, 0);
    write('b', 'Only one');
    const other = await call('deploy', '--adopt', '--yes');
    assert.match(other.stdout, /b\.flow\.json: created\n/);
    assert.equal((await flowsNamed('Only one')).length, 2);
  });

  it('the command line that deploys from a pipeline does not replace the change of someone else unless that is allowed', async () => {
    write('a', 'Changed by others');
    assert.equal((await call('deploy', '--yes')).code, 0);
    const [id = ''] = await flowsNamed('Changed by others');
    await describeFlow(id, 'By a colleague');
    write('a', 'Changed by others', 2);
    const plan = await call('deploy');
    assert.match(plan.stdout, /Changed on the service since .*\n {2}This needs --on-drift overwrite\.\n/);
    const kept = await call('deploy', '--yes');
    assert.match(
      kept.stdout,
      /not done\n {2}Changed on the service .* Run pull \S+ to keep .*links\.json is outdated/,
    );
    assert.deepEqual([kept.code, await descriptionOf(id)], [1, 'By a colleague']);
    const replaced = await call('deploy', '--yes', '--on-drift', 'overwrite');
    assert.deepEqual([replaced.code, await descriptionOf(id)], [0, null]);
  });

  it('the command line that deploys from a pipeline replaces and deletes no flow of a link without a deployed state unless that is allowed', async () => {
    write('a', 'Linked only');
    assert.equal((await call('deploy', '--yes')).code, 0);
    const file = join(folder, '.cloud-devices', 'links.json');
    const text = links().replace(/,?\s*"deployed": \{[^}]*\}/, '');
    assert.notEqual(text, links());
    writeFileSync(file, text);
    const [id = ''] = await flowsNamed('Linked only');
    await describeFlow(id, 'By a colleague');
    const plan = await call('deploy');
    assert.match(plan.stdout, /update\n {2}Nothing tells whether others .*\n {2}This needs --on-drift/);
    const kept = await call('deploy', '--yes');
    assert.match(kept.stdout, /not done\n {2}Nothing tells whether others .* Run pull \S+ to keep/);
    assert.deepEqual([kept.code, await descriptionOf(id)], [1, 'By a colleague']);
    renameSync(pathOf('a'), pathOf('b'));
    const pruned = await call('deploy', '--prune', '--yes', '--allow-delete');
    assert.match(pruned.stdout, /a\.flow\.json: not done\n {2}Nothing tells whether others .* Run pull/);
    assert.deepEqual([pruned.code, (await flowsNamed('Linked only')).includes(id)], [1, true]);
    rmSync(pathOf('b'));
    writeFileSync(file, text);
    write('a', 'Linked only');
    const replaced = await call('deploy', '--yes', '--on-drift', 'overwrite');
    assert.deepEqual([replaced.code, await descriptionOf(id)], [0, null]);
  });

  it('the command line that deploys from a pipeline pulls the change of someone else into the file', async () => {
    write('a', 'Pulled');
    assert.equal((await call('deploy', '--yes')).code, 0);
    const [id = ''] = await flowsNamed('Pulled');
    assert.match((await call('pull')).stdout, /a\.flow\.json: unchanged\nNothing needs to change\.\n$/);
    await describeFlow(id, 'By a colleague');
    const before = readFileSync(pathOf('a'), 'utf8');
    const shown = await call('pull');
    assert.match(
      shown.stdout,
      /^Flows of Staging\n.*a\.flow\.json: update\n {2}.*By a colleague.*\nNothing was changed\. Add --yes/s,
    );
    assert.deepEqual([shown.code, readFileSync(pathOf('a'), 'utf8')], [0, before]);
    const pulled = await call('pull', '--yes');
    assert.match(pulled.stdout, /a\.flow\.json: updated\n/);
    assert.equal(pulled.code, 0);
    assert.partialDeepStrictEqual(JSON.parse(readFileSync(pathOf('a'), 'utf8')), {
      name: 'Pulled',
      description: 'By a colleague',
    });
    // The pulled state is that of the last deployment, so nothing counts as changed by others.
    assert.equal((await call('deploy', '--check')).code, 0);
    const own = readFileSync(pathOf('a'), 'utf8').replace('By a colleague', 'Not deployed');
    writeFileSync(pathOf('a'), own);
    const kept = await call('pull', '--yes');
    assert.match(
      kept.stdout,
      /The file has changes that were not deployed\. Deploy it, or name the file itself/,
    );
    assert.deepEqual([kept.code, readFileSync(pathOf('a'), 'utf8')], [1, own]);
    const replaced = await call('pull', '--yes', 'flows/a.flow.json');
    assert.equal(replaced.code, 0);
    assert.match(readFileSync(pathOf('a'), 'utf8'), /By a colleague/);
    rmSync(pathOf('a'));
    const deleted = await call('pull', '--yes');
    assert.deepEqual(
      [deleted.code, deleted.stderr],
      [2, 'No file there is linked to a flow. Run deploy --adopt first.\n'],
    );
    assert.match((await call('pull', '--yes', 'flows/a.flow.json')).stdout, /a\.flow\.json: created\n/);
    await sandbox.client.deleteFlow({ params: { flowId: id } });
    const gone = await call('pull');
    assert.match(gone.stdout, /not done\n {2}The flow no longer exists on the service\.\n/);
  });

  it('the command line that deploys from a pipeline pulls a flow into a new file, and says what is not linked', async () => {
    const id = await create('New file');
    write('b', 'Not linked');
    const unlinked = await call('pull', 'flows/b.flow.json');
    assert.deepEqual(
      [unlinked.code, unlinked.stderr],
      [2, 'flows/b.flow.json is linked to no flow. Name the flow with --flow, or run deploy --adopt.\n'],
    );
    const planned = await call('pull', '--flow', id, 'flows/new.flow.json');
    assert.match(planned.stdout, /new\.flow\.json: create\n/);
    assert.equal((await call('pull', '--flow', id, '--yes', 'flows/new.flow.json')).code, 0);
    assert.partialDeepStrictEqual(JSON.parse(readFileSync(pathOf('new'), 'utf8')), { name: 'New file' });
    assert.equal((await call('deploy', '--check', 'flows/new.flow.json')).code, 0);
    writeFileSync(pathOf('same'), readFileSync(pathOf('new')));
    const same = await call('pull', '--flow', id, 'flows/same.flow.json');
    assert.match(same.stdout, /same\.flow\.json: unchanged\nNothing needs to change\.\n$/);
    assert.doesNotMatch(links(), /same\.flow\.json/);
    const outside = await call('pull', '--flow', id, '--yes', '--root', 'flows', 'staging.flow.json');
    assert.deepEqual([outside.code, outside.stdout], [2, '']);
    assert.match(outside.stderr, /is not a \*\.flow\.json file in the folder/);
  });

  it('the command line that deploys from a pipeline deletes the flow of a file that is gone only if that is allowed', async () => {
    for (const [file, name] of [
      ['a', 'Kept'],
      ['b', 'Pruned'],
    ] as const)
      write(file, name);
    assert.equal((await call('deploy', '--yes')).code, 0);
    rmSync(pathOf('b'));
    assert.equal((await call('deploy', '--check')).code, 0);
    const planned = await call('deploy', '--prune', '--check');
    assert.match(planned.stdout, /^Plan for Staging: 1 unchanged, 1 to delete\.\n/);
    assert.match(
      planned.stdout,
      /b\.flow\.json: delete\n {2}The file is gone\. The flow “Pruned” is deleted\.\n/,
    );
    assert.match(planned.stdout, /\nNothing was changed\. .*--yes/);
    assert.equal(planned.code, 1);
    const asked = await call('deploy', '--prune', '--yes');
    assert.match(
      asked.stdout,
      /b\.flow\.json: not done\n {2}This deletes a flow\. Add --allow-delete to agree\.\n/,
    );
    assert.deepEqual([asked.code, (await flowsNamed('Pruned')).length], [1, 1]);
    const [id = ''] = await flowsNamed('Pruned');
    await describeFlow(id, 'By a colleague');
    const drifted = await call('deploy', '--prune', '--yes', '--allow-delete');
    assert.match(drifted.stdout, /not done\n {2}.*changed on the service .* --on-drift overwrite/);
    assert.deepEqual([drifted.code, (await flowsNamed('Pruned')).length], [1, 1]);
    const done = await call('deploy', '--prune', '--yes', '--allow-delete', '--on-drift', 'overwrite');
    assert.match(done.stdout, /b\.flow\.json: deleted\n.*All done\.\n$/s);
    assert.deepEqual([done.code, await flowsNamed('Pruned'), (await flowsNamed('Kept')).length], [0, [], 1]);
    assert.doesNotMatch(links(), /b\.flow\.json/);
    assert.match((await call('deploy', '--prune', '--check')).stdout, /\nNothing needs to change\.\n$/);
  });

  it('the command line that deploys from a pipeline deletes nothing if a file was not deployed', async () => {
    write('a', 'Former name');
    assert.equal((await call('deploy', '--yes')).code, 0);
    rmSync(pathOf('a'));
    write('b', 'New name');
    const fault = { kind: 'status', status: 403 } as const;
    await sandbox.sandboxClient.addFault({ body: { operation: 'createFlow', fault, times: 1 } });
    const failed = await call('deploy', '--prune', '--allow-delete', '--yes');
    assert.match(
      failed.stdout,
      /a\.flow\.json: not done\n {2}Nothing is deleted, because a file was not deployed\.\n/,
    );
    assert.deepEqual([failed.code, (await flowsNamed('Former name')).length], [1, 1]);
    assert.equal((await call('deploy', '--prune', '--allow-delete', '--yes')).code, 0);
    assert.deepEqual([await flowsNamed('Former name'), (await flowsNamed('New name')).length], [[], 1]);
  });

  it('the command line that deploys from a pipeline keeps the flow of a file that was renamed', async () => {
    write('a', 'Renamed');
    assert.equal((await call('deploy', '--yes')).code, 0);
    const before = await flowsNamed('Renamed');
    renameSync(pathOf('a'), pathOf('b'));
    const { code, stdout } = await call('deploy', '--adopt', '--prune', '--yes');
    assert.match(stdout, /b\.flow\.json: unchanged\n/);
    assert.match(stdout, /a\.flow\.json: unlinked\n {2}The file is gone\. Its flow is kept,/);
    assert.deepEqual([code, await flowsNamed('Renamed')], [0, before]);
    assert.doesNotMatch(links(), /a\.flow\.json/);
  });

  it('the command line that deploys from a pipeline names each flow that it deletes, and leaves a creation that was interrupted alone', async () => {
    write('a', 'Kept by b');
    write('c', 'Interrupted');
    assert.equal((await call('deploy', '--yes')).code, 0);
    const [former, [kept = ''], [interrupted = '']] = [
      await create('Former'),
      await flowsNamed('Kept by b'),
      await flowsNamed('Interrupted'),
    ];
    renameSync(pathOf('a'), pathOf('b'));
    const stored = JSON.parse(links()) as { connections: Record<string, Record<string, object>> };
    for (const table of Object.values(stored.connections)) {
      table['flows/b.flow.json'] = { ...table['flows/a.flow.json'] };
      table['flows/a.flow.json'] = { ...table['flows/a.flow.json'], replaced: [former] };
      const creating = { name: 'Interrupted', graph: '' };
      table['flows/c.flow.json'] = { ...table['flows/c.flow.json'], creating };
    }
    writeFileSync(join(folder, '.cloud-devices', 'links.json'), JSON.stringify(stored));
    rmSync(pathOf('c'));
    const planned = await call('deploy', '--prune');
    const facts = `The file is gone. The former flow ${former} is deleted. The flow ${kept} is kept, because`;
    assert.ok(planned.stdout.includes(facts), planned.stdout);
    assert.doesNotMatch(planned.stdout, /c\.flow\.json/);
    assert.equal((await call('deploy', '--prune', '--allow-delete', '--yes')).code, 0);
    assert.deepEqual(await flowsNamed('Former'), []);
    assert.deepEqual(
      [await flowsNamed('Kept by b'), await flowsNamed('Interrupted')],
      [[kept], [interrupted]],
    );
  });

  it('the command line that deploys from a pipeline activates a flow with an execution, by default the one that has verified it', async () => {
    for (const file of ['a', 'b']) write(file, `Activated ${file}`, 0);
    const never = await call('activate', 'flows/a.flow.json');
    assert.match(
      never.stdout,
      /not done\n {2}The flow on the service is not the same as the file\. Deploy the file first\.\n/,
    );
    assert.equal(never.code, 1);
    const verified = await call('deploy', '--verify', '--format', 'json');
    const [first, second] = JSON.parse(verified.stdout) as { readonly executionId: string }[];
    const several = await call('activate', '--execution', first?.executionId ?? '');
    assert.deepEqual([several.code, several.stderr.includes('Name one file')], [2, true]);
    const wrong = await call('activate', '--execution', second?.executionId ?? '', 'flows/a.flow.json');
    assert.match(wrong.stdout, /a\.flow\.json: not done\n/);
    assert.equal(wrong.code, 1);
    const one = await call('activate', '--execution', first?.executionId ?? '', 'flows/a.flow.json');
    assert.match(one.stdout, /^Activation on Staging\nflows.a\.flow\.json: active\nAll done\.\n$/);
    const both = await call('activate');
    assert.match(both.stdout, /a\.flow\.json: active already\nflows.b\.flow\.json: active\nAll done\.\n$/);
    assert.equal(both.code, 0);
    const [id = ''] = await flowsNamed('Activated b');
    assert.equal((await sandbox.client.getFlow({ params: { flowId: id } })).value.data.enabled, true);
  });

  it('the command line that deploys from a pipeline does not activate a flow without an execution', async () => {
    write('a', 'Never verified');
    assert.equal((await call('deploy', '--yes')).code, 0);
    const { code, stdout } = await call('activate');
    assert.match(stdout, /No execution has verified the flow\. Name a successful one with --execution/);
    assert.equal(code, 1);
  });

  it('the command line that deploys from a pipeline says how long it waits at the request of the service, and does not wait for long', async () => {
    write('a', 'Limited');
    const limit = async (seconds: string): Promise<CommandOutcome> => {
      const fault = { kind: 'status', status: 429, headers: { 'retry-after': seconds } } as const;
      await sandbox.sandboxClient.addFault({ body: { operation: 'listActions', fault, times: 1 } });
      return call('deploy');
    };
    const waited = await limit('1');
    assert.equal(waited.code, 0);
    assert.match(waited.stderr, /^[^\n]* in 1 second\.\n$/);
    const refused = await limit('3600');
    assert.match(refused.stderr, /^[^\n]* Try again in 3600 s\.\n$/);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
  });
});
