import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { listOf } from '../../../../src/util/isObject.ts';
import type { EditorModel } from '../../../../src/webview/flowEditor/editorModel.ts';
import { selectOnly } from '../../../../src/webview/flowEditor/selection.ts';
import { EditorPage } from '../../../support/editorPage.ts';
import { settle, TAP_ACTION } from '../../../support/memoryEditor.ts';
import { namedFlow } from '../../../support/memoryFlow.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const NESTED = namedFlow(TAP_ACTION, 'a', ['b', 'b1', 'b2'], 'c');
const STALE = 'The flow changed at the same time, so nothing was done. Try again.';

const rename = (value: string) =>
  ({ kind: 'set', location: { in: 'settings', path: ['name'] }, value }) as const;

describe('webview/flowEditor/editorModelEdits', () => {
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

  const withDevices = (...deviceIds: string[]): string =>
    JSON.stringify({ name: 'A', deviceIds, actions: [] });

  /** Returns the devices in the file. */
  const devices = (): unknown => (JSON.parse(page.host.text) as { deviceIds: unknown }).deviceIds;

  async function select(...path: [number] | [number, number]): Promise<void> {
    model.select(selectOnly(path));
    await settle();
  }

  describe('changes', () => {
    it('the requests of the flow page change the flow on the newest version, and announce the change', async () => {
      await open();
      await model.edit({ kind: 'deleteSteps', steps: [[0]] }, 'Deleted.');
      assert.deepEqual(
        [page.outline, model.spoken, model.edits.failure],
        ['b(b1 b2) c', 'Deleted.', undefined],
      );
      assert.equal(page.requestsOf('edit')[0]?.base, 1);
    });

    it('the requests of the flow page change the flow one edit after another', async () => {
      await open();
      await Promise.all([model.edit(rename('B')), model.edit(rename('C'))]);
      assert.deepEqual(
        page.requestsOf('edit').map(({ base }) => base),
        [1, 2],
      );
      assert.equal(page.name, 'C');
    });

    it('the requests of the flow page change the flow on no version before one is shown', async () => {
      page = new EditorPage(NESTED, catalog);
      page.answer = ({ kind }) => (kind === 'show' ? null : { kind: 'refused', sentence: 'Not yet.' });
      model = await page.start();
      await model.edit(rename('B'));
      await model.choose('triggerId');
      assert.deepEqual([page.requestsOf('edit')[0]?.base, page.requestsOf('choose')[0]?.base], [0, 0]);
      assert.deepEqual([model.edits.failure, model.flow], ['Not yet.', undefined]);
    });

    it('the requests of the flow page change the flow and report why one was refused, until the next one', async () => {
      await open();
      await model.edit({ kind: 'deleteSteps', steps: [[7]] }, 'Done.');
      assert.equal(model.edits.failure, 'There is no step 8; the flow has changed.');
      const later = model.edit(rename('B'), 'Done.');
      assert.equal(model.edits.failure, undefined);
      await later;
      assert.deepEqual([model.edits.failure, model.spoken], [undefined, 'Done.']);
    });

    it('the requests of the flow page change the flow again if another change was made at the same time', async () => {
      await open();
      const release = page.hold();
      const edit = model.edit(rename('B'));
      await settle();
      page.host.text = NESTED.replace('"c"', '"d"');
      page.host.version++;
      release();
      await edit;
      assert.deepEqual([page.name, page.outline, model.edits.failure], ['B', 'a b(b1 b2) d', undefined]);
    });

    it('the requests of the flow page change the flow but stop after some retries, and if the indexes refer to other steps', async () => {
      await open();
      page.answer = ({ kind }) => (kind === 'edit' ? { kind: 'stale' } : undefined);
      await model.edit(rename('B'));
      assert.deepEqual([page.requestsOf('edit').length, model.edits.failure], [4, STALE]);
      const release = page.hold();
      const edit = model.edit({ kind: 'deleteSteps', steps: [[2]] });
      await settle();
      page.host.write(namedFlow(TAP_ACTION, 'other'));
      release();
      await edit;
      assert.deepEqual([page.requestsOf('edit').length, model.edits.failure], [5, STALE]);
    });

    it('the requests of the flow page change the flow and report that the host could not be reached or sent an unknown response', async () => {
      await open();
      page.refuse();
      await model.edit(rename('B'), 'Done.');
      assert.deepEqual([model.edits.failure, model.spoken], ['The host is gone.', '']);
      page.answer = () => {
        // Not an error, as other code may throw it.
        throw 'away' as unknown as Error;
      };
      await model.edit(rename('B'));
      assert.equal(model.edits.failure, 'away');
      page.answer = () => ({ kind: 'unknown' });
      await model.edit(rename('B'), 'Done.');
      assert.deepEqual([model.edits.failure, model.spoken, page.name], [undefined, '', 'Named']);
    });

    it('the requests of the flow page change the flow in a visible field, and move typed text with it', async () => {
      await open(withDevices('d1', 'd2'));
      model.edits.hold('/deviceIds/1', 'begun');
      assert.ok(await model.edits.change('', ['deviceIds'], { kind: 'moveItem', from: 1, to: 0 }));
      assert.deepEqual(devices(), ['d2', 'd1']);
      assert.deepEqual(
        [model.edits.held('/deviceIds/0')?.draft.text, model.edits.held('/deviceIds/1')],
        ['begun', undefined],
      );
    });

    it('the requests of the flow page change the flow in a visible field, and keep text in place that is typed into it before the answer arrives', async () => {
      await open(withDevices('d1'));
      page.answer = request => {
        if (request.kind !== 'edit' || request.edit.kind !== 'insertItem') return undefined;
        const answer = page.host.answer(request);
        model.edits.type('/deviceIds/0', 'text', 'typed');
        return answer;
      };
      assert.ok(await model.edits.change('', ['deviceIds'], { kind: 'insertItem', index: 0, value: 'new' }));
      await model.edits.flush();
      assert.deepEqual(devices(), ['typed', 'd1']);
    });

    it('the requests of the flow page change the flow in a visible field, and move text with it that is written right after', async () => {
      await open(withDevices('a', 'b', 'c'));
      page.answer = request => {
        if (request.kind !== 'edit' || request.edit.kind !== 'remove') return undefined;
        model.edits.type('/deviceIds/1', 'text', 'typed');
        void model.edits.flush();
        return page.host.answer(request);
      };
      assert.ok(await model.edits.change('', ['deviceIds', 0], { kind: 'remove' }));
      await model.edits.flush();
      assert.deepEqual(devices(), ['typed', 'c']);
    });

    it('the requests of the flow page change the flow in no item that came into the position of another one', async () => {
      await open(withDevices('a', 'b', 'c'));
      const release = page.hold();
      const remove = (): Promise<boolean> => model.edits.change('', ['deviceIds', 0], { kind: 'remove' });
      const removed = Promise.all([remove(), remove()]);
      release();
      assert.deepEqual(await removed, [true, false]);
      assert.deepEqual([devices(), model.edits.failure], [['b', 'c'], STALE]);
      const moved = Promise.all([
        remove(),
        model.edits.change('', ['deviceIds'], { kind: 'moveItem', from: 1, to: 0 }),
      ]);
      assert.deepEqual([await moved, devices()], [[true, false], ['c']]);
    });

    it('the requests of the flow page change the flow based on the value that the change before it made', async () => {
      await open(withDevices('a'));
      const release = page.hold();
      const add = (id: string): Promise<boolean> =>
        model.edits.change('', ['deviceIds'], find => ({
          kind: 'set',
          value: [...listOf(find(['deviceIds'])?.value?.value), id],
        }));
      const added = Promise.all([add('b'), add('c')]);
      release();
      assert.deepEqual(await added, [true, true]);
      assert.deepEqual(devices(), ['a', 'b', 'c']);
    });

    it('the requests of the flow page change the flow in no field of another step', async () => {
      await open();
      await select(0);
      const release = page.hold();
      model.select(selectOnly([1]));
      const change = model.edits.change('', ['stealth'], { kind: 'set', value: true });
      release();
      assert.equal(await change, false);
      assert.deepEqual([page.host.text, model.edits.failure], [NESTED, STALE]);
    });

    it('the requests of the flow page change the flow in a field of a step', async () => {
      await open();
      await select(0);
      assert.ok(await model.edits.change('', ['stealth'], { kind: 'set', value: true }));
      assert.match(page.host.text, /"stealth": true/);
    });
  });

  describe('questions', () => {
    it('the requests of the flow page ask the user for an action, after all typed text is in the file', async () => {
      await open();
      await select(0);
      page.host.chosen = TAP_ACTION;
      model.edits.type(':name', 'name', 'A');
      const count = await model.prepareStep();
      await model.insertStep(count, { index: 3 }, TAP_ACTION);
      assert.equal(page.outline, 'A b(b1 b2) c +');
      assert.equal(page.requestsOf('insertStep')[0]?.base, 2);
      await model.replaceAction([3]);
      assert.deepEqual(page.requestsOf('replaceAction')[0], { kind: 'replaceAction', base: 3, step: [3] });
    });

    it('the requests of the flow page ask the user for an action, and add its step although another value has changed meanwhile, but no other step', async () => {
      await open();
      const count = await model.prepareStep();
      page.host.write(page.host.text.replace('"a"', '"A"'));
      await model.insertStep(count, { index: 3 }, TAP_ACTION);
      assert.equal(page.outline, 'A b(b1 b2) c +');
      await model.insertStep(count, { index: 3 }, TAP_ACTION);
      assert.equal(page.outline, 'A b(b1 b2) c +');
      assert.equal(model.edits.failure, STALE);
    });

    it('the requests of the flow page ask the user for records, and say why they were not accepted', async () => {
      await open();
      await model.choose('deviceIds');
      assert.deepEqual(page.requestsOf('choose'), [{ kind: 'choose', base: 1, field: 'deviceIds' }]);
      assert.equal(model.edits.failure, undefined);
      page.answer = () => ({ kind: 'refused', sentence: 'The file has changed.' });
      await model.choose('triggerId');
      assert.equal(model.edits.failure, 'The file has changed.');
      page.answer = () => ({ kind: 'cancelled' });
      await model.choose('triggerId');
      assert.equal(model.edits.failure, undefined);
      page.refuse();
      await model.choose('triggerId');
      assert.equal(model.edits.failure, 'The host is gone.');
    });

    it('the requests of the flow page ask the user and do not block others in the meantime', async () => {
      await open();
      const { promise, resolve } = Promise.withResolvers<unknown>();
      page.answer = ({ kind }) => (kind === 'choose' ? promise : undefined);
      const choose = model.choose('triggerId');
      await model.edit(rename('B'));
      assert.equal(page.name, 'B');
      resolve(null);
      await choose;
    });
  });

  describe('window', () => {
    it('the requests of the flow page ask the window to perform the action of a button, after typed text', async () => {
      await open();
      await select(0);
      model.edits.type(':name', 'name', 'A');
      await model.runHeaderAction('create');
      assert.deepEqual(
        page.requests.slice(-2).map(({ kind }) => kind),
        ['edit', 'act'],
      );
      assert.equal(page.outline, 'A b(b1 b2) c');
    });

    it('the requests of the flow page ask the window to copy steps', async () => {
      await open();
      assert.ok(await model.copy([[0]]));
      assert.equal(model.spoken, 'Copied the step.');
      assert.ok(await model.copy([[0], [2]]));
      assert.equal(model.spoken, 'Copied 2 steps.');
      page.host.clipboardFailure = 'These steps are gone.';
      assert.equal(await model.copy([[0]]), false);
      assert.deepEqual([model.edits.failure, model.spoken], ['These steps are gone.', 'Copied 2 steps.']);
    });

    it('the requests of the flow page ask the window to route its keys to the steps while they have the focus', async () => {
      await open();
      model.focusSteps(true);
      model.focusSteps(false);
      await settle();
      assert.deepEqual(page.requestsOf('focus'), [
        { kind: 'focus', steps: true },
        { kind: 'focus', steps: false },
      ]);
    });
  });
});
