import assert from 'node:assert/strict';
import { supportBundle } from '../../../src/commands/reports/bundleText.ts';
import { curlText } from '../../../src/wording/curlText.ts';
import { deployReport } from '../../../src/commands/reports/deployReport.ts';
import { dryRunReport } from '../../../src/commands/reports/dryRunReport.ts';
import { table } from '../../../src/commands/reports/markdownTable.ts';
import {
  checkVerdict,
  driftReport,
  type Probe,
  probeService,
} from '../../../src/commands/connections/probes.ts';
import { readNumbers } from '../../../src/commands/prompts/readNumbers.ts';
import type { PlanItem } from '../../../src/flow/deploy/planItem.ts';
import type { SeenRequest } from '../../../src/stores/requestStore.ts';
import { serviceConnection } from '../../../src/stores/connection.ts';
import { testSandbox } from '../../support/sandbox.ts';

const REQUEST: SeenRequest = {
  id: '1',
  at: 0,
  connection: serviceConnection('Canary connection', 'https://canary.example/v1'),
  times: 1,
  operation: 'listFlows',
  method: 'GET',
  path: '/flows?search=canary%20word&page=1',
  status: 200,
  ms: 12.4,
  traceId: 'trace-1',
  attempt: 1,
  failure: undefined,
};

describe('commands/reports: table in Markdown', () => {
  it('a table in Markdown keeps its cells on one line and aligned', () => {
    assert.equal(table(['A', 'B'], [['a|b', 'c\nd']]), '| A    | B   |\n| ---- | --- |\n| a\\|b | c d |');
  });

  it('a table in Markdown does not widen a column for a single long cell', () => {
    const long = 'x'.repeat(200);
    assert.equal(table(['A'], [['1'], [long]]), `| A   |\n| --- |\n| 1   |\n| ${long} |`);
  });
});

describe('commands/reports: request as curl', () => {
  it('a request as curl has a variable for the key and shell quotes', () => {
    const text = curlText('http://127.0.0.1:1/v1', { method: 'GET', path: "/flows?search=it's" });
    assert.equal(
      text,
      `curl --request GET 'http://127.0.0.1:1/v1/flows?search=it'\\''s' \\\n  --header "Authorization: Bearer $API_KEY"`,
    );
  });

  it('a request as curl reads a body from a file, and sends no body if there is none', () => {
    const request = { method: 'POST', path: '/flows' };
    const text = curlText('https://host/v1', { ...request, body: { file: 'body.json' } });
    assert.match(text, /--data @body\.json$/);
    assert.doesNotMatch(curlText('https://host/v1', request), /--data|Content-Type/);
  });
});

describe('commands/reports: support bundle', () => {
  it('a support bundle contains requests without query values and without names', () => {
    const text = supportBundle({
      moment: new Date(0),
      versions: { vscode: '1' },
      connection: { kind: 'service', state: 'open' },
      counts: { flows: 1 },
      requests: [REQUEST],
    });
    assert.match(text, /"request": "GET \/flows\?search&page"/);
    assert.match(text, /"trace": "trace-1"/);
    assert.doesNotMatch(text, /canary/i);
  });
});

describe('commands/reports: report of a dry run', () => {
  it('the report of a dry run says whether the flow would run, why not, and lists steps with their children', () => {
    const text = dryRunReport('Morning', {
      wouldFire: false,
      validation: { valid: false, errors: [{ field: 'city', message: 'is required' }] },
      gates: { enabled: false, deviceAttached: true },
      actions: [
        {
          name: 'Repeat',
          service: 'devices_api',
          method: 'loop',
          children: [{ name: 'Tap', params: { x: 1 }, continueOnError: true }],
        },
      ],
    });
    assert.match(text, /\*\*It would not run now\.\*\*/);
    assert.match(text, /\| Enabled +\| no +\|/);
    assert.match(text, /- `city`: is required/);
    assert.match(
      text,
      /1\. \*\*Repeat\*\* \(`devices_api` · `loop`\)\n {3}1\. \*\*Tap\*\* .*`\{"x":1\}`, continues on error/,
    );
  });
});

describe('commands/reports: numbers in a text', () => {
  it('numbers in a text are read if their count matches', () => {
    assert.deepEqual(readNumbers('1, 2.5 -3', 3), [1, 2.5, -3]);
    for (const text of ['', '1', '1 x', '1 2 3']) assert.equal(readNumbers(text, 2), undefined, text);
  });
});

