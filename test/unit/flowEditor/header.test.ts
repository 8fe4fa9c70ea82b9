import assert from 'node:assert/strict';
import { headerButtons, type HeaderFacts } from '../../../src/flowEditor/headerButtons.ts';
import { requestPreview } from '../../../src/flowEditor/headerActions.ts';

const NOTHING: HeaderFacts = {
  errors: 0,
  connected: false,
  flowId: undefined,
  flow: undefined,
  drift: undefined,
  isRecording: false,
  editable: true,
  isVerifying: false,
};

function button(act: string, facts: Partial<HeaderFacts>) {
  const found = headerButtons({ ...NOTHING, ...facts }).find(one => one.act === act);
  assert.ok(found);
  return found;
}

describe('flowEditor/header: buttons of the header', () => {
  it('the buttons of the header require a connection for everything except viewing', () => {
    const usable = headerButtons(NOTHING)
      .filter(({ enabled }) => enabled)
      .map(({ act }) => act);
    assert.deepEqual(usable, ['runs', 'openText']);
    assert.equal(button('create', {}).detail, 'Choose a connection first.');
  });

  it('the buttons of the header create a flow that does not exist yet, and update one that does', () => {
    assert.equal(button('create', { connected: true }).label, 'Create');
    assert.equal(button('create', { connected: true, flowId: 'one' }).label, 'Update');
    assert.match(button('create', { connected: true, errors: 2 }).detail, /2 errors/);
  });

  it('the buttons of the header show how the file and its flow differ', () => {
    const linked = { connected: true, flowId: 'one' };
    const detail = (changes: number | undefined): string =>
      button('create', { ...linked, drift: { changes, isVerified: true } }).detail;
    assert.match(detail(1), /Apply 1 change to/);
    assert.match(detail(undefined), /Apply the changes to/);
  });

  it('the buttons of the header begin with the next step from the file to an active flow', () => {
    const linked = { connected: true, flowId: 'one', flow: { enabled: false } };
    const drift = { changes: 0, isVerified: false };
    const first = (facts: Partial<HeaderFacts>): string | undefined =>
      headerButtons({ ...NOTHING, ...facts })[0]?.label;
    const enabled = { flow: { enabled: true } };
    assert.deepEqual(
      [
        first({}),
        first({ connected: true }),
        first(linked),
        first({ ...linked, drift: { ...drift, changes: 2 } }),
        first({ ...linked, drift: { ...drift, changes: undefined } }),
        first({ ...linked, drift: { changes: undefined, isVerified: false, isGone: true } }),
        first({ ...linked, drift }),
        first({ ...linked, drift: { ...drift, isVerified: true } }),
        first({ ...linked, ...enabled, drift: { ...drift, isVerified: true } }),
        first({ ...linked, ...enabled, drift: { changes: 1, isVerified: true } }),
      ],
      [
        'Create',
        'Create',
        'Update',
        'Update',
        'Update',
        'Recreate',
        'Verify',
        'Activate',
        'Active',
        'Update',
      ],
    );
  });

  it('the buttons of the header show that a flow is active', () => {
    const drift = { changes: 0, isVerified: true };
    const active = button('activate', { connected: true, flowId: 'one', flow: { enabled: true }, drift });
    assert.equal(active.label, 'Active');
    assert.equal(active.enabled, false);
  });

  it('the buttons of the header do not verify while the verification runs', () => {
    const drift = { changes: 0, isVerified: false };
    const linked = { connected: true, flowId: 'one', flow: { enabled: false }, drift };
    assert.deepEqual(button('verify', { ...linked, isVerifying: true }), {
      ...button('verify', linked),
      enabled: false,
      detail: 'The verification run has not ended.',
    });
  });
});

describe('flowEditor/header: request of a flow', () => {
  const flow = { $schema: './flow.json', name: "Ann's", enabled: true, mine: 1 };
  const text = requestPreview('a.flow.json', 'https://api.example.test/v1', flow);

  it('the request of a flow has the body as it is sent: disabled, without editor properties, with unknown fields', () => {
    const body: unknown = JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? '');
    assert.deepEqual(body, { name: "Ann's", enabled: false, mine: 1 });
  });

  it('the request of a flow is also available for a shell, with the key as a variable', () => {
    assert.match(text, /curl --request POST 'https:\/\/api\.example\.test\/v1\/flows'/);
    assert.match(text, /Bearer \$API_KEY/);
    assert.ok(text.includes(String.raw`Ann'\''s`));
  });
});
