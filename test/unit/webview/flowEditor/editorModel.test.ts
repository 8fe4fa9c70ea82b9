import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { EditorModel } from '../../../../src/webview/flowEditor/editorModel.ts';
import { NOTHING, selectOnly } from '../../../../src/webview/flowEditor/selection.ts';
import { EditorPage } from '../../../support/editorPage.ts';
import { settle, TAP_ACTION } from '../../../support/memoryEditor.ts';
import { namedFlow } from '../../../support/memoryFlow.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const NESTED = namedFlow(TAP_ACTION, 'a', ['b', 'b1', 'b2'], 'c');

describe('webview/flowEditor/editorModel', () => {
  const catalog = sampleCatalog();
  let page: EditorPage;
  let model: EditorModel;

  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 }));
  afterEach(() => mock.timers.reset());

  /** Opens the page of a flow, optionally with a stored state. */
  async function open(text = NESTED, kept?: unknown): Promise<void> {
    page = new EditorPage(text, catalog);
    page.stored = kept;
    model = await page.start();
  }

  async function select(...path: [number] | [number, number]): Promise<void> {
    model.select(selectOnly(path));
    await settle();
  }

  /** Waits until what was typed is written. */
  async function pause(): Promise<void> {
    mock.timers.tick(500);
    await settle();
  }

  describe('start', () => {
    it('the model of the flow page starts with the given state, before the host responds', () => {
      page = new EditorPage(NESTED, catalog);
      page.first = page.host.state({ kind: 'settings' });
      model = new EditorModel(page, () => undefined);
      assert.equal(model.flow?.name, 'Named');
      assert.deepEqual([model.selection, model.isShown, model.edits.busy], [NOTHING, true, true]);
    });

    it('the model of the flow page starts with a request for the settings', async () => {
      await open();
      assert.deepEqual(page.requests, [{ kind: 'show', target: { kind: 'settings' }, selected: [] }]);
      assert.equal(model.flow?.details.kind, 'settings');
      assert.ok(!model.edits.busy && page.changes > 0 && model.revision === page.changes);
      assert.deepEqual([model.keptScroll, model.share], [{ list: 0, details: 0 }, undefined]);
    });

    it('the model of the flow page starts in the stored state, with pending input', async () => {
      await open();
      await select(1, 0);
      model.fold([1], false);
      model.divide(40);
      model.storeScroll({ list: 120 });
      model.storeScroll({ details: 35 });
      page.hold();
      model.edits.type(':name', 'name', 'B1');
      await settle();
      const { text } = page.host;
      await open(text, page.stored);
      assert.deepEqual(page.requestsOf('show')[0]?.target, { kind: 'step', step: [1, 0] });
      assert.deepEqual([model.keptScroll, model.share], [{ list: 120, details: 35 }, 40]);
      assert.equal(page.outline, 'a b(B1 b2) c');
    });

    it('the model of the flow page starts with an empty state if the stored one has another form', async () => {
      await open(NESTED, { steps: 'all' });
      assert.deepEqual([model.selection, model.keptScroll.list], [NOTHING, 0]);
    });

    it('the model of the flow page starts with the collapsed steps', async () => {
      await open();
      model.fold([1], true);
      model = await page.start();
      assert.deepEqual([...model.folds], [1]);
    });
  });

  describe('selection', () => {
    it('the model of the flow page selects a step, and requests it', async () => {
      await open();
      const now = (): unknown => [model.isShown, model.edits.busy];
      const step = select(1);
      assert.deepEqual(now(), [false, true]);
      await step;
      assert.deepEqual(now(), [true, false]);
      assert.deepEqual(page.requestsOf('show').at(-1), {
        kind: 'show',
        target: { kind: 'step', step: [1] },
        selected: [[1]],
      });
    });

    it('the model of the flow page selects the same step without requesting it again', async () => {
      await open();
      await select(1);
      const { length } = page.requests;
      await select(1);
      assert.equal(page.requests.length, length);
      model.select({ steps: [[0], [1]], active: [1], anchor: [0] });
      await settle();
      assert.equal(page.requests.length, length + 1);
    });

    it('the model of the flow page selects a collapsed step, and expands its parent', async () => {
      await open();
      model.fold([1, 2], true);
      model.show([1, 1]);
      assert.deepEqual([[...model.folds], model.selection.active], [[2], [1, 1]]);
      await settle();
      assert.ok(model.isShown);
    });

    it('the model of the flow page selects the parent that is collapsed in place of a child', async () => {
      await open();
      await select(1, 1);
      model.fold([0], true);
      assert.deepEqual(model.selection.active, [1, 1]);
      model.fold([1], true);
      assert.deepEqual(model.selection, selectOnly([1]));
      model.fold([1], false);
      assert.deepEqual([[...model.folds], model.selection.active], [[0], [1]]);
    });

    it('the model of the flow page selects what an edit has added, as the host says, and expands it', async () => {
      await open();
      model.fold([1], true);
      const step = { actionId: TAP_ACTION, nameOverride: 'new' };
      await model.edit({ kind: 'addStep', to: { parent: 1, index: 2 }, step });
      assert.deepEqual([model.selection.active, [...model.folds]], [[1, 2], []]);
      assert.match(model.spoken, /^“new” now at place 3 of 3 inside step 2\./);
    });

    it('the model of the flow page selects the same step after a move is undone, also as one of several', async () => {
      await open();
      await select(0);
      await model.edit({ kind: 'shiftSteps', steps: [[0]], direction: 'down' });
      assert.deepEqual([page.outline, model.selection.active], ['b(b1 b2) a c', [1]]);
      page.host.undo();
      await settle();
      assert.deepEqual([page.outline, model.selection], ['a b(b1 b2) c', selectOnly([0])]);
      assert.deepEqual(page.requestsOf('show').at(-1)?.target, { kind: 'step', step: [0] });
      assert.ok(model.isShown);
      model.select({ steps: [[1], [2]], active: [2], anchor: [1] });
      await settle();
      await model.edit({ kind: 'shiftSteps', steps: [[1], [2]], direction: 'up' });
      assert.equal(page.outline, 'b(b1 b2) c a');
      page.host.undo();
      await settle();
      assert.deepEqual(model.selection.steps, [[1], [2]]);
      assert.ok(model.isShown);
    });

    it('the model of the flow page selects what the host shows', async () => {
      await open();
      page.host.target = { kind: 'step', step: [1] };
      page.host.show();
      assert.deepEqual(model.selection, selectOnly([1]));
      page.host.target = { kind: 'settings' };
      page.host.show();
      assert.deepEqual(model.selection, NOTHING);
    });

    it('the model of the flow page selects what is left if its step is deleted', async () => {
      await open();
      model.select({ steps: [[0], [2]], active: [2], anchor: [2] });
      await settle();
      page.host.write(namedFlow(TAP_ACTION, 'a', 'b'));
      assert.deepEqual(model.selection.active, [1]);
      page.host.write('{"actions": []}');
      assert.deepEqual(model.selection, NOTHING);
    });

    it('the model of the flow page selects only the last selected step while the host still shows another one', async () => {
      await open();
      await select(0);
      const release = page.hold();
      model.select(selectOnly([2]));
      page.host.show();
      assert.deepEqual(model.selection.active, [2]);
      release();
      await settle();
      assert.deepEqual(model.selection.active, [2]);
      assert.ok(model.isShown);
    });

    it('the model of the flow page selects what the user has selected while an earlier edit was made', async () => {
      await open();
      await select(1);
      const release = page.hold();
      const moved = model.edit({ kind: 'shiftSteps', steps: [[1]], direction: 'up' });
      model.select(selectOnly([2]));
      release();
      await moved;
      await settle();
      assert.equal(page.outline, 'b(b1 b2) a c');
      assert.deepEqual([model.selection, model.isShown], [selectOnly([2]), true]);
      const again = model.edit({ kind: 'shiftSteps', steps: [[2]], direction: 'up' });
      model.select(selectOnly([1]));
      await again;
      await settle();
      assert.equal(page.outline, 'b(b1 b2) c a');
      assert.deepEqual([model.selection, model.isShown], [selectOnly([2]), true]);
      const deleted = model.edit({ kind: 'deleteSteps', steps: [[0]] });
      model.select(selectOnly([1]));
      await deleted;
      await settle();
      assert.equal(page.outline, 'c a');
      assert.deepEqual([model.selection, model.isShown], [selectOnly([0]), true]);
    });

    it('the model of the flow page selects the settings or a step, with the field that the host reveals, until it is drawn', async () => {
      await open();
      page.host.reveal([1], ['nameOverride']);
      assert.deepEqual([model.selection.active, model.revealed], [[1], ['nameOverride']]);
      page.host.show();
      assert.deepEqual(model.revealed, ['nameOverride']);
      page.host.reveal(undefined, ['name']);
      assert.deepEqual([model.selection, model.revealed], [NOTHING, ['name']]);
    });
  });

  describe('view', () => {
    it('the model of the flow page shows a file that is not a flow, and recovers once it is fixed', async () => {
      await open();
      page.host.write('{');
      assert.deepEqual([model.state?.kind, model.flow, model.isShown], ['broken', undefined, true]);
      page.host.write(NESTED);
      assert.equal(model.flow?.name, 'Named');
    });

    it('the model of the flow page shows collapsed steps after they move', async () => {
      await open();
      model.fold([1], true);
      await model.edit({ kind: 'shiftSteps', steps: [[1]], direction: 'up' });
      assert.equal(page.outline, 'b(b1 b2) a c');
      assert.deepEqual([...model.folds], [0]);
    });

    it('the model of the flow page shows announcements for screen readers', async () => {
      await open();
      page.host.write(NESTED.replace('"Named"', '5'));
      assert.match(model.spoken, /^\d+ errors/);
      model.say('Done.');
      assert.equal(model.spoken, 'Done.');
      model.say('Done.');
      assert.equal(model.spoken, 'Done.\u00a0');
      model.say('Done.');
      assert.equal(model.spoken, 'Done.');
    });
  });

  describe('typed input', () => {
    it('the model of the flow page takes what is typed into the file after a pause', async () => {
      await open();
      for (const text of ['Nam', 'Na']) model.edits.type('/name', 'text', text);
      await settle();
      assert.deepEqual([page.name, model.edits.busy], ['Named', true]);
      await pause();
      assert.deepEqual([page.name, model.edits.busy, page.requestsOf('edit').length], ['Na', false, 1]);
    });

    it('the model of the flow page takes what is typed and writes it before an undo, which then takes it back', async () => {
      await open();
      page.answer = ({ kind }) => (kind === 'undo' ? (page.host.undo(), null) : undefined);
      model.edits.type('/name', 'text', 'Na');
      await model.undo();
      assert.deepEqual([page.name, page.requestsOf('edit').length], ['Named', 1]);
      assert.equal(model.edits.held('/name'), undefined);
    });

    it('the model of the flow page takes what is typed and writes it when another step is selected', async () => {
      await open();
      await select(0);
      model.edits.type(':name', 'name', 'A');
      await select(2);
      assert.equal(page.outline, 'A b(b1 b2) c');
    });

    it('the model of the flow page takes what is typed and drops the draft once the file has it and the focus is elsewhere', async () => {
      await open();
      page.field = '/name';
      model.edits.type('/name', 'text', 'Na');
      await pause();
      page.host.show();
      assert.equal(model.edits.held('/name')?.draft.text, 'Na');
      page.field = undefined;
      page.host.show();
      assert.equal(model.edits.held('/name'), undefined);
    });

    it('the model of the flow page takes what is typed once the composition of an input method ends', async () => {
      await open();
      page.compose(true);
      model.edits.type('/name', 'text', 'に');
      await settle();
      assert.equal(page.name, 'Named');
      page.compose(false);
      await pause();
      assert.equal(page.name, 'に');
    });

    it('the model of the flow page takes what is typed when the page is hidden, and when the file is saved', async () => {
      await open();
      page.compose(true);
      model.edits.type('/name', 'text', 'Left');
      page.leave();
      await settle();
      assert.equal(page.name, 'Left');
      model.edits.type('/name', 'text', 'Saved');
      await page.flush();
      assert.equal(page.name, 'Saved');
    });

    it('the model of the flow page takes what is typed after its step has moved', async () => {
      await open();
      await select(0);
      page.compose(true);
      model.edits.type(':name', 'name', 'A');
      page.host.write(namedFlow(TAP_ACTION, 'x', 'a', ['b', 'b1', 'b2'], 'c'));
      page.compose(false);
      await select(1);
      assert.equal(page.outline, 'x A b(b1 b2) c');
    });

    it('the model of the flow page takes what is typed and keeps it while the host does not respond', async () => {
      await open();
      page.refuse();
      model.edits.type('/name', 'text', 'Kept');
      await pause();
      assert.equal(model.edits.failure, 'The host is gone.');
      assert.equal(model.edits.held('/name')?.draft.text, 'Kept');
      page.answer = () => undefined;
      model = await page.start();
      assert.equal(page.name, 'Kept');
    });
  });
});