describe('commands/reports: check of a service', () => {
  it('the check of a service finds that the sandbox matches the interface, with read requests only', async () => {
    const sandbox = await testSandbox();
    try {
      const probes = await probeService(sandbox.client, new AbortController().signal, () => undefined);
      assert.deepEqual(
        probes.filter(({ result }) => result === 'differs' || result === 'failed'),
        [],
      );
      assert.ok(probes.filter(({ result }) => result === 'fits').length > 25);
      assert.ok(probes.every(({ request }) => request.startsWith('GET ')));
    } finally {
      await sandbox.stop();
    }
  });

  it('the check of a service lists differences first', () => {
    const text = driftReport('One', new Date(0), [
      { operation: 'listFlows', request: 'GET /flows', result: 'fits', details: '' },
      { operation: 'listTasks', request: 'GET /tasks', result: 'differs', details: 'items.0.id' },
    ]);
    assert.match(text, /1 differs, 0 failed, 0 not offered, 0 not tried, 1 fits/);
    assert.ok(text.indexOf('listTasks') < text.indexOf('listFlows'));
    assert.match(
      text,
      /^# One against the interface\n\n\*\*1 operation differs from the interface\.\*\*\n\n- `GET \/tasks`: items/,
    );
  });

  it('the check of a service says first what it found', () => {
    const probe = (result: Probe['result']): Probe => ({
      operation: 'a',
      request: 'GET /a',
      result,
      details: '',
    });
    const verdict = (...results: readonly Probe['result'][]): string => checkVerdict(results.map(probe));
    assert.equal(verdict('fits', 'not tried', 'fits'), 'The service fits the interface in 2 operations');
    assert.equal(
      verdict('differs', 'differs', 'failed', 'fits'),
      '2 operations differ from the interface, and 1 operation failed',
    );
    assert.equal(verdict('failed'), '1 operation failed');
    assert.match(verdict('not offered'), /^The service offers none/);
  });
});

describe('commands/reports: report of a batch of flow files', () => {
  const key = 'a';
  const source = { key, path: 'a.flow.json', name: 'A', body: {}, meaning: { settings: {}, steps: [] } };
  const planned = { source, key, stored: undefined, link: {}, differences: [] };
  const created: PlanItem = { ...planned, path: 'a.flow.json', action: 'create' };
  const changed: PlanItem = {
    ...planned,
    path: 'b.flow.json',
    action: 'update',
    flowId: 'f2',
    remote: source.meaning,
    enabled: true,
    differences: [
      { kind: 'setting', setting: 'cooldownSeconds', before: 1, after: 2, graph: false },
      { kind: 'added', at: { number: 3 }, name: 'Tap', graph: true },
    ],
  };
  const refused: PlanItem = { key: 'c', path: 'c.flow.json', action: 'refused', refusal: 'Line 2: No.' };

  it('the report of a batch of flow files shows the result of each file and its planned changes', () => {
    const text = deployReport('Staging', [
      { item: created, outcome: { result: 'created', flowId: 'f1' } },
      { item: changed, error: new Error('The line broke.') },
      { item: refused },
    ]);
    assert.match(text, /^# Flow files on Staging\n\nPlanned: 1 to create, 1 to update, 1 with errors\./);
    assert.match(
      text,
      /1 of 3 not done\. Run the command again to continue\. One file with errors was skipped\./,
    );
    assert.match(text, /\| `a\.flow\.json` \| created +\| +\| `f1` +\|/);
    assert.match(text, /\| `b\.flow\.json` \| failed +\| The line broke\. \| `f2` +\|/);
    assert.match(text, /\| `c\.flow\.json` \| has errors \| Line 2: No\. +\| +\|/);
    assert.match(text, /### `b\.flow\.json`\n\n- Cooldown \\\(seconds\\\): 1 → 2\n- Step 3 “Tap” is new\./);
  });

  it('the report of a batch of flow files lists the files that were not started when it was canceled', () => {
    const text = deployReport('Staging', [
      { item: created, outcome: { result: 'created', flowId: 'f1' } },
      { item: changed },
    ]);
    assert.match(text, /1 of 2 not done/);
    assert.match(text, /\| `b\.flow\.json` \| not started +\|/);
    assert.match(
      deployReport('S', [{ item: created, outcome: { result: 'created', flowId: 'f' } }]),
      /All done\.$/m,
    );
  });

  it('the report of a batch of flow files says that there was nothing to do, and what was excluded', () => {
    const path = 'b.flow.json';
    const same: PlanItem = {
      ...planned,
      path,
      action: 'unchanged',
      flowId: 'f2',
      remote: undefined,
      enabled: undefined,
    };
    const text = deployReport('S', [
      { item: same, outcome: { result: 'unchanged', flowId: 'f2' } },
      { item: refused },
      { item: refused },
    ]);
    assert.match(text, /^Nothing needed to change\. 2 files with errors were skipped\.$/m);
  });
});
