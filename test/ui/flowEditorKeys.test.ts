import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { seededRandom } from '../../src/util/random.ts';
import { type FlowPage, useFlowPages } from '../support/flowPage.ts';
import { flowText, pageCatalog } from '../support/flowSamples.ts';
import { until } from '../support/until.ts';
import { delaySelectAll } from '../support/webviewPage.ts';

/** Replacing 2,000 values takes five minutes; few runs already find a late selection. */
const RUNS = Number(process.env['CLOUD_DEVICES_TYPING_RUNS'] ?? '30');
const SEED = Number(process.env['CLOUD_DEVICES_TYPING_SEED'] ?? '1');

/** A field with texts to type into it; the file must have the value of the text in the end. */
interface Kind {
  readonly control: string;
  readonly texts: readonly string[];
  readonly value: (params: Params, text: string) => unknown;
  readonly wanted?: (text: string) => unknown;
}

type Params = Readonly<Record<string, unknown>>;

const WORDS = ['org.sandbox.maps', 'ab', 'Good night', 'x{{payload.n}}'];
const entry = (name: string, part: string | number) => (params: Params) =>
  (params[name] as Readonly<Record<string | number, unknown>>)[part];

const KINDS: Readonly<Record<string, Kind>> = {
  'a line': { control: '/title', texts: WORDS, value: params => params['title'] },
  'a number': {
    control: '/ratio',
    texts: ['120', '20', '0.75', '8'],
    value: params => params['ratio'],
    wanted: Number,
  },
  'a text area': { control: '/notes', texts: WORDS, value: params => params['notes'] },
  'a code field': { control: '/script', texts: ['tap(1)', 'wait'], value: params => params['script'] },
  'a password': { control: '/secret', texts: ['open sesame', 'pw'], value: params => params['secret'] },
  'an item of a list': { control: '/words/1', texts: WORDS, value: entry('words', 1) },
  'a value of an entry': {
    control: '/headers/accept',
    texts: ['text/html', 'any'],
    value: entry('headers', 'accept'),
  },
  'a field inside another': {
    control: '/place/latitude',
    texts: ['12.5', '-33'],
    value: entry('place', 'latitude'),
    wanted: Number,
  },
  'a text with expressions': { control: '/mail', texts: WORDS, value: params => params['mail'] },
};

/** Fields whose text is no value of the file until it is submitted, and others than those of the form. */
const OTHERS = {
  'the name of a step': '#step-name',
  'the name of an entry': '.entry-name',
  'the name of a new entry': '.add-entry input',
} as const;

const text = flowText([
  {
    action: 'every',
    params: {
      title: 'Good morning',
      count: 3,
      ratio: 0.5,
      notes: 'Several words',
      script: 'wait(3);',
      secret: 'old secret',
      mail: 'to {{payload.mail}}',
      words: ['one', 'two', 'three'],
      headers: { accept: 'all', host: 'none' },
      place: { latitude: 52.5 },
    },
  },
]);

describe('flowEditorKeys', () => {
  const openPage = useFlowPages();

  it(`a value replaced by Select All and keys at once keeps every character in ${RUNS} runs, whatever arrives from the host or the window between the keys`, async function () {
    this.timeout(60_000 + RUNS * 1_000);
    const shown = await openPage({ text, catalog: pageCatalog() });
    await shown.choose('0');
    const { next } = seededRandom(SEED);
    const below = (end: number): number => Math.floor(next() * end);
    const names = Object.keys(KINDS);
    let states = 0;
    const meanwhile = async (): Promise<void> => {
      switch (below(6)) {
        case 0:
          await shown.page.clock.runFor(below(700));
          break;
        case 1:
          shown.host.show();
          break;
        case 2:
          // Another value changes, as in the text editor beside.
          shown.host.write(shown.host.text.replace(/"count": \d+/, `"count": ${++states}`));
          break;
        case 3:
          shown.host.show();
          await shown.page.clock.runFor(below(60));
          break;
        default:
      }
    };
    for (let run = 0; run < RUNS; run++) {
      const name = names[below(names.length)] ?? '';
      const kind = KINDS[name];
      assert.ok(kind);
      const typed = kind.texts[below(kind.texts.length)] ?? '';
      const input = inputAt(shown, kind.control);
      await delaySelectAll(shown.page, below(3) * 40);
      const release = below(4) === 0 ? shown.hold() : undefined;
      await input.click();
      await meanwhile();
      await shown.page.keyboard.press('Control+a');
      await meanwhile();
      for (const key of typed) {
        await shown.page.keyboard.press(key);
        await meanwhile();
      }
      release?.();
      await shown.settled();
      const where = `run ${run} in ${name} with seed ${SEED}`;
      assert.equal(await valueAt(shown, kind.control), typed, where);
      const params = (): Params => paramsOf(shown.host.text);
      await until(where, () => kind.value(params(), typed), kind.wanted ? kind.wanted(typed) : typed);
    }
    assert.deepEqual(shown.errors, []);
  });

  it('a value replaced by Select All and keys at once stays in the field that the user types into when an item that was added before arrives', async () => {
    const shown = await openPage({ text, catalog: pageCatalog() });
    await shown.choose('0');
    const release = shown.hold();
    await shown.page.locator('[data-field="/words"]').getByRole('button', { name: 'Add Item' }).click();
    await inputAt(shown, '/title').click();
    await shown.page.keyboard.press('Control+a');
    await shown.page.keyboard.type('or');
    release();
    await inputAt(shown, '/words/3').waitFor();
    await shown.page.keyboard.type('g');
    assert.equal(await valueAt(shown, '/title'), 'org');
  });

  for (const [name, selector] of Object.entries(OTHERS)) {
    it(`a value replaced by Select All and keys at once keeps every character in ${name} if the window selects everything after the first key`, async () => {
      const shown = await openPage({ text, catalog: pageCatalog() });
      await shown.choose('0');
      const input = shown.page.locator(selector).first();
      await input.click();
      await delaySelectAll(shown.page, 1_000);
      await shown.page.keyboard.press('Control+a');
      await shown.page.keyboard.press('o');
      await shown.page.clock.runFor(1_000);
      await shown.page.keyboard.type('rg');
      assert.equal(await input.inputValue(), 'org');
    });
  }
});

const selectorOf = (pointer: string): string =>
  ['input', 'textarea', 'chip-text'].map(name => `[data-field="${pointer}"] ${name}`).join();

function inputAt({ page }: FlowPage, pointer: string): Locator {
  return page.locator(selectorOf(pointer)).first();
}

async function valueAt({ page }: FlowPage, pointer: string): Promise<unknown> {
  return page.evaluate(`document.querySelector(${JSON.stringify(selectorOf(pointer))}).value`);
}

function paramsOf(file: string): Params {
  const { actions } = JSON.parse(file) as { actions: { overrides: { params: Params } }[] };
  return actions[0]?.overrides.params ?? {};
}
