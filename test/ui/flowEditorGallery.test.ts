import assert from 'node:assert/strict';
import { createCatalog } from '../../src/flow/catalog.ts';
import { type FlowPage, FlowPages } from '../support/flowPage.ts';
import { schemaGallery } from '../support/schemaGallery.ts';

const gallery = schemaGallery();
const MAX_FIELDS = 2;

function idOf(index: number): string {
  return `dddddddd-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

const catalog = createCatalog(
  gallery.map(({ name, params, paramsSchema }, index) => ({ id: idOf(index), name, params, paramsSchema })),
);
const text = JSON.stringify(
  {
    name: 'Gallery',
    triggerId: 'bbbbbbbb-0000-4000-8000-000000000001',
    actions: gallery.map(({ right }, index) => ({
      actionId: idOf(index),
      position: index,
      overrides: { params: right },
    })),
  },
  undefined,
  2,
);

describe('flowEditorGallery', () => {
  let pages: FlowPages;
  let shown: FlowPage;

  before(async () => {
    pages = await FlowPages.start();
    shown = await pages.open({ text, catalog, height: 1400 });
  });

  after(() => pages.close());

  for (const [index, { file, name }] of gallery.entries()) {
    it(`the gallery of schemas in the visual flow editor draws ${file}, and writes the same value back`, async () => {
      await shown.choose(String(index));
      await shown.page.getByRole('heading', { name: `${index + 1} ${name}`, exact: true }).waitFor();
      assert.deepEqual(shown.errors, []);
      assert.deepEqual(await shown.seriousFindings({ part: 'flow-inspector' }), []);
      const before = JSON.parse(shown.host.text) as unknown;
      const fields = shown.page.locator(
        '.parameters :is(input:not([type]), input[type=text], input[type=password], textarea):is([aria-describedby]):not([readonly])',
      );
      const count = Math.min(await fields.count(), MAX_FIELDS);
      for (let place = 0; place < count; place++) {
        const id = await fields.nth(place).getAttribute('id');
        const field = shown.page.locator(`[id="${id ?? ''}"]`);
        const value = await field.inputValue();
        const isInherited = (await field.getAttribute('class'))?.includes('inherited');
        if (value === '' || isInherited) continue;
        await field.focus();
        await field.fill(`${value}1`);
        await shown.settled();
        await field.fill(value);
        await shown.settled();
        assert.deepEqual(JSON.parse(shown.host.text), before, `${file}: ${id ?? ''}`);
      }
    });
  }
});
