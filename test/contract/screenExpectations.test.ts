import assert from 'node:assert/strict';
import { createCatalog } from '../../src/flow/catalog.ts';
import { runCase, type CaseResult } from '../../src/flowTest/runCase.ts';
import { readTestFile } from '../../src/flowTest/testFile.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const TERMS = { text: 'I accept the terms', role: 'checkbox' } as const;

/** A flow that opens the form, enters a name, and accepts the terms. */
const flow = {
  name: 'Fill in the form',
  triggerId: demoTriggerId('custom'),
  deviceIds: [demoDeviceId('phone')],
  actions: [
    step('device.launchApp', 1, { platform: 'android', app: 'org.sandbox.form' }),
    step('device.tap', 2, { target: { by: 'text', ...TERMS } }),
    step('device.globalAction', 3, { button: 'home' }),
    step('device.launchApp', 4, { platform: 'android', app: 'org.sandbox.form' }),
  ],
};

describe('screenExpectations', () => {
  let sandbox: TestSandbox;
  before(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  after(() => sandbox.stop());

  async function run(expect: object, deviceIds?: readonly string[]): Promise<CaseResult> {
    const read = readTestFile(
      JSON.stringify({ cases: [{ name: 'a', expect, ...(deviceIds ? { deviceIds } : {}) }] }),
    );
    assert.ok('cases' in read, JSON.stringify(read));
    const [test] = read.cases;
    assert.ok(test);
    const { client, sandboxClient } = sandbox;
    return runCase(
      { client, sandboxClient, catalog: createCatalog(demoCatalog) },
      JSON.stringify(flow),
      test,
    );
  }

  const messagesOf = ({ failures }: CaseResult): readonly string[] => failures.map(({ message }) => message);

  it('expectations for the screens of a run pass for each check, at the end and after a step', async () => {
    const inForm = [
      { element: { text: 'Create account', role: 'button' }, check: 'exists' },
      { element: { resourceId: 'org.sandbox.form:id/form.terms' }, check: 'textIs', value: TERMS.text },
      { element: { text: TERMS.text }, check: 'textContains', value: 'ACCEPT' },
      { element: { text: 'Create account', role: 'checkbox' }, check: 'gone' },
    ];
    const accepted = { element: TERMS, check: 'checked' };
    const result = await run({
      steps: [
        { step: 1, screen: [...inForm, { element: TERMS, check: 'notChecked' }] },
        { step: 2, screen: [...inForm, accepted] },
        { step: 3, screen: [{ element: TERMS, check: 'gone' }] },
      ],
      screen: [...inForm, accepted],
    });
    assert.deepEqual([result.outcome, ...messagesOf(result)], ['passed']);
  });

  it('expectations for the screens of a run fail with a sentence for each check', async () => {
    const button = { text: 'Create account', role: 'button' };
    const result = await run({
      steps: [
        { step: 1, screen: [{ element: TERMS, check: 'checked' }] },
        { step: 3, screen: [{ element: TERMS, check: 'notChecked' }] },
      ],
      screen: [
        { element: { text: 'Pay', role: 'button' }, check: 'exists' },
        { element: button, check: 'gone' },
        { element: button, check: 'textIs', value: 'Create' },
        { element: button, check: 'textContains', value: 'delete' },
        { element: TERMS, check: 'notChecked' },
        { element: button, check: 'checked' },
      ],
    });
    assert.equal(result.outcome, 'failed');
    assert.deepEqual(messagesOf(result), [
      'Step 1 “Launch app”: Expected the checkbox “I accept the terms” to be checked, but it is not.',
      'Step 3 “Back, home or recents”: Expected the checkbox “I accept the terms” not to be checked, but it is not on the screen.',
      'Expected the button “Pay” to be on the screen, but it is not.',
      'Expected the button “Create account” to be gone, but it is on the screen.',
      'Expected the text of the button “Create account” to be “Create”, but it is “Create account”.',
      'Expected the text of the button “Create account” to contain “delete”, but it is “Create account”.',
      'Expected the checkbox “I accept the terms” not to be checked, but it is.',
      'Expected the button “Create account” to be checked, but it cannot be checked.',
    ]);
    const [first, , , , text] = result.failures;
    assert.deepEqual([first?.step?.index, text?.expected, text?.actual], [0, 'Create', 'Create account']);
  });

  it('expectations for the screens of a run are compared on each device of the run', async () => {
    const result = await run({ screen: [{ element: TERMS, check: 'notChecked' }] }, [
      demoDeviceId('phone'),
      demoDeviceId('tablet'),
    ]);
    const names = messagesOf(result).map(message => /^On (.+): Expected/.exec(message)?.[1]);
    assert.equal(new Set(names).size, 2);
    assert.ok(
      names.every(name => name !== undefined),
      JSON.stringify(messagesOf(result)),
    );
  });
});
