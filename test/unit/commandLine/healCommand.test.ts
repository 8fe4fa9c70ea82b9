import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProposalFile } from '../../../src/commandLine/test/proposals.ts';
import { readTrace, type TraceDocument, writeTrace } from '../../../src/flow/trace/traceFile.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { callProgram, type CommandOutcome } from '../../support/commandLine.ts';
import { useFolder } from '../../support/useFolder.ts';

const FIELDS = { 'form.name': 'name_box', 'form.email': 'mail_box' } as const;

function tap(position: number, id: string): object {
  const target = { by: 'resourceId', resourceId: `org.sandbox.form:id/${id}` };
  return { actionId: demoActionId('device.tap'), position, overrides: { params: { target } } };
}

const FLOW = {
  ...{ name: 'Sign up', triggerId: demoTriggerId('custom'), deviceIds: [demoDeviceId('phone')] },
  actions: [
    { actionId: demoActionId('device.openUrl'), position: 1, overrides: { params: { url: 'form:' } } },
    tap(2, 'form.name'),
    tap(3, 'form.email'),
  ],
};

/** Returns a text with the names that the fields of the form had in an earlier version of the app. */
function withOldNames(text: string): string {
  return Object.entries(FIELDS).reduce(
    (changed, [now, then]) => changed.replaceAll(`:id/${now}"`, `:id/${then}"`),
    text,
  );
}

