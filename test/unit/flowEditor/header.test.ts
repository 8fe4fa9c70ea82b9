import assert from 'node:assert/strict';
import { headerButtons, type HeaderFacts } from '../../../src/flowEditor/headerButtons.ts';
import { requestPreview } from '../../../src/flowEditor/requestPreview.ts';

const NOTHING: HeaderFacts = {
  errors: 0,
  connected: false,
  flowId: undefined,
  flow: undefined,
  drift: undefined,
  runShown: false,
};

function button(act: string, facts: Partial<HeaderFacts>) {
  const found = headerButtons({ ...NOTHING, ...facts }).find(one => one.act === act);
  assert.ok(found);
  return found;
}

describe('the buttons of the header', () => {
  it('need a connection for everything but looking', () => {
    const usable = headerButtons(NOTHING)
      .filter(({ enabled }) => enabled)
      .map(({ act }) => act);
    assert.deepEqual(usable, ['validate', 'openText']);
    assert.equal(button('create', {}).detail, 'Choose a connection first.');
  });

  it('create a flow that is not there yet, and update one that is', () => {
    assert.equal(button('create', { connected: true }).label, 'Create');
    assert.equal(button('verify', { connected: true }).detail, 'Create the flow first.');
    assert.equal(button('create', { connected: true, flowId: 'one' }).label, 'Update');
    assert.ok(button('activate', { connected: true, flowId: 'one' }).enabled);
    assert.match(button('create', { connected: true, errors: 2 }).detail, /2 errors/);
  });

  it('tell how the file and its flow differ', () => {
    const linked = { connected: true, flowId: 'one' };
    assert.match(button('create', { ...linked, drift: [] }).detail, /is as the file/);
    assert.match(button('create', { ...linked, drift: ['changed here'] }).detail, /: changed here\./);
  });

  it('say that a flow is active', () => {
    const active = button('activate', { connected: true, flowId: 'one', flow: { enabled: true } });
    assert.equal(active.label, 'Active');
    assert.equal(active.enabled, false);
  });

  it('take the run off that is shown', () => {
    assert.ok(button('run', { connected: true, flowId: 'one' }).enabled);
    assert.ok(button('hideRun', { connected: true, flowId: 'one', runShown: true }).enabled);
  });
});

describe('the request of a flow', () => {
  const flow = { $schema: './flow.json', name: "Ann's", enabled: true, mine: 1 };
  const text = requestPreview('a.flow.json', 'https://api.example.test/v1', flow);

  it('has the body as it is sent: disabled, without what editors need, with unknown fields', () => {
    const body: unknown = JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? '');
    assert.deepEqual(body, { name: "Ann's", enabled: false, mine: 1 });
  });

  it('has the same for a shell, with the key as a variable', () => {
    assert.match(text, /curl --request POST 'https:\/\/api\.example\.test\/v1\/flows'/);
    assert.match(text, /Bearer \$API_KEY/);
    assert.ok(text.includes(String.raw`Ann'\''s`));
  });
});
