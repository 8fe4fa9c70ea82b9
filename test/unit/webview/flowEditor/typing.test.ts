import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import { FormSchema } from '../../../../src/flow/form/formSchema.ts';
import { applyEdits } from '../../../../src/flow/language/format.ts';
import type { EditReply, SettingsDetails } from '../../../../src/protocol/flowEditor.ts';
import type { Draft } from '../../../../src/webview/flowEditor/drafts.ts';
import { EditQueue } from '../../../../src/webview/flowEditor/editQueue.ts';
import { Typing } from '../../../../src/webview/flowEditor/typing.ts';

const form = new FormSchema({
  type: 'object',
  properties: { name: { type: 'string' }, size: { type: 'number' } },
});

/** A page with a file of settings. */
class Desk {
  text: string;
  shown: string;
  focused: string | undefined;
  /** The runs of typing of the edits that were done. */
  readonly runs: (number | undefined)[] = [];
  queue: EditQueue;
  typing: Typing;

  constructor(settings: object, kept: readonly Draft[] = []) {
    this.text = JSON.stringify(settings);
    this.shown = this.text;
    this.queue = this.#openQueue();
    this.typing = this.#openTyping(kept);
  }

  /** Closes the page and opens it again with its stored state; pending messages still arrive. */
  reopen(): void {
    const kept = JSON.parse(JSON.stringify(this.typing.unwritten)) as Draft[];
    this.queue = this.#openQueue();
    this.typing = this.#openTyping(kept);
    void this.typing.flush();
  }

  #openQueue(): EditQueue {
    const queue: EditQueue = new EditQueue(
      async (edit, run) => {
        // A page that is closed sends nothing any more.
        if (queue !== this.queue) return new Promise(() => undefined);
        const base = this.shown;
        await Promise.resolve();
        if (base !== this.text) {
          this.show();
          return { kind: 'stale' };
        }
        const outcome = applyEdit(this.text, edit);
        if (outcome.kind === 'refused') return outcome;
        this.text = applyEdits(this.text, outcome.edits);
        this.runs.push(run);
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
      edit: (make, run) => queue.edit(make, run),
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
      form: describeForm(form, { own: JSON.parse(this.shown) }),
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

  it('writes each key immediately, and only the newest text while one is being sent', async () => {
    const desk = new Desk({ name: '' });
    for (const text of ['a', 'ab', 'abc']) desk.typing.type('/name', 'text', text);
    await desk.settled();
    assert.equal(desk.settings['name'], 'abc');
    assert.equal(desk.runs.length, 1);
    desk.typing.type('/name', 'text', 'abcd');
    await desk.settled();
    assert.equal(desk.settings['name'], 'abcd');
    assert.equal(desk.runs.length, 2);
  });

  it('marks keys of one run with its ID, until the field loses the focus or another one is edited', async () => {
    const desk = new Desk({ name: '', size: 1 });
    for (const text of ['a', 'ab']) {
      desk.typing.type('/name', 'text', text);
      await desk.settled();
    }
    desk.typing.type('/size', 'number', '2');
    await desk.settled();
    await desk.typing.leave('/size');
    const [first, second, other] = desk.runs;
    assert.equal(typeof first, 'number');
    assert.equal(first, second);
    assert.notEqual(other, undefined);
    assert.equal(desk.runs.length, 3);
  });

  it('removes a value, and shows an error, only after a pause', async () => {
    const desk = new Desk({ name: 'a', size: 3, other: 1 });
    desk.typing.type('/size', 'number', '');
    await desk.settled();
    assert.equal(desk.settings['size'], 3);
    assert.equal(desk.typing.waits, true);
    desk.typing.type('/size', 'number', '-');
    await desk.settled();
    assert.equal(desk.typing.held('/size')?.problem, undefined);
    assert.equal(desk.typing.isUnwritten('/size'), true);
    desk.typing.type('/size', 'number', '-4');
    await desk.settled();
    // Its place among the others is the same.
    assert.equal(desk.text, '{"name":"a","size":-4,"other":1}');
    desk.typing.type('/size', 'number', '-4x');
    await desk.typing.flush();
    assert.equal(desk.typing.held('/size')?.problem, '“-4x” is not a number.');
    desk.typing.type('/size', 'number', '-4xy');
    await desk.settled();
    assert.equal(desk.typing.held('/size')?.problem, '“-4x” is not a number.');
    desk.typing.type('/size', 'number', '');
    await desk.typing.leave('/size');
    assert.equal(desk.text, '{"name":"a","other":1}');
  });

  it('does not change text during the composition of an input method', async () => {
    const desk = new Desk({ name: '' });
    desk.typing.compose(true);
    desk.typing.type('/name', 'text', 'か');
    await desk.settled();
    assert.equal(desk.settings['name'], '');
    desk.typing.type('/name', 'text', '火');
    desk.typing.compose(false);
    await desk.settled();
    assert.equal(desk.settings['name'], '火');
    assert.equal(desk.runs.length, 1);
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
    later.typing.hold('/name:new', '');
    assert.deepEqual(later.typing.unwritten, []);
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
