import assert from 'node:assert/strict';
import { deliveryReport, testReport } from '../../../src/commands/reports/deliveryReport.ts';
import { type ReportedDeployment, deployReport } from '../../../src/commands/reports/deployReport.ts';
import { dryRunReport } from '../../../src/commands/reports/dryRunReport.ts';
import { executionReport } from '../../../src/commands/reports/executionReport.ts';
import { driftReport as checkReport } from '../../../src/commands/connections/probes.ts';
import { messageReport } from '../../../src/commands/reports/messageReport.ts';
import { receivedReport } from '../../../src/commands/reports/receivedReport.ts';
import { taskReport } from '../../../src/commands/reports/taskReport.ts';
import type { DeliveryAttempt, DeliveryDetail } from '../../../src/contract/records/delivery.ts';
import type { Execution } from '../../../src/contract/records/execution.ts';
import { formatDriftReport } from '../../../src/flow/compare/driftReport.ts';
import { requestPreview } from '../../../src/flowEditor/headerActions.ts';

const ID = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const MOMENT = '2026-11-23T08:00:00.000Z';
const LATER = '2026-11-23T08:00:02.500Z';

const ATTEMPT: DeliveryAttempt = {
  attemptNo: 1,
  sentAt: MOMENT,
  signed: true,
  requestMethod: 'POST',
  requestUrl: 'https://hooks.example/in',
  requestHeaders: { 'X-Service-Event': 'task.run.failed' },
  requestBody: '{"id":9007199254740993,"data":{"a":[1.0]}}',
  responseStatus: 500,
  responseHeaders: { 'content-type': 'text/plain' },
  responseSnippet: 'a=1\n`b`',
  durationMs: 40,
  error: 'The receiver answered 500.',
};

const DELIVERY: DeliveryDetail = {
  id: ID,
  endpointUrl: 'https://hooks.example/in',
  eventType: 'task.run.failed',
  status: 'dead',
  isTest: false,
  occurredAt: MOMENT,
  lastStatusCode: 500,
  lastError: 'The receiver answered 500.',
  durationMs: 40,
  attempts: [ATTEMPT],
};

const EXECUTION: Execution = {
  id: ID,
  flowName: 'Sign in',
  status: 'failed',
  kind: 'live',
  startedAt: MOMENT,
  finishedAt: LATER,
  error: 'Step 2 failed.',
  files: [{ fileId: 'f1' }],
  result: {
    steps: [
      { index: 0, name: 'Read', status: 'success', startedAt: MOMENT, finishedAt: LATER, output: { a: 1 } },
      { index: 1, childIndex: 0, round: 1, name: 'Tap', status: 'failed', error: 'Gone.', code: 'logic' },
    ],
  },
};

