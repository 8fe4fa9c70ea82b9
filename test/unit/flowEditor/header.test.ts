import assert from 'node:assert/strict';
import { headerButtons, type HeaderFacts } from '../../../src/flowEditor/headerButtons.ts';
import { requestPreview } from '../../../src/flowEditor/headerActions.ts';

const NOTHING: HeaderFacts = {
  errors: 0,
  connected: false,
  flowId: undefined,
  flow: undefined,
  drift: undefined,
  runShown: false,
  isRecording: false,
  editable: true,
  isVerifying: false,
};

function button(act: string, facts: Partial<HeaderFacts>) {
  const found = headerButtons({ ...NOTHING, ...facts }).find(one => one.act === act);
  assert.ok(found);
  return found;
}

describe('the buttons of the header', () => {
  it('require a connection for everything except viewing', () => {
    const usable = headerButtons(NOTHING)
      .filter(({ enabled }) => enabled)
      .map(({ act }) => act);
    assert.deepEqual(usable, ['validate', 'openText']);
    assert.equal(button('create', {}).detail, 'Choose a connection first.');
  });

  it('create a flow that does not exist yet, and update one that does', () => {
    assert.equal(button('create', { connected: true }).label, 'Create');
    assert.equal(button('verify', { connected: true }).detail, 'Create the flow first.');
    assert.equal(button('create', { connected: true, flowId: 'one' }).label, 'Update');
    assert.ok(button('activate', { connected: true, flowId: 'one' }).enabled);
    assert.match(button('create', { connected: true, errors: 2 }).detail, /2 errors/);
  });

  it('show how the file and its flow differ', () => {
    const linked = { connected: true, flowId: 'one' };
    const detail = (changes: number | undefined): string =>
      button('create', { ...linked, drift: { changes, isVerified: true } }).detail;
    assert.match(detail(0), /matches the file/);
    assert.match(detail(1), /Apply 1 change to/);
    assert.match(detail(undefined), /Apply the changes to/);
  });

  it('have one primary button: the next action for the file', () => {
    const linked = { connected: true, flowId: 'one', flow: { enabled: false } };
    const drift = { changes: 0, isVerified: false };
    const primary = (facts: Partial<HeaderFacts>): string =>
      headerButtons({ ...NOTHING, ...facts })
        .filter(one => one.isPrimary)
        .map(({ label }) => label)
        .join();
    const enabled = { flow: { enabled: true } };
    assert.deepEqual(
      [
        primary({}),
        primary({ connected: true }),
        primary(linked),
        primary({ ...linked, drift: { ...drift, changes: 2 } }),
        primary({ ...linked, drift: { ...drift, changes: undefined } }),
        primary({ ...linked, drift }),
        primary({ ...linked, drift: { ...drift, isVerified: true } }),
        primary({ ...linked, ...enabled, drift: { ...drift, isVerified: true } }),
        primary({ ...linked, ...enabled, drift: { changes: 1, isVerified: true } }),
      ],
      ['', 'Create', '', 'Update', 'Update', 'Verify', 'Activate', '', 'Update'],
    );
  });

  it('show that a flow is active', () => {
    const active = button('activate', { connected: true, flowId: 'one', flow: { enabled: true } });
    assert.equal(active.label, 'Active');
    assert.equal(active.enabled, false);
  });

  it('do not verify while the verification runs', () => {
    const drift = { changes: 0, isVerified: false };
    const linked = { connected: true, flowId: 'one', flow: { enabled: false }, drift };
    assert.deepEqual(button('verify', { ...linked, isVerifying: true }), {
      ...button('verify', linked),
      enabled: false,
      isPrimary: false,
      detail: 'The verification run has not ended.',
    });
  });

  it('hide the run that is shown', () => {
    assert.ok(button('run', { connected: true, flowId: 'one' }).enabled);
    assert.ok(button('hideRun', { connected: true, flowId: 'one', runShown: true }).enabled);
  });
});

describe('the request of a flow', () => {
  const flow = { $schema: './flow.json', name: "Ann's", enabled: true, mine: 1 };
  const text = requestPreview('a.flow.json', 'https://api.example.test/v1', flow);

  it('has the body as it is sent: disabled, without editor properties, with unknown fields', () => {
    const body: unknown = JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? '');
    assert.deepEqual(body, { name: "Ann's", enabled: false, mine: 1 });
  });

  it('is also available for a shell, with the key as a variable', () => {
    assert.match(text, /curl --request POST 'https:\/\/api\.example\.test\/v1\/flows'/);
    assert.match(text, /Bearer \$API_KEY/);
    assert.ok(text.includes(String.raw`Ann'\''s`));
  });
});
