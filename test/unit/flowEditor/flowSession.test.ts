import assert from 'node:assert/strict';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import { coverFlow } from '../../../src/flow/run/coverage.ts';
import { runSteps } from '../../../src/flow/run/runSteps.ts';
import { valueChoices } from '../../../src/protocol/flowValues.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { FLOW_ID, MemoryEditor, settle, VALID_FLOW, TAP_ACTION } from '../../support/memoryEditor.ts';
import { type MemoryFile, type MemoryWindow, namedFlow } from '../../support/memoryFlow.ts';
import { CONNECTION, type MemorySources } from '../../support/memorySources.ts';

const EXECUTION = { id: '0d1e0000-0000-4000-8000-00000000000e', status: 'failed' };

describe('flowEditor/flowSession', () => {
  let editor: MemoryEditor;
  let file: MemoryFile;
  let window: MemoryWindow;
  let sources: MemorySources;

  beforeEach(() => {
    editor = new MemoryEditor();
    ({ file, window, sources } = editor);
  });

  afterEach(() => editor.close());

  it('a visual editor of a flow file offers sample values if its steps read the payload', async () => {
    await editor.openSteps('a');
    assert.equal((await window.show()).running.readsPayload, false);
    await editor.open(file.text.replace('"a"', '"{{event.payload.code}}"'));
    assert.equal((await window.show()).running.readsPayload, true);
  });

  describe('text editor', () => {
    const offsetOf = (name: string): number => file.text.indexOf(`"${name}"`);

    /** The name of the inspected step. */
    function shown(): string | undefined {
      const { details } = window.flow;
      return details.kind === 'step' ? details.nameOverride : undefined;
    }

    it('a visual editor of a flow file beside a text editor of the file shows the step at its cursor, without a field that takes the focus', async () => {
      await editor.openSteps('a', ['b', 'b1']);
      await window.show([0]);
      file.putCursor(offsetOf('b1'));
      assert.deepEqual([shown(), window.flow.select, window.flow.reveal], ['b1', [[1, 0]], undefined]);
      const { length } = window.shown;
      file.putCursor(offsetOf('b1') + 1);
      file.putCursor(file.text.indexOf('['));
      assert.equal(window.shown.length, length);
      file.putCursor(offsetOf('Named'));
      assert.equal(window.flow.details.kind, 'settings');
    });

    it('a visual editor of a flow file beside a text editor of the file moves its cursor to the step that is chosen or moved', async () => {
      await editor.openSteps('a', ['b', 'b1'], 'c');
      await window.show([0]);
      assert.equal(file.cursor, 0);
      await window.show([1, 0]);
      assert.equal(file.text.slice(file.cursor).split('"nameOverride": "')[1]?.slice(0, 2), 'b1');
      await window.show([2]);
      await editor.session.actOnSteps('moveUp');
      await window.show([2]);
      await window.show([1]);
      assert.match(file.text.slice(file.cursor), /^\{[^}]*"c"/);
      await window.show();
      assert.equal(file.cursor, 0);
    });

    it('a visual editor of a flow file beside a text editor of the file leaves its cursor within the chosen step', async () => {
      await editor.openSteps('a', ['b', 'b1']);
      await window.show([0]);
      const within = offsetOf('b1') + 2;
      file.cursor = within;
      await window.show([1, 0]);
      assert.equal(file.cursor, within);
      await window.show([1]);
      assert.notEqual(file.cursor, within);
    });

    it('a visual editor of a flow file beside a text editor of the file does not follow it while its page is hidden', async () => {
      await editor.openSteps('a', 'b');
      await window.show([0]);
      editor.session.hidden();
      const { length } = window.shown;
      file.putCursor(offsetOf('b'));
      assert.equal(window.shown.length, length);
    });
  });

  describe('page', () => {
    it('a visual editor of a flow file shows on its page the settings first, and nothing else before the page requests it', async () => {
      await editor.open('{"name": "A", "actions": []}');
      assert.ok(window.first?.kind === 'flow');
      const { name, file: fileName, version, details } = window.first;
      assert.deepEqual([name, fileName, version, details.kind], ['A', 'test.flow.json', 1, 'settings']);
      file.write('{"name": "B", "actions": []}');
      assert.deepEqual(window.shown, []);
      assert.equal((await window.show()).name, 'B');
    });

    it('a visual editor of a flow file shows on its page the requested step, and every later version of it', async () => {
      await editor.openSteps('a', ['b', 'b1']);
      const { details } = await window.show([1, 0]);
      assert.ok(details.kind === 'step' && details.nameOverride === 'b1' && details.schema === 'given');
      file.write(file.text.replace('"b1"', '"other"'));
      assert.equal(window.flow.version, 2);
      assert.ok(window.flow.details.kind === 'step' && window.flow.details.nameOverride === 'other');
      file.undo();
      assert.equal(editor.names, '0a 1b 1.0b1');
    });

    it('a visual editor of a flow file shows on its page the next step if its own is deleted, and the settings if none is left', async () => {
      await editor.openSteps('a', ['b', 'b1', 'b2']);
      const shown = (): unknown => window.flow.details.kind === 'step' && window.flow.details.step;
      await window.show([1, 1]);
      file.write(namedFlow(TAP_ACTION, 'a', ['b', 'b1']));
      assert.deepEqual(shown(), [1, 0]);
      file.write(namedFlow(TAP_ACTION, 'a'));
      assert.deepEqual(shown(), [0]);
      file.write('{"actions": []}');
      assert.equal(window.flow.details.kind, 'settings');
    });

    it('a visual editor of a flow file shows on its page the values that a step can read, with the newest names', async () => {
      await editor.openSteps('a', 'b');
      await window.show([1]);
      const find = async (text: string, inside?: string): Promise<readonly string[]> => {
        const found = await window.ask({ kind: 'findValues', step: [1], text, inside });
        assert.ok(valueChoices(found));
        return found.choices.map(({ group, expression }) => `${group}: ${expression}`);
      };
      assert.ok((await find('')).includes('1 a: {{steps.a.body}}'));
      assert.deepEqual(await find('a status'), ['1 a: {{steps.a.status}}']);
      file.write(file.text.replace('"a"', '"other"'));
      assert.deepEqual(await find('status'), ['1 other: {{steps.other.status}}']);
      assert.ok((await find('', '{{flow}}')).every(one => one.startsWith('Flow and device: {{flow.')));
    });

    it('a visual editor of a flow file shows on its page an empty file as an empty flow', async () => {
      await editor.open(' \n');
      const { steps, name } = await window.show();
      assert.deepEqual([steps, name], [[], '']);
    });

    it('a visual editor of a flow file shows on its page where a file stops being JSON, and recovers once it is fixed', async () => {
      await editor.open('{"name": "A",\r\n "actions": [}');
      await window.ask({ kind: 'show', target: { kind: 'settings' }, selected: [] });
      assert.ok(window.state?.kind === 'broken');
      const { line, text, version, file: fileName } = window.state;
      assert.deepEqual([line, text, version, fileName], [2, '"actions": [}', 1, 'test.flow.json']);
      assert.equal((await editor.rename('B')).kind, 'refused');
      file.write('{"name": "A",\r\n "actions": []}');
      assert.equal(window.flow.name, 'A');
    });

    it('a visual editor of a flow file shows on its page the steps that no test ran, until its results are cleared', async () => {
      await editor.openSteps('a', ['b', 'b1'], 'c');
      await window.show();
      const notCovered = (): string =>
        window.flow.steps.flatMap(({ name, isUncovered }) => (isUncovered ? [name] : [])).join(' ');
      assert.equal(notCovered(), '');
      const steps = coverFlow(parseFlow(file.text), sources.catalog.catalog, [
        runSteps({ steps: [{ index: 0, status: 'success' }] }),
      ]);
      sources.runs.showCoverage(file.uri, { text: file.text, steps });
      assert.equal(notCovered(), 'b b1 c');
      file.write(file.text.replace('"b1"', '"new"'));
      assert.equal(notCovered(), 'b new c');
      file.write(file.text.replace('"new"', '"new", "continueOnError": true'));
      assert.equal(notCovered(), 'b c');
      sources.runs.clear(file.uri);
      assert.equal(notCovered(), '');
    });

    it('a visual editor of a flow file shows on its page the problems of each step and of the flow', async () => {
      await sources.connect();
      const actions = [{ actionId: TAP_ACTION, position: 1, overrides: { params: { target: 5 } } }];
      await editor.open(JSON.stringify({ name: '', actions }));
      const { errors, settingsErrors, steps, details } = await window.show([0]);
      assert.ok(details.kind === 'step' && details.problems.length > 0 && settingsErrors > 0);
      assert.equal(errors, settingsErrors + (steps[0]?.errors ?? 0));
    });

    it('a visual editor of a flow file shows on its page nothing while it is hidden, and everything again when it is visible', async () => {
      await editor.open('{"name": "A"}');
      await window.show();
      editor.session.hidden();
      const count = window.shown.length;
      file.write('{"name": "B"}');
      assert.equal(window.shown.length, count);
      assert.equal((await window.show()).name, 'B');
    });

    it('a visual editor of a flow file shows on its page nothing after it is closed', async () => {
      await editor.openSteps('a');
      await window.show();
      const count = window.shown.length;
      editor.session.dispose();
      file.write('{}');
      window.trust();
      sources.session.use(undefined);
      await settle();
      assert.deepEqual([window.shown.length, window.isPageOpen], [count, false]);
    });
  });

  describe('window and service', () => {
    it('a visual editor of a flow file is shown with the names of actions as soon as the catalog is read', async () => {
      await editor.open(JSON.stringify({ actions: [{ actionId: TAP_ACTION, position: 1 }] }));
      assert.equal((await window.show()).steps[0]?.name, `Action ${TAP_ACTION.slice(0, 8)}`);
      assert.match(window.flow.notices[0]?.sentence ?? '', /^No connection is selected/);
      await sources.connect();
      assert.equal(window.flow.steps[0]?.name, 'Tap');
      assert.deepEqual(window.flow.notices, []);
      assert.equal(window.flow.connection.detail, 'Test: connected');
    });

    it('a visual editor of a flow file is shown with the names of devices and webhooks as soon as they are listed', async () => {
      const [device, webhook] = [FLOW_ID, EXECUTION.id];
      await sources.connect();
      sources.listed.devices = [{ id: device, name: 'Phone', state: 'ready' }];
      sources.listed.webhooks = [{ id: webhook, url: 'https://hooks.example.test/in' }];
      await editor.open(JSON.stringify({ deviceIds: [device], notifyWebhookId: webhook, actions: [] }));
      const { details: before } = await window.show();
      assert.ok(before.kind === 'settings');
      assert.deepEqual([before.devices[0]?.name, before.webhook?.name], [undefined, undefined]);
      await sources.devices.ensure();
      await sources.webhooks.ensure();
      const { details } = window.flow;
      assert.ok(details.kind === 'settings');
      assert.deepEqual([details.devices[0]?.name, details.webhook?.name], ['Phone', 'hooks.example.test']);
    });

    it('a visual editor of a flow file is shown with the trust state of the workspace', async () => {
      window.isTrusted = false;
      await editor.openSteps();
      assert.match((await window.show()).notices[0]?.sentence ?? '', /^This workspace is in Restricted Mode/);
      window.trust();
      assert.deepEqual(window.flow.notices, []);
    });

    it('a visual editor of a flow file is shown with the results of a run of this file at each step, until it is hidden', async () => {
      await editor.openSteps('a');
      await window.show();
      const count = window.shown.length;
      const result = {
        steps: [{ index: 0, actionId: TAP_ACTION, status: 'failed', error: 'No such element.' }],
      };
      sources.runs.show({ path: '/other.flow.json', toString: () => 'file:///other' }, EXECUTION);
      assert.equal(window.shown.length, count);
      sources.runs.show(file.uri, { ...EXECUTION, result });
      const { steps, run } = window.flow;
      assert.deepEqual(steps[0]?.run, { state: 'failed', time: '', error: 'No such element.' });
      assert.equal(run?.label, 'Run: failed');
      await window.ask({ kind: 'act', act: 'hideRun' });
      assert.equal(window.flow.run, undefined);
      assert.equal(editor.button('runs').label, 'Runs');
    });

    it('a visual editor of a flow file is shown with an outline on the phone that does not have to be there once the step has passed', async () => {
      const actionId = demoActionId('device.tap');
      const params = { target: { by: 'text', text: 'OK' } };
      await sources.connect();
      await sources.trialChoices.chooseDevice(file.uri, 'phone');
      await editor.open(JSON.stringify({ actions: [{ actionId, overrides: { params } }] }));
      await window.show([0]);
      assert.equal(sources.outlines.current?.hasPassed, false);
      const steps = [{ index: 0, actionId, status: 'success' }];
      sources.runs.show(file.uri, { ...EXECUTION, status: 'success', result: { steps } });
      assert.equal(sources.outlines.current.hasPassed, true);
    });

    it('a visual editor of a flow file is shown with an outline on the phone only of its own file, once it is in front', async () => {
      const other = {};
      const named = { by: 'text', text: 'Other' } as const;
      const outline = { deviceId: 'phone', step: 'Tap', named, hasPassed: false };
      sources.outlines.show(other, outline);
      await editor.openSteps('a');
      await window.show();
      assert.equal(sources.outlines.current, outline);
      file.isInFront = true;
      window.changeTabs();
      assert.equal(sources.outlines.current, undefined);
      // The other editor is in sight and changes, such as when the list of devices is read again.
      sources.outlines.show(other, outline, false);
      assert.equal(sources.outlines.current, undefined);
      sources.outlines.show(other, outline, true);
      assert.equal(sources.outlines.current, outline);
    });

    it('a visual editor of a flow file is shown with the results of a step by round and device, also after the step is edited', async () => {
      await sources.connect();
      sources.listed.devices = [{ id: FLOW_ID, name: 'Phone', state: 'ready' }];
      await sources.devices.ensure();
      await editor.openSteps('a', 'b');
      await window.show([0]);
      const ofRound = (round: number, error?: string): object => ({
        ...{ index: 0, actionId: TAP_ACTION, deviceId: FLOW_ID, round, error },
        ...{ status: error === undefined ? 'success' : 'failed', output: { fileId: `file_${round}` } },
      });
      const other = { index: 1, actionId: TAP_ACTION, deviceId: FLOW_ID, status: 'success' };
      const steps = [ofRound(0), ofRound(1, 'First.'), ofRound(2, 'Second.'), other];
      sources.runs.show(file.uri, { ...EXECUTION, result: { steps } }, file.text);
      const attempts = (): readonly string[] => {
        const { details } = window.flow;
        assert.ok(details.kind === 'step');
        return details.attempts.map(({ label, status, error = '', output }) =>
          [label, status, error, output[0]?.value].join(' '),
        );
      };
      assert.deepEqual(attempts(), [
        'Round 1 succeeded  file_0',
        'Round 2 failed First. file_1',
        'Round 3 failed Second. file_2',
      ]);
      await editor.rename('Another flow');
      assert.equal(attempts().length, 3);
      file.write(file.text.replace('"nameOverride": "a"', '"nameOverride": "renamed"'));
      assert.equal(attempts().length, 3);
      file.write(file.text.replace('"renamed"', '"renamed", "continueOnError": true'));
      assert.equal(attempts().length, 3);
      assert.deepEqual(
        window.flow.steps.map(({ run }) => run?.state),
        ['edited', 'succeeded'],
      );
    });
  });

  describe('flow', () => {
    it('a visual editor of a flow file knows its flow by the links of the connection, from the start', async () => {
      await sources.connect();
      sources.links.link(CONNECTION.id, file.uri, FLOW_ID);
      sources.listed.flows = [{ id: FLOW_ID, name: 'A', enabled: true }];
      await editor.open('{"actions": []}');
      await settle();
      assert.ok(sources.links.isWatched);
      assert.deepEqual([sources.reads.at(-1), sources.drift.ensured], ['flows', 1]);
      await window.show();
      assert.equal(editor.button('create').label, 'Update');
      const { details } = window.flow;
      assert.ok(details.kind === 'settings' && details.form.kind === 'object');
      const enabled = details.form.fields.find(({ pointer }) => pointer === '/enabled');
      assert.deepEqual(enabled?.notes, ['On the service, the flow is active.']);
    });

    it('a visual editor of a flow file knows its flow once it is linked, and opens the selected connection automatically', async () => {
      await editor.open('{"actions": []}');
      await window.show();
      assert.deepEqual([sources.reads, sources.drift.ensured], [[], 0]);
      sources.session.use(CONNECTION);
      await settle();
      assert.equal(editor.button('create').label, 'Create');
      await editor.link();
      assert.equal(editor.button('create').label, 'Update');
      await settle();
      assert.ok(sources.reads.includes('flows'));
      assert.ok(sources.drift.ensured > 0);
    });

    it('a visual editor of a flow file knows its flow again on each connection, and not without one', async () => {
      await editor.openSteps();
      await editor.link();
      await window.show();
      assert.equal(editor.button('create').label, 'Update');
      sources.session.use(SANDBOX);
      await settle();
      assert.equal(editor.button('create').label, 'Create');
      sources.session.use(undefined);
      await settle();
      assert.equal(editor.button('create').detail, 'Choose a connection first.');
      assert.equal(window.flow.connection.label, 'No Connection');
    });

    it('a visual editor of a flow file knows its flow and the differences between the saved file and the flow', async () => {
      await sources.connect();
      await editor.open(VALID_FLOW);
      await editor.link();
      await window.show();
      assert.equal(editor.button('create').detail, 'Apply the changes to the flow on the service.');
      sources.drift.find(file.uri, { kind: 'gone' });
      assert.equal(
        editor.button('create').detail,
        'The flow was deleted on the service. Create it again from the file.',
      );
      file.write(`${VALID_FLOW} `);
      assert.equal(editor.button('create').detail, 'Apply the changes to the flow on the service.');
    });
  });

  describe('read-only file', () => {
    it('a visual editor of a flow file is read-only if VS Code says so from the start', async () => {
      file.isOpen = false;
      await editor.open('{"actions": []}');
      const { editable, notices } = await window.show();
      assert.equal(editable, false);
      assert.match(notices[0]?.sentence ?? '', /^This file is read-only/);
      assert.deepEqual(await editor.rename('B'), {
        kind: 'refused',
        sentence: 'This file is read-only, so nothing was changed.',
      });
      assert.equal(file.version, 1);
    });

    it('a visual editor of a flow file is read-only while it is locked, if it is the active editor', async () => {
      await editor.open('{"name": "A", "actions": []}');
      await window.show();
      file.isOpen = false;
      window.changeTabs();
      await settle();
      assert.ok(window.flow.editable, 'one that is worked on as text is left alone');
      file.isInFront = true;
      window.changeTabs();
      await settle();
      assert.ok(!window.flow.editable);
      const count = window.shown.length;
      window.changeTabs();
      await settle();
      assert.equal(window.shown.length, count, 'it is shown once');
      file.isOpen = true;
      window.changeTabs();
      await settle();
      assert.ok(window.flow.editable);
      assert.equal((await editor.rename('B')).kind, 'done');
    });
  });

  it('a visual editor of a flow file is identified by its file', async () => {
    await editor.open('{}');
    assert.equal(editor.session.uri, file.uri);
    assert.ok(editor.session.isSessionOf({ path: '', toString: () => file.uri.toString() }));
    assert.ok(!editor.session.isSessionOf({ path: file.uri.path, toString: () => 'file:///other' }));
  });
});
