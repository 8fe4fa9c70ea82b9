import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { editReply, type FlowRequest, type OpenFlow } from '../../../../src/protocol/flowEditor.ts';
import type { Draft } from '../../../../src/webview/flowEditor/drafts.ts';
import { FlowEdits } from '../../../../src/webview/flowEditor/flowEdits.ts';
import { FlowHost } from '../../../support/flowHost.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const form = new SchemaReader({
  type: 'object',
  properties: { name: { type: 'string' }, size: { type: 'number' } },
});
const flow = new FlowHost('{}', sampleCatalog(), {}, () => undefined).state({ kind: 'settings' });

/** A page with a file of settings behind it. */
class Desk {
  text: string;
  shown: string;
  focused: string | undefined;
  /** How many edits were done. */
  count = 0;
  edits: FlowEdits;
  /** Called before the host answers. */
  meanwhile: () => void = () => undefined;
  readonly #isOpen = new WeakSet<object>();

  constructor(settings: object, kept: readonly Draft[] = []) {
    this.text = JSON.stringify(settings);
    this.shown = this.text;
    this.edits = this.#open(kept);
  }

  /** The page is closed, with what it has kept, and opened again; what was on its way still arrives. */
  reopen(): void {
    this.#isOpen.delete(this.edits);
    const kept = JSON.parse(JSON.stringify(this.edits.unwritten)) as Draft[];
    this.edits = this.#open(kept);
    void this.edits.flush();
  }

  #open(kept: readonly Draft[]): FlowEdits {
    // A page that is closed sends nothing any more.
    const ask = (request: FlowRequest): Promise<unknown> =>
      this.#isOpen.has(edits) ? this.#answer(request) : new Promise(() => undefined);
    const page = { changed: () => undefined, focusedField: () => this.focused };
    const edits: FlowEdits = new FlowEdits({ ask }, page, kept);
    this.#isOpen.add(edits);
    edits.show(this.state, new Map());
    return edits;
  }

  async #answer(request: FlowRequest): Promise<unknown> {
    const base = this.shown;
    await Promise.resolve();
    this.meanwhile();
    if (base !== this.text) {
      this.show();
      return { kind: 'stale' };
    }
    assert.ok(request.kind === 'edit');
    const outcome = applyEdit(this.text, request.edit);
    if (outcome.kind === 'refused') return outcome;
    this.text = applyEdits(this.text, outcome.edits);
    this.count++;
    this.show();
    const reply = { kind: 'done', version: 1, steps: [] };
    assert.ok(editReply(reply));
    return reply;
  }

  /** Waits for all that is on its way. */
  async settled(): Promise<void> {
    await this.edits.waitForEdits();
  }

  get state(): OpenFlow {
    assert.ok(flow.kind === 'flow');
    return {
      ...flow,
      version: this.count,
      details: {
        kind: 'settings',
        form: describeForm(form, { ownValue: JSON.parse(this.shown) }),
        trigger: undefined,
        devices: [],
        webhook: undefined,
        problems: [],
      },
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
    this.edits.show(this.state, new Map());
  }
}

function kept(text: string, before: string): Draft {
  return { owner: 'settings', field: '/name', as: 'text', text, before };
}

