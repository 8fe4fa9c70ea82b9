import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatHtmlReport } from '../../src/commandLine/test/htmlReporter.ts';
import { formatGithubReport } from '../../src/commandLine/test/githubReporter.ts';
import { TestReport } from '../../src/commandLine/test/report.ts';
import { TraceStore } from '../../src/commandLine/test/traceStore.ts';
import { readTrace } from '../../src/flow/trace/traceFile.ts';
import { REPORT_PLACE } from '../../src/protocol/testReport.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { callProgram } from '../support/commandLine.ts';
import { step } from '../support/flowRunner.ts';
import { useFolder } from '../support/useFolder.ts';

const PASSCODE = '731905';
/** The second passcode of a mail, which the run does not read. */
const SECOND = '640218';
/** A passcode that no step reads. */
const SHOWN = '558203';
const mailboxId = demoMailboxId('gmail');
const resource = (id: string): object => ({
  target: { by: 'resourceId', resourceId: `org.sandbox.form:${id}` },
});
const request = (name: string): object => ({
  url: `http://ada:canaryUser${name}@127.0.0.1:9/?access_token=canaryQuery${name}`,
  method: 'POST',
  headers: { 'X-Auth-Token': `canaryHeader${name}` },
  authentication: { type: 'bearer', token: `canaryBearer${name}` },
  body: JSON.stringify({ password: `canaryBody${name}` }),
});
const spaced = (code: string): string => `${code.slice(0, 3)}\u00A0${code.slice(3)}`;

const FLOW = {
  name: 'password: canaryFlowName1',
  triggerId: demoTriggerId('custom'),
  deviceIds: [demoDeviceId('tablet')],
  actions: [
    step('device.openUrl', 1, { url: 'form:' }, { nameOverride: `Code ${PASSCODE}` }),
    step('device.tap', 2, resource('id/form.password')),
    step('device.typeText', 3, { text: 'canaryTyped88' }, { nameOverride: 'token=canaryStepName2' }),
    step('mailbox.waitForPasscode', 4, { mailboxId }, { key: 'passcode' }),
    step('webhooks.request', 5, request('A'), {
      continueOnError: true,
      nameOverride: 'Call https://ada:canaryTitle3@host.example/?api_key=canaryTitle4',
    }),
    step('device.openUrl', 6, { url: 'messages:' }),
    step(
      'device.tap',
      7,
      { target: { by: 'text', text: 'Code {{steps.passcode.body.code}} password=canaryTarget5' } },
      { nameOverride: 'Tap "password": "canaryTitle6"' },
    ),
  ],
};
const MESSAGES = [
  {
    mailboxId,
    subject: `Code ${spaced(PASSCODE)}`,
    text: `Your code is ${PASSCODE}. Or use the code ${SECOND}.`,
  },
];
const CASES = [
  {
    name: 'signs in with password: canaryCaseName7',
    messages: MESSAGES,
    expect: {
      error: 'access_token=canaryExpected8',
      steps: [
        { step: 4, output: { code: '000000', token: 'canaryOutput9' } },
        { step: 5, output: { password: 'canaryOutput10' }, error: `Code ${PASSCODE}` },
        { step: 7, status: 'success', error: '{"client_secret": "canaryExpected11"}' },
      ],
      screen: [
        {
          element: { text: 'password=canaryElement12' },
          check: 'textIs',
          value: 'Authorization: Bearer canaryValue13',
        },
        { element: { text: `Your code: ${SHOWN}` }, check: 'exists' },
      ],
    },
  },
];

describe('testReportSecrets', () => {
  const folder = useFolder('reports');
  const reports: Record<string, string> = {};

  before(async function () {
    this.timeout(60_000);
    writeFileSync(join(folder, 'secret.flow.json'), JSON.stringify(FLOW));
    writeFileSync(join(folder, 'secret.flow.test.json'), JSON.stringify({ cases: CASES }));
    const file = (name: string): string => join(folder, name);
    const { stdout, stderr } = await callProgram([
      'test',
      ...['list', `json=${file('r.json')}`, `junit=${file('r.xml')}`, `markdown=${file('r.md')}`].flatMap(
        reporter => ['--reporter', reporter],
      ),
      '--coverage',
      '--loopback-port',
      '9',
      join(folder, 'secret.flow.json'),
    ]);
    reports['list'] = stdout;
    assert.equal(stderr, '', stdout);
    for (const name of ['r.json', 'r.xml', 'r.md']) reports[name] = readFileSync(join(folder, name), 'utf8');
    const { cases, coverage } = TestReport.parse(JSON.parse(reports['r.json'] ?? ''));
    reports['github'] = formatGithubReport(cases);
    reports['html'] = formatHtmlReport(REPORT_PLACE, { cases, coverage, traces: new TraceStore() });
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (entry.endsWith('.flow-trace'))
        reports[entry] = JSON.stringify((await readTrace(readFileSync(join(folder, entry)))).document);
  });

  it('reports of flow tests with secrets in all members say that the run failed, with its steps', () => {
    assert.match(reports['list'] ?? '', /1 failed/);
    assert.match(reports['r.xml'] ?? '', /<failure/);
    assert.match(reports['r.md'] ?? '', /Flow tests failed/);
    assert.ok(Object.keys(reports).some(name => name.endsWith('.flow-trace')));
  });

  it('reports of flow tests with secrets in all members show no secret and no passcode in any format', () => {
    const found = Object.entries(reports).flatMap(([name, text]) =>
      [/canary\w+/g, /731\W{0,12}905|640\W{0,12}218|558\W{0,12}203/g].flatMap(pattern =>
        Array.from(text.matchAll(pattern), ({ 0: secret, index }) =>
          [name, secret, text.slice(Math.max(0, index - 100), index + 60)].join(' | '),
        ),
      ),
    );
    assert.deepEqual(found, []);
  });
});
