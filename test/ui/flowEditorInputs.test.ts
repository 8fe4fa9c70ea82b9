import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { createCatalog } from '../../src/flow/catalog.ts';
import { type FlowPage, useFlowPages } from '../support/flowPage.ts';
import { flowText, SampleAction } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';
import { THEMES } from '../support/webviewPage.ts';

const LONG =
  'How long to wait before the next try. The time begins when the answer arrives, not when the request is sent. ' +
  'If the service says how long to wait, its answer takes precedence, as long as it is below an hour. ' +
  'See [the guide](https://example.org/waiting) for the reasons.';

const text = { type: 'string' } as const;

const paramsSchema = {
  type: 'object',
  properties: {
    timeoutSeconds: { type: 'integer', minimum: 1, maximum: 3600, default: 120, description: LONG },
    pause: { ...text, format: 'duration', description: 'Between two rounds.' },
    begin: { ...text, format: 'date-time' },
    day: { ...text, format: 'date' },
    alarm: { ...text, format: 'time' },
    opening: { ...text, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'When the store opens.' },
    code: {
      ...text,
      pattern: '^[A-Z]{3}-\\d+$',
      description: 'The code on the label.',
      examples: ['ABC-123'],
    },
    method: { enum: ['pin', 'pattern', 'none'] },
    target: {
      oneOf: [
        {
          title: 'By text',
          type: 'object',
          required: ['by', 'text'],
          properties: { by: { const: 'text' }, text, index: { type: 'integer' }, exact: { type: 'boolean' } },
        },
        {
          title: 'By ID',
          type: 'object',
          required: ['by', 'id'],
          properties: { by: { const: 'id' }, id: text, index: { type: 'integer', maximum: 5 } },
        },
      ],
    },
    pauses: { type: 'array', items: { ...text, format: 'duration' } },
  },
  allOf: [
    {
      if: { properties: { method: { const: 'pin' } }, required: ['method'] },
      then: { properties: { pin: { ...text, pattern: '^\\d{4}$' }, tries: { type: 'integer', maximum: 9 } } },
    },
    {
      if: { properties: { method: { const: 'pattern' } }, required: ['method'] },
      then: { properties: { dots: text, tries: { type: 'integer', maximum: 3 } } },
    },
  ],
};

const catalog = createCatalog([
  { id: SampleAction.every, name: 'Wait and unlock', description: LONG, paramsSchema },
]);

