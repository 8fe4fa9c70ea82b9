import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import type { EditReply, SettingsDetails } from '../../../../src/protocol/flowEditor.ts';
import type { Draft } from '../../../../src/webview/flowEditor/drafts.ts';
import { EditQueue } from '../../../../src/webview/flowEditor/editQueue.ts';
import { Typing } from '../../../../src/webview/flowEditor/typing.ts';

const form = new SchemaReader({
  type: 'object',
  properties: { name: { type: 'string' }, size: { type: 'number' } },
});

/** A page with a file of settings behind it. */
class Desk {
  text: string;
  shown: string;
  focused: string | undefined;
  /** How many edits were done. */
  edits = 0;
  queue: EditQueue;
  typing: Typing;

  constructor(settings: object, kept: readonly Draft[] = []) {
    this.text = JSON.stringify(settings);
    this.shown = this.text;
    this.queue = this.#openQueue();
    this.typing = this.#openTyping(kept);
  }

  /** The page is closed, with what it has kept, and opened again; what was on its way still arrives. */
  reopen(): void {
    const kept = JSON.parse(JSON.stringify(this.typing.unwritten)) as Draft[];
    this.queue = this.#openQueue();
    this.typing = this.#openTyping(kept);
    void this.typing.flush();
  }

  #openQueue(): EditQueue {
    const queue: EditQueue = new EditQueue(
      async edit => {
        // A page that is closed sends nothing any more.
        if (queue !== this.queue) return new Promise(() => undefined);
        const base = this.shown;
        await Promise.resolve();
        if (base !== this.text) {
          this.show();
          return { kind: 'stale' };
        }
        assert.ok(edit.kind !== 'insertStep');
        const outcome = applyEdit(this.text, edit);
        if (outcome.kind === 'refused') return outcome;
        this.text = applyEdits(this.text, outcome.edits);
        this.edits++;
        this.show();
        return { kind: 'done', version: 1, steps: [] } satisfies EditReply;
      },
      () => undefined,
    );
    return queue;
  }

  #openTyping(kept: readonly Draft[]): Typing {
    const { queue } = this;
    return new Typing(kept, {
      details: () => this.details,
      version: () => this.edits,
      edit: make => queue.edit(make),
      changed: () => undefined,
      focused: () => this.focused,
    });
  }

  /** Waits for all that is on its way. */
  async settled(): Promise<void> {
    await this.queue.run(() => Promise.resolve());
  }

  get details(): SettingsDetails {
    return {
      kind: 'settings',
      form: describeForm(form, { ownValue: JSON.parse(this.shown) }),
      trigger: undefined,
      devices: [],
      webhook: undefined,
      problems: [],
    };
  }

  get settings(): Readonly<Record<string, unknown>> {
    return JSON.parse(this.text) as Readonly<Record<string, unknown>>;
  }

  /** Another hand changes the file. */
  write(change: object): void {
    this.text = JSON.stringify({ ...this.settings, ...change });
  }

  show(): void {
    this.shown = this.text;
    this.typing.settle();
  }
}

function kept(text: string, before: string): Draft {
  return { owner: 'settings', field: '/name', as: 'text', text, before };
}

