import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProposalFile } from '../../../src/commandLine/test/proposals.ts';
import { readTrace, type TraceDocument, writeTrace } from '../../../src/flow/trace/traceFile.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { callProgram } from '../../support/commandLine.ts';
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

describe('the commands that propose and apply repairs', () => {
  const folder = useFolder('repairs');
  const file = join(folder, 'sign-up.flow.json');
  const proposals = join(folder, 'repairs.json');
  const traces = join(folder, 'traces');

  it('repair a flow from the trace of an earlier run, only if asked, and refuse one that has changed since', async () => {
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

    const shown = await callProgram(['heal', proposals]);
    assert.equal(shown.code, 0);
    assert.match(shown.stdout, /has 2 changes:[^]+Step 2: The field .* now has the resource ID “form\.name”/);
    assert.match(shown.stdout, /\n2 repairs shown\. Add --yes to apply\.\n$/);
    assert.equal(readFileSync(file, 'utf8'), old);

    const applied = await callProgram(['heal', '--yes', proposals]);
    assert.equal(applied.code, 0);
    assert.equal(readFileSync(file, 'utf8'), `\ufeff${JSON.stringify(FLOW, undefined, 2)}`);
    const again = await callProgram(['test', file]);
    assert.equal(again.code, 0, again.stdout);

    const refused = await callProgram(['heal', '--yes', proposals]);
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /was not changed: Step 2 has changed since the run/);
    assert.equal(readFileSync(file, 'utf8'), `\ufeff${JSON.stringify(FLOW, undefined, 2)}`);

    const none = await callProgram(['heal', '--least-confidence', '1', proposals]);
    assert.equal(none.stdout, 'There is nothing to repair.\n');
  });

  it('name what is wrong with their files', async () => {
    const missing = await callProgram(['test', '--propose', proposals, file]);
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /^Add --baseline FILE/);
    const noTrace = await callProgram(['test', '--propose', proposals, '--baseline', file, file]);
    assert.equal(noTrace.code, 2);
    assert.match(noTrace.stderr, /sign-up\.flow\.json: /);
    writeFileSync(proposals, '{"version": 2, "proposals": []}');
    const other = await callProgram(['heal', proposals]);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /is not a file of proposals\. version:/);
  });
});