describe('flowEditorInputs', () => {
  const openPage = useFlowPages();
  let shown: FlowPage;

  async function open(
    params: object,
    settings: { width?: number; height?: number; timezoneId?: string } = {},
  ): Promise<void> {
    shown = await openPage({ text: flowText([{ action: 'every', params }]), catalog, ...settings });
    await shown.choose('0');
  }

  async function hasParams(wanted: object | undefined): Promise<void> {
    const params = (): unknown =>
      (JSON.parse(shown.host.text) as { actions: { overrides?: { params?: unknown } }[] }).actions[0]
        ?.overrides?.params;
    await until('the wanted parameters', params, value => isDeepStrictEqual(value, wanted));
  }

  const field = (pointer: string) => shown.page.locator(`[data-field="${pointer}"]`);
  const unit = (label: string) => shown.input(`Unit of ${label}`);

  describe('durations', () => {
    it('the inputs of a duration show a number with its unit, and the same in words', async () => {
      await open({ timeoutSeconds: 300, pause: 'PT1M30S' });
      await shown.field('Timeout', '5');
      await shown.hasValue(unit('Timeout'), 'minutes');
      await field('/timeoutSeconds').getByText('Takes a duration from 1 second to 1 hour.').waitFor();
      await shown.field('Pause', '90');
      await shown.hasValue(unit('Pause'), 'seconds');
      await field('/pause').getByText('= 1 minute 30 seconds').waitFor();
      await shown.picture('dark-durations');
    });

    it('the inputs of a duration write the notation of the schema', async () => {
      await open({ timeoutSeconds: 300, pause: 'PT1M' });
      await shown.input('Timeout').fill('2');
      await hasParams({ timeoutSeconds: 120, pause: 'PT1M' });
      await unit('Timeout').selectOption('seconds');
      await hasParams({ timeoutSeconds: 2, pause: 'PT1M' });
      await shown.input('Pause').fill('1.5');
      await unit('Pause').selectOption('hours');
      await hasParams({ timeoutSeconds: 2, pause: 'PT90M' });
      await shown.field('Pause', '1.5');
      await shown.input('Pause').fill('1 h 10 min');
      await hasParams({ timeoutSeconds: 2, pause: 'PT70M' });
      await shown.input('Pause').fill('');
      await hasParams({ timeoutSeconds: 2 });
      await shown.input('Timeout').press('ArrowUp');
      await hasParams({ timeoutSeconds: 3 });
    });

    it('the inputs of a duration keep the chosen unit, and the value when a change is undone', async () => {
      await open({ timeoutSeconds: 300 });
      await unit('Timeout').selectOption('seconds');
      await hasParams({ timeoutSeconds: 5 });
      await shown.input('Timeout').fill('60');
      await hasParams({ timeoutSeconds: 60 });
      await shown.input('Timeout').blur();
      await shown.settled();
      await shown.field('Timeout', '60');
      await shown.hasValue(unit('Timeout'), 'seconds');
      shown.host.undo();
      await shown.field('Timeout', '5');
    });

    it('the inputs of a duration keep the unit in which a number is typed, as long as the value is exact in it', async () => {
      await open({ timeoutSeconds: 30 });
      for (const count of ['120', '240']) {
        await shown.input('Timeout').fill(count);
        await hasParams({ timeoutSeconds: Number(count) });
        await shown.input('Timeout').blur();
        await shown.settled();
        await shown.field('Timeout', count);
        await shown.hasValue(unit('Timeout'), 'seconds');
      }
      await shown.input('Timeout').fill('2 min');
      await hasParams({ timeoutSeconds: 120 });
      await shown.input('Timeout').blur();
      await shown.hasValue(unit('Timeout'), 'minutes');
    });

    it('the inputs of a duration keep text that is not a number', async () => {
      await open({ pause: 'PT1M' });
      await shown.input('Pause').fill('5 m');
      await shown.page.getByText('Not in the file yet. “5 m” is not a number.').waitFor();
      await shown.input('Pause').press('Escape');
      await shown.field('Pause', '1');
    });

    it('the inputs of a duration are a text for other values, and expressions', async () => {
      await open({ timeoutSeconds: '{{steps.wait.body.seconds}}', pause: 'P1M1D' });
      await shown.field('Pause', 'P1M1D');
      await field('/timeoutSeconds').locator('chip-text').waitFor();
      await shown.input('Pause').fill('PT2M');
      await hasParams({ timeoutSeconds: '{{steps.wait.body.seconds}}', pause: 'PT2M' });
      await shown.input('Pause').blur();
      await shown.hasValue(unit('Pause'), 'minutes');
      await shown.input('Pause').fill('{{payload.pause}}');
      await hasParams({ timeoutSeconds: '{{steps.wait.body.seconds}}', pause: '{{payload.pause}}' });
    });

    it('the inputs of a duration take expressions by two braces, and offer the default in words', async () => {
      await open({ timeoutSeconds: 60 });
      const picker = shown.page.locator('value-picker:popover-open');
      await shown.input('Timeout').focus();
      await shown.page.keyboard.press('End');
      await shown.page.keyboard.type('{{');
      await picker.waitFor();
      await shown.page.keyboard.type('device');
      await picker.getByRole('option').first().waitFor();
      await shown.page.keyboard.press('Enter');
      await shown.written(written => /"timeoutSeconds": "\{\{device[^"]*\}\}"/.test(written));
      await field('/timeoutSeconds').locator('chip-text').waitFor();
      await shown.page.keyboard.press('Backspace');
      await hasParams(undefined);
      await field('/timeoutSeconds').locator('chip-text').waitFor({ state: 'detached' });
      await shown.input('Timeout').press('Control+Space');
      await picker.getByRole('option', { name: '2 minutes' }).click();
      await hasParams({ timeoutSeconds: 120 });
      await shown.field('Timeout', '2');
    });

    it('the inputs of a duration show the default without a value', async () => {
      await open({});
      await shown.addOptions('Timeout');
      await shown
        .input('Timeout')
        .and(shown.page.getByPlaceholder('2', { exact: true }))
        .waitFor();
      await field('/timeoutSeconds').getByText('Default: 2 minutes').waitFor();
    });

    it('the inputs of a duration add and remove items of a list by keyboard', async () => {
      await open({ pauses: ['PT1M'] });
      const item = (number: number) => shown.page.getByLabel(`Item ${number}`, { exact: true });
      await item(1).press('Enter');
      await item(2).and(shown.page.locator(':focus')).waitFor();
      await shown.page.keyboard.type('30 s');
      await hasParams({ pauses: ['PT1M', 'PT30S'] });
      await item(2).press('Enter');
      await item(3).and(shown.page.locator(':focus')).waitFor();
      await shown.page.keyboard.press('Backspace');
      await item(3).waitFor({ state: 'detached' });
      await hasParams({ pauses: ['PT1M', 'PT30S'] });
      await item(2).fill('');
      await shown.page.getByText('An item cannot be empty.').waitFor();
      await item(2).press('Backspace');
      await hasParams({ pauses: ['PT1M'] });
      await item(1).and(shown.page.locator(':focus')).waitFor();
      await shown.field('Item 1', '1');
    });
  });

  describe('dates and times', () => {
    it('the inputs of a date or time have a picker, and say the time zone', async () => {
      await open({ begin: '2026-03-14T09:30:00Z' }, { timezoneId: 'Europe/Berlin' });
      const zone = shown.input('Time zone of Begin');
      await shown.hasValue(zone, 'Z');
      await field('/begin').getByText('Mar 14, 2026, 10:30 AM in your time zone').waitFor();
      await shown.input('Begin: pick').fill('2026-03-15T08:15');
      await hasParams({ begin: '2026-03-15T08:15:00Z' });
      assert.deepEqual(
        (await zone.locator('option').allInnerTexts()).map(label => label.trim()),
        ['UTC', 'UTC+1 (yours)'],
      );
      await zone.selectOption('+01:00');
      await hasParams({ begin: '2026-03-15T08:15:00+01:00' });
      await shown.picture('dark-moments');
    });

    it('the inputs of a date or time write what the format or the pattern asks for', async () => {
      await open({ day: '', alarm: '', opening: '' });
      await shown.input('Day: pick').fill('2026-03-14');
      await shown.input('Alarm: pick').fill('07:05');
      await shown.input('Opening: pick').fill('09:00');
      await hasParams({ day: '2026-03-14', alarm: '07:05:00Z', opening: '09:00' });
      await shown.input('Time zone of Opening').waitFor({ state: 'detached' });
    });
  });

  describe('patterns', () => {
    it('the inputs of a text with a pattern show the description and the example of the schema, and the pattern on demand', async () => {
      await open({ code: '' });
      await field('/code').getByText('The code on the label.').waitFor();
      assert.equal(await field('/code').getByText('Takes text').count(), 0);
      await shown.input('Code').and(shown.page.getByPlaceholder('For example ABC-123')).waitFor();
      const pattern = field('/code').getByText('^[A-Z]{3}-\\d+$', { exact: true });
      await pattern.waitFor({ state: 'hidden' });
      await field('/code').getByText('Pattern', { exact: true }).press('Enter');
      await pattern.waitFor();
      await hasParams({ code: '' });
    });
  });

  describe('long descriptions', () => {
    it('the inputs with a long description show two lines, and the rest on demand while the value is edited', async () => {
      await open({ timeoutSeconds: 60, pause: 'PT1M' });
      const about = field('/timeoutSeconds').locator('folded-text');
      const more = about.getByRole('button', { name: 'Show more' });
      const height = async (): Promise<number> => (await about.locator('.text').boundingBox())?.height ?? 0;
      await more.waitFor();
      const folded = await height();
      assert.ok(folded < 45, `${folded} pixels`);
      await more.press('Enter');
      const less = about.getByRole('button', { name: 'Show less', expanded: true });
      await less.waitFor();
      await until('all lines', height, value => value > folded);
      await shown.input('Timeout').fill('2');
      await hasParams({ timeoutSeconds: 120, pause: 'PT1M' });
      await less.waitFor();
      await less.press('Enter');
      await about.getByRole('button', { name: 'Show more', expanded: false }).waitFor();
      await field('/pause').getByText('Between two rounds.').waitFor();
      assert.equal(await field('/pause').getByRole('button', { name: 'Show more' }).count(), 0);
    });

    it('the inputs with a long description unfold for a link that gets the focus, and have no button if they fit', async () => {
      await open({ timeoutSeconds: 60 });
      const about = field('/timeoutSeconds').locator('folded-text');
      await about.getByRole('button', { name: 'Show more' }).waitFor();
      await about.getByRole('link', { name: 'the guide' }).focus();
      await about.getByRole('button', { name: 'Show less' }).waitFor();
    });
  });

  describe('alternatives', () => {
    it('the inputs with alternatives keep what both have, drop what only the old one has, and return all in one step', async () => {
      const start = { target: { by: 'text', text: 'Menu', index: 3, exact: true } };
      await open(start);
      const form = shown.input('Target: By');
      await form.selectOption('By ID');
      await hasParams({ target: { by: 'id', index: 3 } });
      await shown.input('Exact').waitFor({ state: 'detached' });
      await field('/target/id').waitFor();
      assert.equal(await field('/target/by').count(), 0);
      shown.host.undo();
      await hasParams(start);
      await shown.field('Text', 'Menu');
    });

    it('the inputs with alternatives do the same for a field that decides on others, which follow it', async () => {
      const start = { method: 'pin', pin: '1234', tries: 7, day: '2026-03-14' };
      await open(start);
      const labels = (): Promise<readonly string[]> =>
        shown.page.locator('.parameters :is(.field) > .head > :is(label, .name)').allTextContents();
      await until('the fields in order', labels, value => value.join().includes('Method,Pin,Tries'));
      await shown.input('Method').selectOption('pattern');
      await hasParams({ method: 'pattern', day: '2026-03-14' });
      shown.host.undo();
      await hasParams(start);
      await shown.field('Tries', '7');
      await shown.input('Tries').fill('2');
      await hasParams({ ...start, tries: 2 });
      await shown.input('Method').selectOption('pattern');
      await hasParams({ method: 'pattern', tries: 2, day: '2026-03-14' });
      await shown.picture('dark-method');
    });
  });

  it('the inputs of a form fit a narrow page in every theme', async () => {
    const params = {
      ...{ timeoutSeconds: 90, pause: 'PT1M30S', begin: '2026-03-14T09:30:00Z', day: '2026-03-14' },
      ...{ alarm: '07:05:00Z', opening: '09:00', code: 'x', method: 'pin', pin: '1', pauses: ['PT1M'] },
    };
    await open({ ...params, target: { by: 'text', text: 'Menu' } }, { width: 320, height: 3000 });
    for (const theme of THEMES) {
      await shown.dress(theme);
      assert.deepEqual(await shown.seriousFindings(), []);
      assert.deepEqual(await shown.overflowingParts(), []);
      await shown.picture(`${theme}-inputs-narrow`);
    }
  });
});