describe('typing', () => {
  it('loses nothing, whatever happens to the file in between', async () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('type'), text: fc.string({ minLength: 1, maxLength: 6 }) }),
      fc.record({ kind: fc.constantFrom('flush', 'show', 'tick', 'tick', 'reopen'), text: fc.constant('') }),
      fc.record({ kind: fc.constant('other'), text: fc.string({ maxLength: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async events => {
        const desk = new Desk({ name: 'a', other: '' });
        desk.focused = '/name';
        let typed: string | undefined;
        let other = '';
        for (const { kind, text } of events) {
          if (kind === 'type') desk.typing.type('/name', 'text', (typed = text));
          else if (kind === 'flush') void desk.typing.flush();
          else if (kind === 'show') desk.show();
          else if (kind === 'tick') await Promise.resolve();
          else if (kind === 'reopen') desk.reopen();
          else desk.write({ other: (other = text) });
          if (typed !== undefined) {
            const shown =
              desk.typing.held('/name')?.draft.text ?? (JSON.parse(desk.shown) as { name: string }).name;
            assert.equal(shown, typed);
          }
        }
        desk.focused = undefined;
        await desk.typing.leave('/name');
        // Behind what is still on its way.
        await desk.settled();
        assert.equal(desk.settings['name'], typed ?? 'a');
        assert.equal(desk.settings['other'], other);
        assert.deepEqual(desk.typing.unwritten, []);
      }),
      { numRuns: 200 },
    );
  });

  describe('with a clock', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('writes typed text after a pause, as one edit', async () => {
      const desk = new Desk({ name: '' });
      for (const text of ['a', 'ab', 'abc']) {
        desk.typing.type('/name', 'text', text);
        mock.timers.tick(400);
        await desk.settled();
        assert.deepEqual([desk.settings['name'], desk.typing.waits], ['', true]);
      }
      mock.timers.tick(100);
      await desk.settled();
      assert.deepEqual([desk.settings['name'], desk.edits, desk.typing.waits], ['abc', 1, false]);
    });

    it('writes pending text on request, and nothing twice', async () => {
      const desk = new Desk({ name: '' });
      desk.typing.type('/name', 'text', 'a');
      await desk.typing.flush();
      assert.equal(desk.settings['name'], 'a');
      mock.timers.tick(1000);
      await desk.settled();
      assert.equal(desk.edits, 1);
    });

    it('removes a value, and shows an error, only after a pause', async () => {
      const desk = new Desk({ name: 'a', size: 3, other: 1 });
      const type = async (text: string): Promise<void> => {
        desk.typing.type('/size', 'number', text);
        await desk.settled();
      };
      await type('');
      assert.equal(desk.settings['size'], 3);
      await type('-');
      assert.equal(desk.typing.held('/size')?.problem, undefined);
      assert.deepEqual([desk.typing.isPending('/size'), desk.typing.isInvalid('/size')], [true, true]);
      await type('-4');
      assert.deepEqual([desk.typing.isPending('/size'), desk.typing.isInvalid('/size')], [true, false]);
      await desk.typing.flush();
      // Its place among the others is the same.
      assert.equal(desk.text, '{"name":"a","size":-4,"other":1}');
      await type('-4x');
      mock.timers.tick(500);
      await desk.settled();
      assert.equal(desk.typing.held('/size')?.problem, '“-4x” is not a number.');
      assert.equal(desk.typing.isInvalid('/size'), true);
      await type('-4xy');
      assert.equal(desk.typing.held('/size')?.problem, '“-4x” is not a number.');
      await type('');
      await desk.typing.leave('/size');
      assert.equal(desk.text, '{"name":"a","other":1}');
    });

    it('does not change text during the composition of an input method', async () => {
      const desk = new Desk({ name: '' });
      desk.typing.compose(true);
      desk.typing.type('/name', 'text', 'か');
      mock.timers.tick(1000);
      await desk.settled();
      assert.equal(desk.settings['name'], '');
      desk.typing.type('/name', 'text', '火');
      desk.typing.compose(false);
      mock.timers.tick(500);
      await desk.settled();
      assert.deepEqual([desk.settings['name'], desk.edits], ['火', 1]);
    });
  });

  it('keeps invalid input with the error, until it becomes valid', async () => {
    const desk = new Desk({ size: 3 });
    desk.typing.type('/size', 'number', '3x');
    await desk.typing.leave('/size');
    assert.equal(desk.typing.held('/size')?.problem, '“3x” is not a number.');
    desk.show();
    assert.equal(desk.typing.held('/size')?.draft.text, '3x');
    desk.typing.type('/size', 'number', '34');
    await desk.typing.leave('/size');
    assert.equal(desk.typing.held('/size'), undefined);
    assert.equal(desk.settings['size'], 34);
  });

  it('is replaced by the value of the file if it changed after the typing', async () => {
    const desk = new Desk({ name: 'a' });
    desk.focused = '/name';
    desk.typing.type('/name', 'text', 'b');
    await desk.typing.flush();
    assert.equal(desk.typing.held('/name')?.stage, 'written');
    desk.write({ name: 'a' });
    desk.show();
    assert.equal(desk.typing.held('/name'), undefined);
  });

  it('commits the input of an earlier page, but never overwrites a newer text of the file', async () => {
    const same = new Desk({ name: 'a' }, [kept('typed', 'a')]);
    await same.typing.flush();
    assert.equal(same.settings['name'], 'typed');
    const overtaken = new Desk({ name: 'newer' }, [kept('typed', 'a')]);
    await overtaken.typing.flush();
    assert.equal(overtaken.settings['name'], 'newer');
    assert.equal(overtaken.typing.held('/name'), undefined);
    assert.equal(overtaken.typing.overtaken('/name'), 'typed');
    assert.equal(overtaken.typing.unwritten.length, 1);
    assert.equal(overtaken.typing.waits, false);
    overtaken.typing.type('/name', 'text', 'typed again');
    await overtaken.typing.flush();
    assert.equal(overtaken.settings['name'], 'typed again');
    assert.equal(overtaken.typing.overtaken('/name'), undefined);
  });

  it('writes superseded input on request', async () => {
    const desk = new Desk({ name: 'newer' }, [kept('typed', 'a')]);
    await desk.typing.flush();
    desk.typing.takeUp('/name');
    await desk.typing.flush();
    assert.equal(desk.settings['name'], 'typed');
    assert.deepEqual(desk.typing.unwritten, []);
  });

  it('keeps the name of an entry over a reload of the page, and never writes it automatically', async () => {
    const desk = new Desk({ name: 'a' });
    desk.typing.hold('/name:new', 'accept');
    await desk.typing.flush();
    assert.equal(desk.typing.waits, false);
    const later = new Desk({ name: 'a' }, desk.typing.unwritten);
    await later.typing.flush();
    assert.equal(later.typing.held('/name:new')?.draft.text, 'accept');
    assert.deepEqual(later.settings, { name: 'a' });
    later.typing.forget('/name:new');
    assert.deepEqual(later.typing.unwritten, []);
  });

  it('keeps the name of an entry empty after it was cleared', () => {
    const desk = new Desk({ name: 'a' });
    desk.typing.hold('/name:rename', '');
    assert.equal(desk.typing.held('/name:rename')?.draft.text, '');
  });

  it('stores no password outside of the file', async () => {
    const desk = new Desk({ name: 'a' });
    desk.typing.type('/name', 'text', 'hunter2', true);
    assert.deepEqual(desk.typing.unwritten, []);
    await desk.typing.flush();
    assert.equal(desk.settings['name'], 'hunter2');
  });

  it('waits until its own step is shown', async () => {
    const desk = new Desk({ name: 'a' }, [{ ...kept('typed', 'a'), owner: '2 another' }]);
    await desk.typing.flush();
    assert.equal(desk.settings['name'], 'a');
    assert.equal(desk.typing.unwritten.length, 1);
    assert.equal(desk.typing.waits, false);
  });
});
