import assert from 'node:assert/strict';
import {
  readTrace,
  type Trace,
  type TraceDocument,
  TraceFileError,
  writeTrace,
} from '../../../../src/flow/trace/traceFile.ts';
import { createZip } from '../../../../src/util/zip/createZip.ts';

const PICTURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const BOUNDS = { left: 0, top: 0, right: 10, bottom: 10 };
const document: TraceDocument = {
  missing: ['mails'],
  source: 'Sandbox',
  run: { executionId: 'e1', error: 'Step 1 failed' },
  steps: [
    {
      id: 's1',
      index: 0,
      childIndex: null,
      method: 'device.tap',
      status: 'failed',
      params: { target: { by: 'text', text: 'Größe “ü”' } },
      values: [{ path: ['target', 'text'], expression: '{{event.payload.a}}', value: 1 }],
      screenAfter: 'a1',
    },
  ],
  screens: [{ id: 'a1', app: 'Form', elements: [{ bounds: BOUNDS, text: 'x' }] }],
  tasks: [{ taskId: 't1', trajectory: [{ event: 'step' }] }],
};
const trace: Trace = { document, pictures: new Map([['a1', PICTURE]]) };

async function fileOf(json: string, more: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = []) {
  return createZip([{ name: 'trace.json', bytes: new TextEncoder().encode(json) }, ...more]);
}

const withFields = (fields: object): string =>
  JSON.stringify({ ...document, format: 'flow-trace', version: 1, ...fields });

describe('flow/trace/traceFile', () => {
  it('a trace file is read as it was written, with its pictures', async () => {
    const { document: read, pictures } = await readTrace(await writeTrace(trace));
    assert.deepEqual({ ...read }, { ...document, format: 'flow-trace', version: 1 });
    assert.deepEqual([...pictures], [['a1', PICTURE]]);
  });

  it('a trace file keeps unknown fields, and writes them again', async () => {
    const first = await readTrace(
      await fileOf(withFields({ later: { a: 1 }, run: { executionId: 'e', b: 2 } })),
    );
    const again = await readTrace(await writeTrace(first));
    assert.deepEqual(again.document, first.document);
    assert.equal(Reflect.get(again.document.run, 'b'), 2);
    assert.deepEqual(Reflect.get(again.document, 'later'), { a: 1 });
  });

  for (const [name, content, says] of [
    ['a newer version', withFields({ version: 2 }), /newer version of the extension/],
    ['another format', '{"format":"other","version":1}', /not a trace/],
    ['invalid JSON', '{"format"', /damaged/],
    ['no run', withFields({ run: null }), /damaged/],
    ['deep nesting', `{"a":${'['.repeat(70)}${']'.repeat(70)}}`, /nested too deeply/],
  ] as const) {
    it(`a trace file with ${name} is rejected`, async () => {
      const file = await fileOf(content);
      await assert.rejects(
        readTrace(file),
        (error: Error) => error instanceof TraceFileError && says.test(error.message),
      );
    });
  }

  it('a trace file that is no zip file, or a part of one, is rejected', async () => {
    const file = await writeTrace(trace);
    for (const bytes of [new Uint8Array(), new Uint8Array(100), file.slice(0, -1), file.slice(40)])
      await assert.rejects(readTrace(bytes), TraceFileError);
    for (let at = 0; at < file.length; at++) {
      const changed = file.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      // It is read or rejected, but never fails in another way.
      await readTrace(changed).catch((error: unknown) =>
        assert.ok(error instanceof TraceFileError, String(error)),
      );
    }
  });

  it('a trace file with a file outside of it, or two with the same name, is rejected', async () => {
    const picture = (name: string) => ({ name, bytes: PICTURE });
    for (const more of [[picture('../x.png')], [picture('screens/b.png'), picture('screens/b.png')]]) {
      const file = await fileOf(withFields({}), more);
      await assert.rejects(
        readTrace(file),
        /contains the file “.*x\.png”, whose|contains the file .* more than once/,
      );
    }
  });

  it('a trace file that expands beyond its declared size is rejected', async () => {
    const file = await fileOf(' '.repeat(1_000_000));
    const view = new DataView(file.buffer);
    const central = file.length - 22 - 46 - 'trace.json'.length;
    view.setUint32(central + 24, 10, true);
    await assert.rejects(readTrace(file), /damaged/);
  });

  it('a trace file with a million different members is rejected before it is built', async () => {
    const members = Array.from({ length: 1_000_000 }, (_, index) => `"member${index}":1`);
    const wide = `{"format":"flow-trace","version":1,"run":{"executionId":"e"},"x":{${members.join()}}}`;
    await assert.rejects(readTrace(await fileOf(wide)), /more than 20000 different names, too many to open/);
    const many = `{"format":"flow-trace","version":1,"run":{"executionId":"e"},"x":[${'0,'.repeat(2_000_001)}0]}`;
    await assert.rejects(readTrace(await fileOf(many)), /more than 2000000 values, too many to open/);
  });

  it('a trace file with as many screens and elements as the largest run has is read', async () => {
    const element = {
      bounds: BOUNDS,
      text: 'Text',
      description: 'Words',
      resourceId: 'id/a',
      clickable: true,
    };
    const screens = Array.from({ length: 400 }, (_, index) => ({
      id: `s${index}`,
      elements: Array.from({ length: 300 }, () => element),
    }));
    const { document: read } = await readTrace(await fileOf(withFields({ screens })));
    assert.equal(read.screens.at(-1)?.elements?.length, 300);
  });

  it('a trace file ignores invalid steps, screens, and pictures', async () => {
    const json = withFields({
      steps: [1, { status: 5 }],
      screens: [{}, { id: 'b', elements: [{ bounds: 'x' }] }],
    });
    const more = [
      { name: 'other/x.png', bytes: PICTURE },
      { name: 'screens/b.png', bytes: Uint8Array.from([1]) },
    ];
    const { document: read, pictures } = await readTrace(await fileOf(json, more));
    assert.deepEqual(
      read.steps.map(({ index, status }) => [index, status]),
      [[0, '']],
    );
    assert.deepEqual(read.screens, [{ id: 'b', elements: [] }]);
    assert.equal(pictures.size, 0);
  });
});
