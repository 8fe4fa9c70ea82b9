import assert from 'node:assert/strict';
import { FlowSession } from '../../../src/flowEditor/flowSession.ts';
import { FLOW_ID, MemoryEditor, TAP_ACTION } from '../../support/memoryEditor.ts';
import { type MemoryFile, MemoryWindow, namedFlow, outlineOf } from '../../support/memoryFlow.ts';
import type { MemorySources } from '../../support/memorySources.ts';

describe('flowEditor/flowSessionEdits', () => {
  let editor: MemoryEditor;
  let file: MemoryFile;
  let window: MemoryWindow;
  let sources: MemorySources;

  beforeEach(() => {
    editor = new MemoryEditor();
    ({ file, window, sources } = editor);
  });

  afterEach(() => editor.close());

  describe('changes', () => {
    it('a visual editor changes its file and selects what an edit has added, in the same version', async () => {
      await editor.openSteps('a', 'b');
      await window.show([1]);
      const count = window.shown.length;
      const edit = { kind: 'duplicateSteps', steps: [[0]] } as const;
      const reply = await window.change({ kind: 'edit', base: 1, edit });
      assert.deepEqual(reply, { kind: 'done', version: 2, steps: [[1]] });
      assert.equal(window.shown.length, count + 1);
      const { version, select, details } = window.flow;
      assert.deepEqual([version, select], [2, [[1]]]);
      assert.ok(details.kind === 'step');
      assert.deepEqual([details.step, details.nameOverride], [[1], 'a']);
      await editor.rename('B');
      assert.equal(window.flow.select, undefined);
      assert.ok(window.flow.details.kind === 'step');
    });

    it('a visual editor changes its file and keeps the selection if only a value changes', async () => {
      await editor.openSteps('a');
      await window.show([0]);
      await editor.rename('B');
      assert.deepEqual([window.flow.name, window.flow.select], ['B', undefined]);
      assert.equal(window.flow.details.kind, 'step');
    });

    it('a visual editor changes its file and restores the selection if VS Code does not apply the change', async () => {
      await editor.openSteps('a', 'b');
      await window.show([0]);
      file.takes = false;
      const edit = { kind: 'duplicateSteps', steps: [[1]] } as const;
      assert.equal((await window.change({ kind: 'edit', base: 1, edit })).kind, 'refused');
      file.write(namedFlow(TAP_ACTION, 'x', 'y'));
      const { select, details } = window.flow;
      assert.equal(select, undefined);
      assert.deepEqual(details.kind === 'step' && details.step, [0]);
    });

    it('a visual editor changes its file by one edit of a version, and reports another one of it', async () => {
      await editor.openSteps();
      const replies = await Promise.all([editor.rename('B', 1), editor.rename('C', 1)]);
      assert.deepEqual(
        replies.map(({ kind }) => kind),
        ['done', 'stale'],
      );
      assert.equal((await editor.rename('D', 2)).kind, 'done');
      assert.equal((await window.show()).name, 'D');
    });

    it('a visual editor changes its file in every editor that shows it', async () => {
      await editor.openSteps();
      const [own, other] = [window, new MemoryWindow()];
      const facts = await FlowSession.prepare(file, sources);
      const second = new FlowSession(file, other, sources, facts);
      await own.show();
      await other.show();
      await editor.rename('B');
      assert.deepEqual([own.flow.name, other.flow.name], ['B', 'B']);
      second.dispose();
    });

    it('a visual editor changes its file and records typing as one run', async () => {
      await editor.openSteps();
      await window.ask({ kind: 'undo' });
      assert.deepEqual(window.ran, []);
      file.isInFront = true;
      await window.ask({ kind: 'undo' });
      assert.deepEqual(window.ran, [['undo']]);
    });

    it("a visual editor changes its file by the user's selection", async () => {
      await editor.openSteps('a');
      window.action = sources.catalog.catalog.action(TAP_ACTION);
      await window.show();
      const added = { kind: 'insertStep', base: 1, to: { index: 1 }, actionId: TAP_ACTION } as const;
      assert.equal((await window.change(added)).kind, 'done');
      assert.deepEqual(window.flow.select, [[1]]);
      assert.deepEqual(window.recent, [TAP_ACTION]);
      const refused = await window.change({ ...added, base: 2, actionId: 'gone' });
      assert.equal(
        refused.kind === 'refused' && refused.sentence,
        'The action is not in the catalog anymore. Choose another one.',
      );
      assert.equal((await window.change({ kind: 'replaceAction', base: 2, step: [1] })).kind, 'done');
      window.chosen = [FLOW_ID];
      assert.equal((await window.change({ kind: 'choose', base: 2, field: 'triggerId' })).kind, 'done');
      const { details } = await window.show();
      assert.equal(details.kind === 'settings' && details.trigger?.id, FLOW_ID);
    });

    it('a visual editor changes its file by cutting and renaming the selected step', async () => {
      await editor.openSteps('a', 'b');
      await window.show([1]);
      await editor.session.actOnSteps('rename');
      assert.deepEqual([window.flow.select, window.flow.reveal], [[[1]], ['nameOverride']]);
      await editor.session.actOnSteps('cut');
      assert.match(window.clipboard, /"nameOverride": "b"/);
      assert.equal(outlineOf(file.text), 'a');
    });

    it('a visual editor changes its file by steps from the clipboard, and says why none are copied', async () => {
      await editor.openSteps('a', 'b');
      assert.equal(await window.ask({ kind: 'copy', steps: [[0]] }), null);
      assert.equal((await window.change({ kind: 'paste', base: 1, to: { index: 2 } })).kind, 'done');
      assert.equal(outlineOf(file.text), 'a b a');
      await assert.rejects(window.ask({ kind: 'copy', steps: [[7]] }), {
        message: 'These steps are gone, so nothing is copied. Select others.',
      });
    });

    it('a visual editor changes its file at the selected steps of its page, on request of menus and other editors', async () => {
      await editor.openSteps('a', 'b', 'c');
      await window.show([1]);
      await editor.session.actOnSteps('moveUp');
      assert.equal(editor.names, '0b 1a 2c');
      await editor.session.actOnSteps('moveDown');
      assert.equal(editor.names, '0a 1b 2c');
      await editor.session.insertSteps([{ actionId: TAP_ACTION, nameOverride: 'x' }]);
      assert.equal(editor.names, '0a 1b 2x 3c');
      const action = sources.catalog.catalog.action(TAP_ACTION);
      assert.ok(action);
      await editor.session.insertAction(action);
      assert.equal(editor.names, '0a 1b 2x 3Tap 4c');
    });

    it('a visual editor changes its file at the last of the steps that a recording adds', async () => {
      await editor.openSteps('a', 'b');
      await window.show([1]);
      const { apply } = editor.session.stepFile;
      assert.equal((await apply([{ kind: 'duplicateSteps', steps: [[0], [1]] }])).kind, 'done');
      assert.equal(editor.names, '0a 1b 2a 3b');
      assert.deepEqual(window.flow.select, [[3]]);
    });
  });

  describe('positions', () => {
    /** Returns the offset of a text in the file. */
    function at(text: string): number {
      const offset = file.text.indexOf(text);
      assert.ok(offset >= 0, text);
      return offset;
    }

    const flow = JSON.stringify({
      name: 'A',
      actions: [
        { actionId: TAP_ACTION, position: 1, nameOverride: 'a', overrides: { params: { timeout: 3 } } },
      ],
    });

    it('a visual editor reveals a position of the text in its step, with the path of its field, once', async () => {
      await sources.connect();
      await editor.open(flow);
      await window.show();
      editor.session.reveal(at('3}'));
      const { select, reveal, details } = window.flow;
      assert.deepEqual([select, reveal], [[[0]], ['params', 'timeout']]);
      assert.equal(details.kind, 'step');
      file.write(`${flow}\n`);
      assert.deepEqual([window.flow.select, window.flow.reveal], [undefined, undefined]);
      assert.equal(window.flow.details.kind, 'step');
    });

    it('a visual editor reveals a position of the text in the settings', async () => {
      await editor.open(flow);
      await window.show([0]);
      editor.session.reveal(at('"A"'));
      const { select, reveal, details } = window.flow;
      assert.deepEqual([select, reveal, details.kind], [[], ['name'], 'settings']);
    });

    it('a visual editor reveals a position of the text once its page shows content', async () => {
      await editor.open(flow);
      editor.session.reveal(at('"a"'));
      assert.deepEqual(window.shown, []);
      const { select, reveal } = await window.show();
      assert.deepEqual([select, reveal], [[[0]], ['nameOverride']]);
    });

    it('a visual editor reveals a position of the text unless it belongs to no field', async () => {
      await editor.open(flow);
      await window.show();
      const count = window.shown.length;
      editor.session.reveal(0);
      editor.session.reveal(at('"actions"'));
      assert.equal(window.shown.length, count);
    });
  });

  describe('save', () => {
    it('a visual editor is saved with the pending input of its page', async () => {
      await editor.openSteps();
      await window.show();
      let limit = 0;
      window.flush = async ms => {
        limit = ms;
        await editor.rename('Last');
      };
      await file.save();
      assert.equal((await window.show()).name, 'Last');
      assert.ok(limit > 0 && limit < 1500, 'VS Code still listens then');
    });

    it('a visual editor is saved immediately if there can be no pending input, or it is saved again soon', async () => {
      await editor.openSteps();
      let flushes = 0;
      window.flush = () => {
        flushes++;
        return Promise.resolve();
      };
      await file.save();
      await window.show();
      await file.save(true);
      editor.session.hidden();
      await file.save();
      assert.equal(flushes, 0);
    });
  });
});
