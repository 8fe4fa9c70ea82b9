import assert from 'node:assert/strict';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { FLOW_TEMPLATES } from '../../../../src/flow/new/flowTemplates.ts';
import {
  fileNameOf,
  fillFlow,
  firstGap,
  newFlowText,
  type NewFlowStep,
  usableTemplates,
} from '../../../../src/flow/new/newFlow.ts';
import { CreateFlow } from '../../../../src/contract/records/flow.ts';
import { demoDeviceId } from '../../../../src/sandbox/demo/devices.ts';
import { schemaGallery } from '../../../support/schemaGallery.ts';
import { uuid } from '../../../support/schemas.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';
import { NEEDS_USER_INPUT } from '../../../support/userInput.ts';

const catalog = sampleCatalog();
const trigger = catalog.triggers?.[0]?.id ?? '';

function textOf(steps: readonly NewFlowStep[], triggerId = trigger): string {
  return newFlowText({ name: 'New', triggerId, steps });
}

/** Returns the problems of a flow that are not missing user input. */
function wrong(text: string, known = catalog): string[] {
  return checkFlow(parseFlow(text), known)
    .filter(({ message }) => !NEEDS_USER_INPUT.test(message))
    .map(({ code, message }) => `${code}: ${message}`);
}

/** The problem of an address to type that is filled in later. */
const ADDRESS_LEFT = 'param-missing: The parameters of “Type text” must have the property “text”.';

