import assert from 'node:assert/strict';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { pointerOf } from '../../../../src/flow/form/pointer.ts';
import { nodesWithin } from '../../../../src/flow/form/childNodes.ts';
import { FormFiller } from '../../../support/formFilling.ts';
import { type GalleryAction, keywordsIn, schemaGallery } from '../../../support/schemaGallery.ts';

const ACTION = '11111111-1111-4111-8111-111111111111';
const gallery = schemaGallery();

/** A flow of one step with formatting and comments. */
function flowOf(params: unknown): string {
  const overrides = params === undefined ? '' : `, "overrides": { "params": ${JSON.stringify(params)} }`;
  return `{\r\n\t"name": "A", // the flow\r\n\t"triggerId": "${ACTION}",\r\n\t"actions": [\r\n\t\t{ "actionId": "${ACTION}", "position": 1${overrides} } // the step\r\n\t]\r\n}\r\n`;
}

/** Returns the problems of the parameters of the only step, each as `code pointer`. */
function found(text: string, { name, paramsSchema, params }: GalleryAction): string[] {
  const known = createCatalog([{ id: ACTION, name, paramsSchema, params }]);
  return checkFlow(parseFlow(text), known)
    .filter(({ code }) => code !== 'comment')
    .map(({ code, data: { path = [], missing } = {} }) => {
      return `${code} ${pointerOf(missing === undefined ? path : [...path, missing])}`;
    });
}

describe('flow/form/gallery', () => {
  it('the gallery of schemas has every keyword that describes data', () => {
    assert.ok(gallery.length >= 40);
    const keywords = new Set(gallery.flatMap(({ paramsSchema }) => keywordsIn(paramsSchema)));
    const wanted = [
      ...['type', 'enum', 'const', 'default', 'examples', 'required', 'title', 'description'],
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      ...['minLength', 'maxLength', 'pattern', 'format', 'contentMediaType', 'contentEncoding'],
      ...['items', 'prefixItems', 'additionalItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
      ...['minContains', 'maxContains', 'unevaluatedItems', 'unevaluatedProperties', 'propertyNames'],
      ...['properties', 'patternProperties', 'additionalProperties', 'minProperties', 'maxProperties'],
      ...['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
      ...['dependencies', '$ref', '$defs', 'definitions', '$id', '$anchor', '$dynamicRef', '$recursiveRef'],
      ...['readOnly', 'writeOnly', 'deprecated'],
    ];
    assert.deepEqual(
      wanted.filter(keyword => !keywords.has(keyword)),
      [],
    );
  });

  for (const action of gallery) {
    const { file, paramsSchema, params, right, asJson, wrong } = action;

    it(`the gallery of schemas shows ${file} completely, without values, with valid values, and with invalid ones`, () => {
      const schema = new SchemaReader(paramsSchema);
      for (const own of [undefined, {}, right, ...wrong.map(one => one.params)]) {
        const form = describeForm(schema, { ownValue: own, inherited: params });
        assert.deepEqual(JSON.parse(JSON.stringify(form)), form);
        const shown = new Set(nodesWithin(form).map(({ pointer }) => pointer));
        for (const name of Object.keys(own ?? {})) {
          assert.ok(
            shown.has(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
            `${name} is not shown`,
          );
        }
      }
    });

    it(`the gallery of schemas can be filled in with the form of ${file}`, () => {
      const filler = new FormFiller(flowOf(undefined), paramsSchema, params);
      filler.fill(right);
      assert.deepEqual({ ...params, ...(filler.own as object | undefined) }, right);
      assert.deepEqual(filler.asJson, asJson ?? []);
      assert.deepEqual(found(filler.text, action), []);
      const [head, tail] = flowOf(undefined).split(', "position": 1');
      assert.ok(filler.text.startsWith(head!) && filler.text.endsWith(tail!), filler.text);
    });

    it(`the gallery of schemas moves items and renames custom names in ${file}, and back again`, () => {
      const filler = new FormFiller(flowOf(right), paramsSchema, params);
      const text = filler.text;
      for (const part of nodesWithin(filler.form())) {
        if (part.kind === 'array' && part.tuple === 0 && part.items.length > 1) {
          const to = part.items.length - 1;
          filler.change(part.path, { kind: 'moveItem', from: 0, to });
          assert.deepEqual(filler.at(part.path).value?.value, [
            ...part.items.slice(1).map(one => one.value?.value),
            part.items[0]?.value?.value,
          ]);
          filler.change(part.path, { kind: 'moveItem', from: to, to: 0 });
        } else if (part.kind === 'map' && part.addition) {
          for (const { path, value } of part.others) {
            filler.change(path, { kind: 'renameKey', name: 'x-new' });
            assert.deepEqual(filler.at([...part.path, 'x-new']).value, value);
            filler.change([...part.path, 'x-new'], { kind: 'renameKey', name: String(path.at(-1)) });
          }
        }
      }
      assert.equal(filler.text, text);
    });

    it(`the gallery of schemas can be cleared with the form of ${file}`, () => {
      const filler = new FormFiller(flowOf(right), paramsSchema, params);
      for (const name of Object.keys(right)) filler.change([name], { kind: 'remove' });
      filler.change([], { kind: 'remove' });
      assert.equal(filler.text, flowOf(undefined));
    });

    it(`the gallery of schemas shows the problems of values of ${file} at the field concerned`, () => {
      for (const one of wrong) {
        const text = flowOf(one.params);
        assert.deepEqual(found(text, action), one.found, JSON.stringify(one.params));
        const form = describeForm(new SchemaReader(paramsSchema), {
          ownValue: one.params,
          inherited: params,
        });
        const shown = nodesWithin(form).map(({ pointer }) => pointer);
        for (const problem of one.found) {
          const pointer = problem.slice(problem.indexOf(' ') + 1);
          assert.ok(shown.includes(pointer), `${problem} is beside nothing in ${JSON.stringify(one.params)}`);
        }
      }
    });
  }
});
