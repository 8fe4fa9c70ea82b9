import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCatalog } from '../src/flow/catalog.ts';
import { type FlowPage, FlowPages } from '../test/support/flowPage.ts';
import { type Figures, median } from './figures.ts';
import { sized } from './sized.ts';

const FORMS = sized(10, 1);
const ROUNDS = sized(7, 1);
const ACTION_ID = 'dddddddd-0000-4000-8000-000000000001';

/**
 * Measures the time from a click on a step to its painted form, for the largest schemas in `src/schemas/json` of a
 * folder that is laid out like the SchemaStore repository.
 */
export async function measureLargestForms(figures: Figures, folder: string): Promise<void> {
  const source = join(folder, 'src/schemas/json');
  const largest = readdirSync(source)
    .map(name => ({ name, text: readFileSync(join(source, name), 'utf8') }))
    .toSorted((left, right) => right.text.length - left.text.length)
    .slice(0, FORMS);
  const pages = await FlowPages.start();
  for (const { name, text } of largest) {
    const flowPage = await openForm(pages, JSON.parse(text));
    const [whole, own] = [[] as number[], [] as number[]];
    for (let round = 0; round < ROUNDS; round++) {
      await flowPage.choose('');
      const times = await showForm(flowPage);
      whole.push(times.whole);
      own.push(times.own);
    }
    const title = `form of ${name}, ${(text.length / 1000).toFixed(0)} kB`;
    figures.add(`${title}: a click to the form`, median(whole), 'ms');
    figures.add(`${title}: its details to the form, in the page alone`, median(own), 'ms');
    await flowPage.close();
  }
  await pages.close();
}

async function openForm(pages: FlowPages, paramsSchema: unknown): Promise<FlowPage> {
  const action = { id: ACTION_ID, name: 'Large', service: 'sample', method: 'sample.large', paramsSchema };
  const actions = [{ actionId: ACTION_ID, position: 0, overrides: { params: {} } }];
  return pages.open({
    text: JSON.stringify({ name: 'Large', triggerId: 'x', actions }),
    catalog: createCatalog([action]),
    realTime: true,
  });
}

async function showForm({ page }: FlowPage): Promise<{ readonly whole: number; readonly own: number }> {
  return page.evaluate(SHOW_FORM);
}

// The form is painted in the frame after the one in which its element appears.
const SHOW_FORM = `new Promise(resolve => {
  const start = performance.now();
  let arrived;
  const listen = ({ data }) => {
    if (data?.kind === 'state' && data.state.details?.kind === 'step') arrived ??= performance.now();
  };
  addEventListener('message', listen, true);
  document.querySelector('[data-step="0"]').click();
  const look = () => {
    if (!document.querySelector('[aria-label="Step 1"] .parameters')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => {
      removeEventListener('message', listen, true);
      const end = performance.now();
      resolve({ whole: end - start, own: end - arrived });
    }));
  };
  look();
})`;
