import assert from 'node:assert/strict';
import { formatDeployments, formatPlannedItems } from '../../../../src/commandLine/deploy/formatDeploy.ts';
import { compareFiles } from '../../../../src/commandLine/diff/compareFiles.ts';
import { formatDiff } from '../../../../src/commandLine/diff/formatDiff.ts';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { numberedSecrets, toReadableFlow } from '../../../../src/flow/compare/readableFlow.ts';
import { createFlowSourceReader } from '../../../../src/flow/deploy/flowSource.ts';
import { planItem } from '../../../../src/flow/deploy/planItem.ts';
import { meaningOfBody } from '../../../../src/flow/compare/flowMeaning.ts';
import { deployQuestion } from '../../../../src/wording/deployQuestion.ts';

const ACTION = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const TRIGGER = '535b30c4-0204-4cc0-a0e7-eae0ef55bc62';
const paramsSchema = { type: 'object', properties: { words: { type: 'string', format: 'password' } } };
const catalog = createCatalog([
  { id: ACTION, name: 'Log In', paramsSchema, params: { apiKey: 'canary-default' } },
]);

/** A flow whose secrets, by a schema, by names, and in an address, end with `version`. */
function flowOf(version: string, more: object = {}): Readonly<Record<string, unknown>> {
  const params = {
    words: `canary-marked-${version}`,
    password: `canary-named-${version}`,
    headers: [{ name: 'X-Auth-Token', value: `canary-pair-${version}` }],
    url: `https://ada:canary-user-${version}@host.example/?token=canary-token-${version}`,
    list: version === 'old' ? [{ secret: 'canary-list-old' }] : [{ secret: 'canary-list-new' }, {}],
  };
  const description = `See https://host.example/?sig=canary-description-${version}`;
  return {
    name: 'Sign in',
    triggerId: TRIGGER,
    description,
    actions: [{ actionId: ACTION, position: 1, overrides: { params }, ...more }],
  };
}

const fields = ['words', 'password', 'headers, item 1, value', 'url'];

function assertMasked(text: string): void {
  assert.doesNotMatch(text, /canary/);
  for (const field of fields)
    assert.match(text, new RegExp(`params\\.${field} is .*the hidden value changed`));
  assert.match(text, /••••••/);
}

describe('flow/compare/comparedSecrets', () => {
  const [old, now] = [flowOf('old'), flowOf('new')];
  const diff = compareFiles(
    { path: 'a.flow.json', text: JSON.stringify(old) },
    { path: 'a.flow.json', text: JSON.stringify(now) },
    catalog,
  );

  for (const format of ['text', 'json'] as const)
    it(`the differences of secrets are hidden on both sides by diff as ${format}, and are named as changed`, () =>
      assertMasked(formatDiff(format, [diff])));

  it('the differences of secrets are hidden on both sides by diff as Markdown', () => {
    const text = formatDiff('markdown', [diff]);
    assert.doesNotMatch(text, /canary/);
    assert.match(text, /the hidden value changed/);
  });

  const source = createFlowSourceReader(catalog)('a.flow.json', JSON.stringify(now));
  assert.ok(!('refusal' in source));
  const meaning = meaningOfBody(old, catalog);
  const remote = { kind: 'found', flowId: 'f', enabled: true, canSwitchRecording: false, meaning } as const;
  const item = planItem(source, { stored: undefined, link: { flowId: 'f' } }, remote, text => text);

  for (const format of ['text', 'json'] as const)
    it(`the differences of secrets are hidden on both sides by deploy as ${format}, and are named as changed`, () => {
      assertMasked(formatPlannedItems(format, 'Service', [item]));
      assertMasked(formatDeployments(format, 'Service', [{ item, problem: 'It failed.' }]));
    });

  it('the differences of secrets are hidden on both sides in the question of the window', () => {
    assertMasked(deployQuestion('Service', [item], {})?.detail ?? '');
  });

  it('the differences of secrets show the same number for the same secret in the comparison of two texts', () => {
    const show = numberedSecrets();
    const texts = [old, now].map(flow => toReadableFlow(meaningOfBody(flow, catalog), show));
    const [before = '', after = ''] = texts;
    assert.doesNotMatch(texts.join(''), /canary/);
    const secretOf = (text: string, name: string): string | undefined =>
      new RegExp(`"${name}": "(•••••• \\d+)"`).exec(text)?.[1];
    assert.ok(secretOf(before, 'password'));
    assert.notEqual(secretOf(before, 'password'), secretOf(after, 'password'));
    assert.equal(secretOf(before, 'apiKey'), secretOf(after, 'apiKey'));
  });

  it('the differences of secrets are hidden in the names of steps and where a secret is new or gone', () => {
    const named = flowOf('old', { nameOverride: 'Use password=canary-name' });
    const without = { ...old, actions: [] };
    const changes = [
      [named, without],
      [without, named],
      [named, old],
      [{ ...old, actions: [{ actionId: ACTION, position: 1 }] }, old],
    ].map(([one, other]) =>
      compareFiles(
        { path: 'a.flow.json', text: JSON.stringify(one) },
        { path: 'a.flow.json', text: JSON.stringify(other) },
        catalog,
      ),
    );
    for (const format of ['text', 'markdown', 'json'] as const)
      assert.doesNotMatch(formatDiff(format, changes), /canary/);
  });
});