describe('flow/new/newFlow', () => {
  const usable = usableTemplates(catalog);

  it('a new flow can be created from each template with the actions of the sandbox', () => {
    assert.deepEqual(
      usable.map(({ template }) => template),
      FLOW_TEMPLATES,
    );
    assert.ok(new Set(FLOW_TEMPLATES.map(({ title }) => title)).size === FLOW_TEMPLATES.length);
  });
  for (const { template, steps } of usable) {
    it(`a new flow lacks only what a person must enter: ${template.title}`, () => {
      const text = textOf(steps);
      const left = template.uses?.includes('mailbox') === true ? [ADDRESS_LEFT] : [];
      assert.deepEqual(wrong(text), left);
      assert.equal(CreateFlow.safeParse(JSON.parse(text)).success, true);
      // The parameters of a template are valid for their schemas, so none was omitted.
      for (const wish of template.steps.flatMap(step => [step, ...(step.children ?? [])])) {
        for (const value of Object.values(wish.params ?? {}))
          assert.ok(text.replaceAll(/\s/g, '').includes(JSON.stringify(value).replaceAll(/\s/g, '')));
      }
    });
  }
  it('a new flow can be created from any action', () => {
    for (const action of catalog.searchActions('', Infinity))
      assert.deepEqual(wrong(textOf([{ action }])), [], action.name);
    for (const [index, { name, paramsSchema, params }] of schemaGallery().entries()) {
      const action = { id: uuid(index), name, paramsSchema, params };
      assert.deepEqual(
        wrong(textOf([{ action }]), { ...catalog, ...createCatalog([action], catalog) }),
        [],
        name,
      );
    }
  });
  it('a new flow uses the actions of a catalog, also those with similar names', () => {
    const named = ['Open app', 'Pause a while', 'Save picture'].map((name, index) => ({
      id: uuid(index),
      name,
    }));
    const [only, ...more] = usableTemplates(createCatalog(named));
    assert.equal(only?.template.title, 'Look at an app');
    assert.deepEqual(more, []);
    assert.deepEqual(
      only.steps.map(({ action }) => action.name),
      ['Open app', 'Pause a while', 'Save picture'],
    );
    assert.deepEqual(usableTemplates(createCatalog([])), []);
  });
  it('a new flow keeps the order of its steps and omits parameters that an action does not accept', () => {
    const action = {
      id: uuid(1),
      name: 'Closed',
      paramsSchema: { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false },
    };
    const text = textOf([
      { action, params: { a: 1 } },
      { action, params: { b: 1 } },
    ]);
    const { actions } = JSON.parse(text) as { actions: Record<string, unknown>[] };
    assert.deepEqual(actions, [
      { actionId: uuid(1), position: 1, overrides: { params: { a: 1 } } },
      { actionId: uuid(1), position: 2 },
    ]);
  });
  it('a new flow has its first placeholder where the user should start', () => {
    const [{ steps } = { steps: [] }] = usable;
    const open = textOf(steps, '');
    const at = open.indexOf('"triggerId": "') + '"triggerId": "'.length;
    assert.deepEqual(firstGap(open, catalog), { start: at, end: at });
    const empty = textOf([]);
    const inside = empty.indexOf('[]') + 1;
    assert.deepEqual(firstGap(empty, catalog), { start: inside, end: inside });
    const { action } = { action: catalog.searchActions('open address', 1)[0]! };
    const next = textOf([{ action, params: {} }]);
    const gap = firstGap(next, catalog);
    assert.ok(gap === undefined || gap.start > next.indexOf('"actions"'));
    const wait = catalog.searchActions('wait', 50).find(({ name }) => name === 'Wait')!;
    assert.equal(firstGap(textOf([{ action: wait }]), catalog), undefined);
  });
  it('a new flow omits the address of a mailbox to be selected later, and puts the cursor there', () => {
    const signUp = usable.find(({ template }) => template.uses?.includes('mailbox') === true)!;
    const text = textOf(signUp.steps);
    const { actions } = JSON.parse(text) as { actions: { nameOverride?: string; overrides?: unknown }[] };
    const step = actions.find(({ nameOverride }) => nameOverride === 'Enter the address');
    assert.deepEqual(step?.overrides, { params: {} });
    const gap = firstGap(text, catalog);
    assert.ok(gap);
    assert.match(text.slice(0, gap.start), /"Enter the address",\s+"overrides": \{\s+"params": \{$/);
    assert.ok(text.startsWith('}', gap.end));
  });
  it('a new flow opens an app for the platform of its device, also if the app is selected later', () => {
    const { steps } = usable.find(({ template }) => template.title === 'Look at an app')!;
    for (const formApp of [undefined, 'org.sandbox.form']) {
      const chosen = {
        device: { id: demoDeviceId('ios'), name: 'iPhone', platform: 'ios' },
        formApp,
      } as const;
      const text = newFlowText({ name: 'New', triggerId: trigger, steps, chosen });
      assert.match(text, /"platform": "ios"/);
      assert.deepEqual(wrong(text), []);
    }
  });

  it('a new flow fills a file without steps, and keeps what the file says', () => {
    const [{ steps } = { steps: [] }] = usable;
    const plan = { name: 'New', triggerId: trigger, steps, chosen: { device: { id: 'd1', name: 'Phone' } } };
    const filled = (text: string): string => {
      const outcome = fillFlow(text, plan);
      assert.ok(outcome.kind === 'edits');
      return applyEdits(text, outcome.edits);
    };
    const whole = JSON.parse(newFlowText(plan)) as Record<string, unknown>;
    assert.equal(filled(''), newFlowText(plan));
    assert.equal(filled(' \n'), newFlowText(plan));
    assert.deepEqual(JSON.parse(filled('{}')), whole);
    assert.deepEqual(JSON.parse(filled('{"name":"","deviceIds":[],"actions":[],"own":1}')), {
      ...whole,
      own: 1,
    });
    const kept = { name: 'Kept', triggerId: 't1', deviceIds: ['d2'] };
    assert.deepEqual(JSON.parse(filled(JSON.stringify(kept))), { ...whole, ...kept });
  });
  it('a new flow fills no file that has steps or is no flow', () => {
    const [{ steps } = { steps: [] }] = usable;
    const plan = { name: 'New', triggerId: trigger, steps };
    for (const text of [textOf(steps), '[]', '{"actions":'])
      assert.equal(fillFlow(text, plan).kind, 'refused', text);
  });
  it('a new flow has a file name that is valid on every file system', () => {
    assert.equal(fileNameOf('Sign in: with “Größe”/..'), 'sign-in-with-große');
    assert.equal(fileNameOf('../..'), 'flow');
    assert.equal(fileNameOf('予約'), '予約');
    assert.ok(fileNameOf('a b '.repeat(100)).length <= 60);
  });
  it('a new flow has a file name in the script of its name', () => {
    for (const name of ['ガイド', 'हिन्दी', 'мой', '한국어'])
      assert.equal(fileNameOf(name), name.normalize('NFC'));
    assert.equal(fileNameOf('Café ❤️ 1️⃣'), 'cafe-1');
    assert.equal(fileNameOf('❤️'), 'flow');
    assert.equal(fileNameOf(`a${'𠮷'.repeat(60)}`), `a${'𠮷'.repeat(59)}`);
  });
});
