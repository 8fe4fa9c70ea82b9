import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import type { FormNode, UnionNode } from '../../../../src/flow/form/formNode.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { json } from '../../../support/flowEdits/documents.ts';
import { nodesWithin } from '../../../../src/flow/form/childNodes.ts';
import { FormFiller, labelsOf } from '../../../support/formFilling.ts';
import { schemaGallery } from '../../../support/schemaGallery.ts';
import { SUITE_DRAFTS, type SuiteDraft, suiteFiles } from '../../../support/schemaSuite.ts';

const gallery = schemaGallery();

/** Nothing of a value is left out of its form. */
function assertWhole(node: FormNode, value: unknown): void {
  assert.deepEqual(node.value, { value }, `${node.pointer} is shown as something else`);
  switch (node.kind) {
    case 'union':
      assertWhole(node.content, value);
      return;
    case 'object':
    case 'map': {
      const parts = [...node.fields, ...node.others];
      for (const [name, own] of Object.entries(value ?? {})) {
        const [part, ...more] = parts.filter(({ path }) => path.at(-1) === name);
        assert.deepEqual(more, []);
        assertWhole(part ?? assert.fail(`${node.pointer} does not show ${name}`), own);
      }
      return;
    }
    case 'array':
      for (const [index, own] of ((value ?? []) as unknown[]).entries()) {
        assertWhole(node.items[index] ?? assert.fail(`${node.pointer} does not show ${index}`), own);
      }
      return;
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'constant':
    case 'json':
  }
}

describe('flow/form/anyForm', () => {
  for (const draft of Object.keys(SUITE_DRAFTS) as SuiteDraft[]) {
    it(`the form of any schema shows every value of the public suite completely: ${draft}`, () => {
      for (const [file, groups] of Object.entries(suiteFiles(draft, 'required'))) {
        for (const { description, schema, tests } of groups) {
          const form = new SchemaReader(schema);
          for (const { data } of tests) {
            try {
              const described = describeForm(form, { ownValue: data });
              assertWhole(described, data ?? {});
              assert.deepEqual(JSON.parse(JSON.stringify(described)), described);
            } catch (error) {
              throw new Error(`${file}: ${description}: ${JSON.stringify(data)}`, { cause: error });
            }
          }
        }
      }
    });
  }

  it('the form of any schema shows random values completely, own and inherited ones', () => {
    const names = [...new Set(gallery.flatMap(({ right }) => Object.keys(right)))].slice(0, 40);
    const params = fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 4 });
    const property = fc.property(fc.constantFrom(...gallery), params, params, (action, some, theirs) => {
      const inherited = structuredClone(theirs);
      const own = structuredClone({ ...action.right, ...some });
      const form = describeForm(new SchemaReader(action.paramsSchema), { ownValue: own, inherited });
      assertWhole(form, { ...inherited, ...own });
      for (const { path, origin } of nodesWithin(form)) {
        const [name] = path;
        if (name !== undefined) assert.equal(origin !== 'inherited' || !Object.hasOwn(own, name), true);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });

  for (const { file, paramsSchema, params, right } of gallery) {
    it(`the form of any schema changes to each form that ${file} offers, and shows it then`, () => {
      const overrides = JSON.stringify({ params: right });
      const text = `{"actions":[{"actionId":"a","position":1,"overrides":${overrides}}]}`;
      const filler = new FormFiller(text, paramsSchema, params);
      const unions = nodesWithin(filler.form()).filter((part): part is UnionNode => part.kind === 'union');
      for (const { path, branches } of unions) {
        for (const [index, { start }] of branches.entries()) {
          filler.text = text;
          filler.change(path, { kind: 'set', value: start });
          const shown = nodesWithin(filler.form()).filter((part): part is UnionNode => {
            return part.kind === 'union' && JSON.stringify(part.path) === JSON.stringify(path);
          });
          const same = shown.find(one => labelsOf(one) === labelsOf({ branches }));
          assert.equal(same?.chosen, index, `${JSON.stringify(path)}: ${branches[index]?.label}`);
        }
      }
    });
  }
});