describe('commandLine/healCommand', () => {
  const folder = useFolder('repairs');
  const file = join(folder, 'sign-up.flow.json');
  const proposals = join(folder, 'repairs.json');
  const traces = join(folder, 'traces');

  function heal(...args: readonly string[]): Promise<CommandOutcome> {
    return callProgram(['heal', '--root', folder, ...args]);
  }

  it('the repair commands repair a flow from the trace of an earlier run, only if asked, and refuse one that has changed since', async () => {
    writeFileSync(file, JSON.stringify(FLOW, undefined, 2));
    const passed = await callProgram(['test', '--traces', traces, file]);
    assert.equal(passed.code, 0, passed.stdout);
    const [name] = readdirSync(traces);
    assert.equal(name, 'sign-up-the-run-succeeds.flow-trace');
    const baseline = join(traces, name);
    // The trace is made one of the app before its fields were renamed.
    const { document, pictures } = await readTrace(new Uint8Array(readFileSync(baseline)));
    const before = JSON.parse(withOldNames(JSON.stringify(document))) as TraceDocument;
    writeFileSync(baseline, await writeTrace({ document: before, pictures }));

    const old = `\ufeff${withOldNames(JSON.stringify(FLOW, undefined, 2))}`;
    writeFileSync(file, old);
    const failed = await callProgram(['test', '--propose', proposals, '--baseline', baseline, file]);
    assert.equal(failed.code, 1, failed.stdout);
    const { version, proposals: found } = JSON.parse(readFileSync(proposals, 'utf8')) as ProposalFile;
    assert.equal(version, 1);
    assert.deepEqual(
      found.flatMap(({ repairs }) => repairs.map(({ path, to }) => ({ path, to }))),
      [
        { path: [1], to: { resourceId: 'org.sandbox.form:id/form.name' } },
        { path: [2], to: { resourceId: 'org.sandbox.form:id/form.email' } },
      ],
    );
    assert.equal(readFileSync(file, 'utf8'), old, 'a proposal is not applied by itself');

    const shown = await heal(proposals);
    assert.equal(shown.code, 0);
    assert.match(shown.stdout, /has 2 changes:[^]+Step 2: The field .* now has the resource ID “form\.name”/);
    assert.match(shown.stdout, /\n2 repairs shown\. Add --yes to apply\.\n$/);
    assert.equal(readFileSync(file, 'utf8'), old);

    const applied = await heal('--yes', proposals);
    assert.equal(applied.code, 0);
    assert.equal(readFileSync(file, 'utf8'), `\ufeff${JSON.stringify(FLOW, undefined, 2)}`);
    const again = await callProgram(['test', file]);
    assert.equal(again.code, 0, again.stdout);

    const refused = await heal('--yes', proposals);
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /was not changed: Step 2 has changed since the run/);
    assert.equal(readFileSync(file, 'utf8'), `\ufeff${JSON.stringify(FLOW, undefined, 2)}`);

    const none = await heal('--least-confidence', '1', proposals);
    assert.equal(none.stdout, 'There is nothing to repair.\n');
  });

  /** Writes proposals that rename the field of step 2, for some files. */
  function propose(files: readonly string[]): void {
    const place = { screen: '1' };
    const repair = {
      ...{ path: [1], from: { resourceId: 'org.sandbox.form:id/name_box' }, isPart: false },
      ...{ to: { resourceId: 'org.sandbox.form:id/form.name' }, confidence: 1, reason: 'It was renamed.' },
      ...{ before: place, now: place },
    };
    const all = files.map(name => ({ file: name, case: 'a', repairs: [repair], alternatives: [] }));
    writeFileSync(proposals, JSON.stringify({ version: 1, proposals: all }));
  }

  it('the repair commands write only flow files inside the folder, not even by a symbolic link, and none in hidden folders', async () => {
    const old = withOldNames(JSON.stringify(FLOW, undefined, 2));
    const [project, outside] = [join(folder, 'project'), join(folder, 'outside')];
    for (const path of [project, outside, join(project, '.git'), join(project, 'node_modules')])
      mkdirSync(path, { recursive: true });
    const good = join(project, 'good.flow.json');
    const bad = [
      join(outside, 'x.flow.json'),
      join(project, '.git/x.flow.json'),
      join(project, 'node_modules/x.flow.json'),
      join(project, 'settings.json'),
    ];
    for (const path of [good, ...bad]) writeFileSync(path, old);
    symlinkSync(join(outside, 'x.flow.json'), join(project, 'linked.flow.json'));
    symlinkSync(join(project, 'settings.json'), join(project, 'other.flow.json'));
    symlinkSync(outside, join(project, 'away'));
    const named = [
      ...['../outside/x.flow.json', join(outside, 'x.flow.json'), 'linked.flow.json', 'away/x.flow.json'],
      ...['other.flow.json', '.git/x.flow.json', 'node_modules/x.flow.json', 'settings.json'],
    ];
    propose([...named, 'good.flow.json']);
    const outcome = await callProgram(['heal', '--yes', proposals], project);
    assert.equal(outcome.code, 1);
    assert.equal(outcome.stdout.match(/was not changed: It is not/g)?.length, named.length, outcome.stdout);
    assert.match(outcome.stdout, /\n1 repair applied\.\n$/);
    assert.match(readFileSync(good, 'utf8'), /form\.name/);
    for (const path of bad) assert.equal(readFileSync(path, 'utf8'), old, path);
    assert.deepEqual(readdirSync(outside), ['x.flow.json']);
  });

  it('the repair commands keep a flow that is not UTF-8 as it is', async () => {
    const old = withOldNames(JSON.stringify({ ...FLOW, name: 'Grüße' }, undefined, 2));
    const latin = Buffer.from(old, 'latin1');
    const wide = Buffer.from(`\ufeff${old}`, 'utf16le');
    for (const [bytes, problem] of [
      [latin, 'the byte FC in line 2, column 14 is invalid; save it as UTF-8'],
      [wide, 'it is UTF-16 LE text; save it as UTF-8'],
    ] as const) {
      writeFileSync(file, bytes);
      propose([file]);
      const { code, stdout } = await heal('--yes', proposals);
      assert.equal(code, 1);
      assert.ok(stdout.startsWith(`${file} was not changed: It cannot be read: `), stdout);
      assert.ok(stdout.includes(`${problem}.\n`), stdout);
      assert.deepEqual(readFileSync(file), bytes);
    }
  });

  it('the repair commands name what is wrong with their files', async () => {
    const missing = await callProgram(['test', '--propose', proposals, file]);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /^Add --baseline FILE/);
    const noTrace = await callProgram(['test', '--propose', proposals, '--baseline', file, file]);
    assert.equal(noTrace.code, 2);
    assert.match(noTrace.stderr, /sign-up\.flow\.json: /);
    writeFileSync(proposals, '{"version": 2, "proposals": []}');
    const other = await heal(proposals);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /is not a file of proposals\. version:/);
  });
});
