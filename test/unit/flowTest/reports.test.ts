import assert from 'node:assert/strict';
import { type FileResult, formatJunitReport } from '../../../src/flowTest/junit.ts';
import { formatTextReport } from '../../../src/flowTest/textReport.ts';

const results: readonly FileResult[] = [
  {
    file: 'a.flow.json',
    cases: [
      { name: 'one', outcome: 'passed', failures: [], tookMs: 1234 },
      {
        name: 'two <&> "x"',
        outcome: 'failed',
        failures: [{ message: 'No.', expected: '{\n1', actual: '\u0000\ud800', line: 7 }],
        tookMs: 100,
        execution: {
          id: 'e',
          result: { steps: [{ index: 0, name: 'Tap', status: 'failed', error: 'Gone.' }] },
        },
      },
    ],
  },
  {
    file: 'b.flow.json',
    cases: [{ name: 'x', outcome: 'unfit', failures: [{ message: 'Errors.' }], tookMs: 0 }],
  },
];

describe('reports of flow tests', () => {
  it('are JUnit files with suites, failures, errors, and steps', () => {
    const xml = formatJunitReport(results);
    assert.match(
      xml,
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="flows" tests="3" failures="1" errors="1" time="1\.334">/,
    );
    assert.match(xml, /<testsuite name="a\.flow\.json" tests="2" failures="1" errors="0" time="1\.334">/);
    assert.match(xml, /<testcase name="one" classname="a\.flow\.json" file="a\.flow\.json" time="1\.234"\/>/);
    assert.match(
      xml,
      /<testcase name="two &lt;&amp;&gt; &quot;x&quot;" classname="a\.flow\.json" file="a\.flow\.json" line="7"/,
    );
    assert.match(
      xml,
      /<failure message="No\." type="failure">a\.flow\.json:7&#10;expected: \{&#10;1&#10;actual: {3}\ufffd\ufffd<\/failure>/,
    );
    assert.match(xml, /<system-out>1 Tap: failed: Gone\.<\/system-out>/);
    assert.match(xml, /<error message="Errors\." type="error"\/>/);
  });

  it('name the device of each step if there are several', () => {
    const steps = ['d1', 'd2'].map(deviceId => ({ index: 0, name: 'Tap', status: 'success', deviceId }));
    const execution = { id: 'e', result: { steps } };
    const devices = new Map([['d1', 'Pixel phone']]);
    const cases = [{ name: 'one', outcome: 'passed', failures: [], tookMs: 1, execution, devices }] as const;
    assert.match(
      formatJunitReport([{ file: 'a.flow.json', cases }]),
      /<system-out>1 Tap on Pixel phone: success&#10;1 Tap on d2: success<\/system-out>/,
    );
  });

  it('are lines for a terminal that end with the totals', () => {
    const lines = formatTextReport(results).split('\n');
    assert.equal(lines[0], '✓ a.flow.json: one (1.2 s)');
    assert.equal(lines[1], '✗ a.flow.json: two <&> "x" (0.1 s)');
    assert.equal(lines[2], '    a.flow.json:7: No.');
    assert.equal(lines.at(-1), '1 passed, 1 failed, 1 not run');
  });
});