describe('webview/flowEditor/flowEdits', () => {
  it('the buffer of typed input loses nothing, whatever happens to the file in between', async () => {
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
          if (kind === 'type') desk.edits.type('/name', 'text', (typed = text));
          else if (kind === 'flush') void desk.edits.flush();
          else if (kind === 'show') desk.show();
          else if (kind === 'tick') await Promise.resolve();
          else if (kind === 'reopen') desk.reopen();
          else desk.write({ other: (other = text) });
          if (typed !== undefined) {
            const shown =
              desk.edits.held('/name')?.draft.text ?? (JSON.parse(desk.shown) as { name: string }).name;
            assert.equal(shown, typed);
          }
        }
        desk.focused = undefined;
        await desk.edits.leave('/name');
        // Behind what is still on its way.
        await desk.settled();
        assert.equal(desk.settings['name'], typed ?? 'a');
        assert.equal(desk.settings['other'], other);
        assert.deepEqual(desk.edits.unwritten, []);
      }),
      { numRuns: 200 },
    );
  });

  describe('clock', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('the buffer of typed input writes typed text after a pause, as one edit', async () => {
      const desk = new Desk({ name: '' });
      for (const text of ['a', 'ab', 'abc']) {
        desk.edits.type('/name', 'text', text);
        mock.timers.tick(400);
        await desk.settled();
        assert.deepEqual([desk.settings['name'], desk.edits.busy], ['', true]);
      }
      mock.timers.tick(100);
      await desk.settled();
      assert.deepEqual([desk.settings['name'], desk.count, desk.edits.busy], ['abc', 1, false]);
    });

    it('the buffer of typed input writes pending text on request, and nothing twice', async () => {
      const desk = new Desk({ name: '' });
      desk.edits.type('/name', 'text', 'a');
      await desk.edits.flush();
      assert.equal(desk.settings['name'], 'a');
      mock.timers.tick(1000);
      await desk.settled();
      assert.equal(desk.count, 1);
    });

    it('the buffer of typed input removes a value, and shows an error, only after a pause', async () => {
      const desk = new Desk({ name: 'a', size: 3, other: 1 });
      const type = async (text: string): Promise<void> => {
        desk.edits.type('/size', 'number', text);
        await desk.settled();
      };
      await type('');
      assert.equal(desk.settings['size'], 3);
      await type('-');
      assert.equal(desk.edits.held('/size')?.problem, undefined);
      assert.deepEqual([desk.edits.isPending('/size'), desk.edits.isInvalid('/size')], [true, true]);
      await type('-4');
      assert.deepEqual([desk.edits.isPending('/size'), desk.edits.isInvalid('/size')], [true, false]);
      await desk.edits.flush();
      // Its place among the others is the same.
      assert.equal(desk.text, '{"name":"a","size":-4,"other":1}');
      await type('-4x');
      mock.timers.tick(500);
      await desk.settled();
      assert.equal(desk.edits.held('/size')?.problem, '“-4x” is not a number.');
      assert.equal(desk.edits.isInvalid('/size'), true);
      await type('-4xy');
      assert.equal(desk.edits.held('/size')?.problem, '“-4x” is not a number.');
      await type('');
      await desk.edits.leave('/size');
      assert.equal(desk.text, '{"name":"a","other":1}');
    });

    it('the buffer of typed input does not change text during the composition of an input method', async () => {
      const desk = new Desk({ name: '' });
      desk.edits.compose(true);
      desk.edits.type('/name', 'text', 'か');
      mock.timers.tick(1000);
      await desk.settled();
      assert.equal(desk.settings['name'], '');
      desk.edits.type('/name', 'text', '火');
      desk.edits.compose(false);
      mock.timers.tick(500);
      await desk.settled();
      assert.deepEqual([desk.settings['name'], desk.count], ['火', 1]);
    });
  });

  it('the buffer of typed input keeps invalid input with the error, until it becomes valid', async () => {
    const desk = new Desk({ size: 3 });
    desk.edits.type('/size', 'number', '3x');
    await desk.edits.leave('/size');
    assert.equal(desk.edits.held('/size')?.problem, '“3x” is not a number.');
    desk.show();
    assert.equal(desk.edits.held('/size')?.draft.text, '3x');
    desk.edits.type('/size', 'number', '34');
    await desk.edits.leave('/size');
    assert.equal(desk.edits.held('/size'), undefined);
    assert.equal(desk.settings['size'], 34);
  });

  it('typed input is replaced by the value of the file if it changed after the typing', async () => {
    const desk = new Desk({ name: 'a' });
    desk.focused = '/name';
    desk.edits.type('/name', 'text', 'b');
    await desk.edits.flush();
    assert.deepEqual([desk.edits.held('/name')?.draft.text, desk.edits.unwritten], ['b', []]);
    desk.write({ name: 'a' });
    desk.show();
    assert.equal(desk.edits.held('/name'), undefined);
  });

  it('the buffer of typed input commits the input of an earlier page, but never overwrites a newer text of the file', async () => {
    const same = new Desk({ name: 'a' }, [kept('typed', 'a')]);
    await same.edits.flush();
    assert.equal(same.settings['name'], 'typed');
    const overtaken = new Desk({ name: 'newer' }, [kept('typed', 'a')]);
    await overtaken.edits.flush();
    assert.equal(overtaken.settings['name'], 'newer');
    assert.equal(overtaken.edits.held('/name'), undefined);
    assert.equal(overtaken.edits.overtaken('/name'), 'typed');
    assert.equal(overtaken.edits.unwritten.length, 1);
    assert.equal(overtaken.edits.busy, false);
    overtaken.edits.type('/name', 'text', 'typed again');
    await overtaken.edits.flush();
    assert.equal(overtaken.settings['name'], 'typed again');
    assert.equal(overtaken.edits.overtaken('/name'), undefined);
  });

  it('the buffer of typed input writes superseded input on request', async () => {
    const desk = new Desk({ name: 'newer' }, [kept('typed', 'a')]);
    await desk.edits.flush();
    desk.edits.takeUp('/name');
    await desk.edits.flush();
    assert.equal(desk.settings['name'], 'typed');
    assert.deepEqual(desk.edits.unwritten, []);
  });

  it('the buffer of typed input keeps the name of an entry over a reload of the page, and never writes it automatically', async () => {
    const desk = new Desk({ name: 'a' });
    desk.edits.hold('/name:new', 'accept');
    await desk.edits.flush();
    assert.equal(desk.edits.busy, false);
    const later = new Desk({ name: 'a' }, desk.edits.unwritten);
    await later.edits.flush();
    assert.equal(later.edits.held('/name:new')?.draft.text, 'accept');
    assert.deepEqual(later.settings, { name: 'a' });
    later.edits.forget('/name:new');
    assert.deepEqual(later.edits.unwritten, []);
  });

  it('the buffer of typed input keeps the name of an entry empty after it was cleared', () => {
    const desk = new Desk({ name: 'a' });
    desk.edits.hold('/name:rename', '');
    assert.equal(desk.edits.held('/name:rename')?.draft.text, '');
  });

  it('the buffer of typed input stores no password outside of the file', async () => {
    const desk = new Desk({ name: 'a' });
    desk.edits.type('/name', 'text', 'hunter2', true);
    assert.deepEqual(desk.edits.unwritten, []);
    await desk.edits.flush();
    assert.equal(desk.settings['name'], 'hunter2');
  });

  it('typed input waits until its own step is shown', async () => {
    const desk = new Desk({ name: 'a' }, [{ ...kept('typed', 'a'), owner: '2 another' }]);
    await desk.edits.flush();
    assert.equal(desk.settings['name'], 'a');
    assert.equal(desk.edits.unwritten.length, 1);
    assert.equal(desk.edits.busy, false);
  });

  it('the buffer of typed input writes a text that is typed while an earlier one is on its way, after it', async () => {
    const desk = new Desk({ name: '' });
    desk.focused = '/name';
    desk.edits.type('/name', 'text', 'a');
    desk.meanwhile = () => {
      desk.meanwhile = () => undefined;
      desk.edits.type('/name', 'text', 'ab');
    };
    await desk.edits.flush();
    assert.deepEqual([desk.settings['name'], desk.edits.held('/name')?.draft.text], ['a', 'ab']);
    assert.deepEqual([desk.edits.isPending('/name'), desk.edits.unwritten.length], [true, 1]);
    await desk.edits.flush();
    assert.deepEqual([desk.settings['name'], desk.count, desk.edits.unwritten], ['ab', 2, []]);
  });

  it('the buffer of typed input keeps the invalid text of one field while that of another one is written', async () => {
    const desk = new Desk({ name: '', size: 1 });
    desk.edits.type('/name', 'text', 'a');
    desk.edits.type('/size', 'number', '12a');
    await desk.edits.flush();
    assert.deepEqual(desk.settings, { name: 'a', size: 1 });
    assert.equal(desk.edits.held('/name'), undefined);
    assert.equal(desk.edits.held('/size')?.draft.text, '12a');
    assert.equal(desk.edits.hasTextIn('/size'), true);
    desk.edits.forget('/size');
    assert.deepEqual(desk.edits.unwritten, []);
  });

  it('the buffer of typed input sends nothing for a change of a value that it no longer finds, and reports no conflict', async () => {
    const desk = new Desk({ name: 'a' });
    assert.equal(await desk.edits.change('', ['name'], () => undefined), false);
    assert.deepEqual([desk.count, desk.edits.failure], [0, undefined]);
  });

  it('the buffer of typed input writes again after a pause if others kept changing the file', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const desk = new Desk({ name: 'a', size: 0 });
      let others = 0;
      desk.meanwhile = () => desk.write({ size: ++others });
      desk.edits.type('/name', 'text', 'b');
      await desk.edits.flush();
      assert.deepEqual([desk.settings['name'], others, desk.edits.isPending('/name')], ['a', 4, true]);
      desk.meanwhile = () => undefined;
      mock.timers.tick(500);
      await desk.settled();
      assert.deepEqual(desk.settings, { name: 'b', size: 4 });
    } finally {
      mock.timers.reset();
    }
  });
});
