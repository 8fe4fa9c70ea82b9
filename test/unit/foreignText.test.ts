import assert from 'node:assert/strict';
import { checkFlow } from '../../src/flow/check/checkFlow.ts';
import { createCatalog } from '../../src/flow/catalog.ts';
import { parseFlow } from '../../src/flow/document/flowDocument.ts';
import { readTrack } from '../../src/flow/track/readTrack.ts';
import { readTestFile } from '../../src/flowTest/testFile.ts';
import { readPosition } from '../../src/util/geoText.ts';
import { mark } from '../../src/agent/marked.ts';
import { CodeHider } from '../../src/util/passcodes/hideCodes.ts';
import { withoutPasscodes } from '../../src/util/passcodes/withoutPasscodes.ts';
import { parsePastedDelivery } from '../../src/webhooks/pastedDelivery.ts';
import { parseMarkdown } from '../../src/webview/flowEditor/markdown.ts';

/** Readers of formats with a structure, which are read differently after a beginning. */
const STRUCTURED: Readonly<Record<string, (text: string) => unknown>> = {
  'a track': readTrack,
  'a flow file': text => checkFlow(parseFlow(text), createCatalog([])),
  'a test file': readTestFile,
};
const PLAIN: Readonly<Record<string, (text: string) => unknown>> = {
  'a pasted delivery': text => {
    try {
      return parsePastedDelivery(text);
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof RangeError));
      return error.message;
    }
  },
  'a position': readPosition,
  'a message with a passcode': text => withoutPasscodes({ subject: text, body: text }),
  'a text with a known passcode': text => new CodeHider(['482913', '4417']).hide(text),
  'a text for an agent': text => mark('mail', text),
  'a description': parseMarkdown,
};
const BEGINNINGS = ['', '<gpx>', '{"actions":[{"x":', '{"type":"GeometryCollection","geometries":['];
const UNITS = [
  ...['<a>', '<a x="1">', '<gpx>', '<![CDATA[', '&amp;', '[', '![', '[a](https:', '{"a":', '{"geometries":['],
  ...[
    '(',
    'a ',
    '1 ',
    ' ',
    '\n',
    '"',
    '\\"',
    '*',
    '**',
    '_a',
    '`',
    '```\n',
    '```x\n',
    '{{',
    '{{steps[0].',
    'A: b\n',
  ],
  ...['//', '/*', 'your code is ', '0', '123456 ', '°', ',', '{"type":"GeometryCollection","geometries":['],
];
const [SHORT, LONG] = [6_000, 60_000];

describe('foreignText', () => {
  for (const [name, read] of [...Object.entries(STRUCTURED), ...Object.entries(PLAIN)]) {
    it(`external text is processed in linear time as ${name}, and never overflows the stack`, () => {
      for (const beginning of name in STRUCTURED ? BEGINNINGS : ['']) {
        for (const unit of UNITS) {
          const text = (length: number): string => beginning + unit.repeat(length / unit.length);
          read(text(SHORT));
          const began = process.threadCpuUsage();
          read(text(LONG));
          const { user, system } = process.threadCpuUsage(began);
          // Quadratic work would take many seconds of CPU time.
          assert.ok(user + system < 1_500_000, `${beginning}${unit}… takes ${(user + system) / 1000} ms`);
        }
      }
    });
  }

  it('external text that is a track has a maximum depth and size', () => {
    const nested = (depth: number): string => `<gpx>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</gpx>`;
    assert.deepEqual(readTrack(nested(200)), {
      problem: 'Line 1: Elements are nested deeper than 100 levels.',
    });
    assert.deepEqual(readTrack(nested(50)), {
      problem: 'The file has no position; a track needs at least two.',
    });
    assert.deepEqual(readTrack(`<gpx>${' '.repeat(30_000_000)}`), {
      problem: 'The file has more than 30 million characters.',
    });
    const long = readTrack(`<gpx><trkpt lat="${'x'.repeat(1000)}" lon="1"/></gpx>`);
    assert.ok('problem' in long && long.problem.length < 200);
  });

  it('external text that is a GeoJSON track has a maximum depth', () => {
    const deep = (depth: number): string =>
      `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`;
    assert.deepEqual(readTrack(deep(5000)), {
      problem: 'Line 1: This is not JSON. This is nested too deep to be read.',
    });
    assert.deepEqual(readTrack(deep(100)), {
      problem: 'The file has no position; a track needs at least two.',
    });
  });

  it('external text that is a pasted delivery has a maximum size and number of headers', () => {
    assert.throws(() => parsePastedDelivery(`A: b\n\n${'x'.repeat(5_000_000)}`), /more than 5 million/);
    assert.throws(() => parsePastedDelivery('A: b\n'.repeat(501)), /more than 500 headers/);
  });
});