describe('commands/renderedReports: report of a delivery', () => {
  it('the report of a delivery shows the outcome, and for each attempt request, response, and result, with indented JSON', () => {
    const text = deliveryReport(DELIVERY, ['The signature is right.']);
    assert.match(text, /^# task\.run\.failed\n\n\*\*Not delivered\.\*\* Answered 500 after 40 ms\.\n/);
    assert.match(text, /\| Endpoint +\| `https:\/\/hooks\.example\/in` +\|/);
    assert.match(text, /\| Test +\| no +\|/);
    assert.match(text, /## Attempt 1\n\n/);
    assert.match(text, /\| Signature \| The signature is right\. +\|/);
    assert.match(text, /```http\nPOST https:\/\/hooks\.example\/in\nX-Service-Event: task\.run\.failed\n```/);
    const body = '{\n  "id": 9007199254740993,\n  "data": {\n    "a": [\n      1.0\n    ]\n  }\n}';
    assert.ok(text.includes(`### Request body\n\n\`\`\`json\n${body}\n\`\`\``), text);
    assert.ok(text.includes('### Response body\n\n```\na=1\n`b`\n```'), text);
    assert.doesNotMatch(text, /Other fields/);
  });

  it('the report of a delivery does not indent a long body', () => {
    const blockOf = (requestBody: unknown): string =>
      deliveryReport({ ...DELIVERY, attempts: [{ requestBody }] }, []).split('### Request body\n\n')[1] ?? '';
    const json = (characters: number): string => JSON.stringify(['x'.repeat(characters)]);
    assert.match(blockOf(json(1000)), /^```json\n\[\n {2}"x/);
    assert.match(blockOf(json(200_000)), /^```\n\["x/);
    assert.match(blockOf([json(1000)]), /^```json\n\[\n {2}"/);
    assert.match(blockOf([json(200_000)]), /^```json\n\["/);
  });

  it('the report of a delivery shows unknown fields, and says if there was no attempt', () => {
    const more: DeliveryDetail = { ...DELIVERY, status: 'pending', lastStatusCode: null, attempts: [] };
    const text = deliveryReport({ ...more, region: 'eu' }, []);
    assert.match(text, /\*\*Not delivered yet\.\*\*\n/);
    assert.match(text, /\nNo attempt has been made\.\n/);
    assert.match(text, /## Other fields\n\n```json\n\{\n {2}"region": "eu"\n\}\n```\n$/);
    for (const status of ['lost', 'constructor'])
      assert.ok(deliveryReport({ ...more, status }, []).includes(`**${status}.**`));
  });

  it('the report of a delivery shows the result of a test event without a delivery', () => {
    assert.match(
      testReport({ success: false, statusCode: 404, error: 'Not found.' }),
      /^# webhook\.test\n\n\*\*Not delivered\.\*\* Answered 404\.\n\nNot found\.\n/,
    );
  });
});

describe('commands/renderedReports: report of an execution', () => {
  it('the report of an execution shows its state, and for each step the state, the time, the error, and the output', () => {
    const text = executionReport(EXECUTION);
    assert.match(text, /^# Sign in\n\n\*\*failed\*\* after 2\.5 s\n\nStep 2 failed\.\n/);
    assert.match(
      text,
      /### 1 Read\n\n\*\*success\*\* after 2\.5 s\n\nOutput:\n\n```json\n\{\n {2}"a": 1\n\}\n```/,
    );
    assert.match(text, /### 2\.1 Tap\n\n\*\*failed\*\*, round 2\n\nGone\.\n\nOther fields:\n\n```json\n/);
    assert.match(text, /"code": "logic"/);
    assert.match(text, /## Files\n\n- f1\n\n## Details/);
    assert.doesNotMatch(text, /## Result|## Deliveries|## Other fields/);
  });

  it('the report of an execution lists what was delivered, and why not', () => {
    const text = executionReport({
      ...EXECUTION,
      files: [{ fileId: 'f1', filename: 'end.png', mimeType: 'image/png', sizeBytes: 48_200 }],
      deliveries: [
        {
          artifact: 'file',
          filename: 'end.png',
          destination: 'google_drive',
          folder: 'Runs',
          status: 'succeeded',
        },
        { artifact: 'recording', destination: 'one_drive', status: 'failed', errorCode: 'not_connected' },
      ],
    });
    assert.match(text, /## Files\n\n- end\.png \(image\/png, 48\.2 kB\)\n/);
    assert.match(text, /- end\.png to google\\_drive\/Runs: \*\*succeeded\*\*\n/);
    assert.match(text, /- recording to one\\_drive: \*\*failed\*\* \(`not_connected`\)\n/);
  });

  it('the report of an execution shows a result without steps unchanged', () => {
    const text = executionReport({ id: ID, result: { answer: 42 } });
    assert.match(text, /The service lists no steps\.\n\n## Result\n\n```json\n\{\n {2}"answer": 42\n\}/);
  });
});

describe('commands/renderedReports: report of a task', () => {
  it('the report of a task shows instruction, status, output, and what it did in order', () => {
    const text = taskReport({
      task: {
        id: ID,
        task: 'Open it.\nRead the #1 line.',
        status: 'completed',
        message: 'Done.',
        output: { version: '15' },
        createdAt: MOMENT,
        finishedAt: LATER,
        vision: true,
      },
      trajectory: [
        { event: 'status', data: { status: 'running', message: null } },
        { event: 'step', data: { step: 1, action: { tap: [1, 2] } } },
        { event: 'log', data: 'Ended.' },
      ],
    });
    assert.match(
      text,
      /^# Task\n\nOpen it\.\n\nRead the \\#1 line\.\n\n\*\*completed\*\* after 2\.5 s\n\nDone\.\n/,
    );
    assert.match(text, /## Output\n\n```json\n\{\n {2}"version": "15"\n\}/);
    assert.match(
      text,
      /## Transcript\n\n### 1\. `status`\n\n- status: running\n\n### 2\. `step`\n\n```json\n/,
    );
    assert.match(text, /### 3\. `log`\n\nEnded\.\n/);
    assert.match(text, /## Other fields\n\n```json\n\{\n {2}"vision": true\n\}\n```\n$/);
  });
});

describe('commands/renderedReports: report of a message', () => {
  it('the report of a message shows sender, subject, local time, and text', () => {
    const text = messageReport({
      id: 'm1',
      fromAddress: 'shop@example.com',
      subject: 'Your *order*',
      preview: 'It is here.\n\nBye',
      receivedAt: MOMENT,
      hasOtp: false,
      folder: 'Work',
    });
    assert.match(text, /^# Your \\\*order\\\*\n/);
    const clock = new Date(MOMENT).getHours() % 12 || 12;
    assert.match(
      text,
      new RegExp(String.raw`\nFrom \`shop@example\.com\`, .*2026.*\b0?(${clock}|${clock + 12}):00:00`),
    );
    assert.match(text, /\n\nIt is here\\?\.\n\nBye\n/);
    assert.match(text, /## Other fields\n\n```json\n\{\n {2}"folder": "Work"\n\}/);
  });

  it('the report of a message has the name of the sender and the names of attachments as plain text, and says if text is missing', () => {
    const names = ['invoice.pdf', '![x](https://evil.example) <b>', '', '../../etc/passwd'];
    const attachments = names.map(name => ({ name, contentType: 'application/pdf', size: 48_213 }));
    const whole = { id: 'm1', fromAddress: 'a@b.example', fromName: 'A *shop*', preview: 'Hi' };
    const text = messageReport({ ...whole, attachments, attachmentCount: 5, isPreview: false });
    assert.match(text, /\nFrom A \\\*shop\\\* `a@b\.example`\n/);
    const [, list = ''] = /\n## Attachments\n\n([^#]*)\n\n## Details/.exec(text) ?? [];
    const lines = list.split('\n');
    assert.match(lines[0] ?? '', /^- invoice\\?\.pdf \(application\/pdf, 48(\.2)? kB\)$/);
    assert.doesNotMatch(list, /!\[x\]|[^\\]<b>/);
    assert.match(lines[2] ?? '', /^- Without a name \(/);
    assert.deepEqual(lines.slice(4), ['- 1 more attachment']);
    assert.doesNotMatch(text, /This is the beginning/);
    const many = Array.from({ length: 1000 }, () => ({ name: 'a' }));
    assert.match(messageReport({ ...whole, attachments: many }), /\n- a\n- 950 more attachments\n/);
    assert.match(messageReport({ ...whole, attachmentCount: 2 }), /\n- 2 attachments without a name\n/);
    assert.doesNotMatch(messageReport({ ...whole, attachmentCount: 0 }), /Attachments/);
    const cut = messageReport({ ...whole, isPreview: true }, 'The service is busy.');
    assert.match(cut, /\n\nThis is the beginning of the message; .*text\\?\. The service is busy\\?\.\n/);
  });

  it('the report of a message says what is missing, and shows an invalid time unchanged', () => {
    const text = messageReport({ id: 'm1', receivedAt: 'soon' });
    assert.match(text, /^# No subject\n\nsoon\n\n/);
    assert.match(text, /The service provides no text of this message\./);
  });
});

describe('commands/renderedReports: report of a record', () => {
  it('a report of a record begins with what happened, and has the facts and IDs at the end', () => {
    const reports = {
      delivery: deliveryReport(DELIVERY, []),
      execution: executionReport(EXECUTION),
      task: taskReport({
        task: { id: ID, task: 'Open it.', output: { a: 1 } },
        trajectory: [{ event: 'a' }],
      }),
      message: messageReport({ id: ID, subject: 'Hello', preview: 'It is here.' }),
    };
    for (const [name, text] of Object.entries(reports)) {
      const [happened = '', details = ''] = text.split('\n## Details\n\n');
      assert.ok(!happened.includes(ID), name);
      assert.match(details, /^\| Fact /, name);
      assert.ok(details.includes(ID), name);
      assert.doesNotMatch(details.replace(/\n## Other fields\n[^]*/, ''), /\n#/, name);
    }
    assert.match(reports.delivery, /^[^|]*\n\nThe receiver answered 500\\?\.\n\n## Attempt 1\n/);
  });
});

describe('commands/renderedReports: external text in a report', () => {
  const HOSTILE =
    '![x](https://evil.example/a.png) <img src=x> [a](command:b) a@b.example `c` $d$ | \u202E\n# e\n```\n<b>\n';

  it('external text in a report is not rendered as an image, a link, HTML, or a heading', () => {
    const deployment: ReportedDeployment = {
      item: { key: 'a', path: HOSTILE, action: 'refused', refusal: HOSTILE },
    };
    const attempt: DeliveryAttempt = {
      ...ATTEMPT,
      requestUrl: HOSTILE,
      requestHeaders: { [HOSTILE]: HOSTILE },
      requestBody: HOSTILE,
      responseHeaders: { [HOSTILE]: HOSTILE },
      responseSnippet: HOSTILE,
      error: HOSTILE,
    };
    const step = { name: HOSTILE, status: HOSTILE, error: HOSTILE, output: HOSTILE, deviceId: HOSTILE };
    const action = { name: HOSTILE, service: HOSTILE, method: HOSTILE, params: { [HOSTILE]: HOSTILE } };
    const reports: Record<string, string> = {
      delivery: deliveryReport(
        {
          ...DELIVERY,
          id: HOSTILE,
          eventType: HOSTILE,
          status: HOSTILE,
          lastError: HOSTILE,
          source: HOSTILE,
          attempts: [attempt],
          ...{ [HOSTILE]: HOSTILE },
        },
        [HOSTILE],
      ),
      test: testReport({ success: false, error: HOSTILE }),
      execution: executionReport({
        id: HOSTILE,
        flowName: HOSTILE,
        status: HOSTILE,
        error: HOSTILE,
        triggerName: HOSTILE,
        result: { steps: [step], [HOSTILE]: HOSTILE },
      }),
      task: taskReport({
        task: { id: HOSTILE, task: HOSTILE, status: HOSTILE, message: HOSTILE, output: HOSTILE },
        trajectory: [
          { event: HOSTILE, data: HOSTILE },
          { event: HOSTILE, data: { [HOSTILE]: HOSTILE } },
        ],
      }),
      message: messageReport({
        id: HOSTILE,
        fromAddress: HOSTILE,
        subject: HOSTILE,
        preview: HOSTILE,
        fromName: HOSTILE,
        attachments: [{ name: HOSTILE, contentType: HOSTILE, size: -1 }],
        receivedAt: HOSTILE,
        ...{ [HOSTILE]: HOSTILE },
      }),
      dryRun: dryRunReport(HOSTILE, {
        wouldFire: true,
        activation: HOSTILE,
        nextFireTime: HOSTILE,
        validation: { valid: false, errors: [{ field: HOSTILE, message: HOSTILE }] },
        actions: [{ ...action, children: [action] }],
      }),
      deployment: deployReport(HOSTILE, [deployment]),
      check: checkReport(HOSTILE, new Date(0), [
        { operation: 'listFlows', request: 'GET /flows', result: 'differs', details: HOSTILE },
      ]),
      drift: formatDriftReport(HOSTILE, HOSTILE, {
        differences: [
          { kind: 'setting', setting: 'name', before: HOSTILE, after: HOSTILE, graph: false },
          { kind: 'added', at: { number: 1 }, name: HOSTILE, graph: true },
        ],
        side: 'file',
        activation: 'never',
        afterUpdate: 'never',
        unverifiedSteps: [],
      }),
      request: requestPreview(HOSTILE, 'https://api.example/v1', { name: HOSTILE }),
      received: receivedReport({
        id: '1',
        receivedAt: 0,
        path: HOSTILE,
        answered: undefined,
        verification: { kind: 'refused', explanation: HOSTILE },
        headers: [[HOSTILE, HOSTILE]],
        body: new TextEncoder().encode(HOSTILE),
        bodyBytes: 1,
        repeated: false,
      } as unknown as Parameters<typeof receivedReport>[0]),
    };
    for (const [name, text] of Object.entries(reports)) {
      assert.ok(text.includes('evil.example'), name);
      assert.doesNotMatch(text, /\u202E/, name);
      assert.doesNotMatch(read(text), /[<[\]`$]|\/\/|@|# e/, `${name}:\n${text}`);
    }
  });

  /** Removes code and escaped characters, so that only active Markdown remains. */
  function read(markdown: string): string {
    return markdown
      .replaceAll(/^(`{3,})[^`\n]*\n[^]*?\n\1$/gm, '')
      .replaceAll(/\\[!-/:-@[-`{-~]|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
  }
});
