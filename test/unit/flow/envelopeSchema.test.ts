import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsonLanguage, { type LanguageService, type TextDocument } from 'vscode-json-languageservice';
import { parseJson } from '../../../src/flow/document/jsonTree.ts';
import { flowSchemaText, SCHEMA } from '../../../scripts/flow-schema.mjs';

const root = join(import.meta.dirname, '../../..');
const examples = readdirSync(join(root, 'examples')).filter(name => name.endsWith('.flow.json'));

/** The JSON language support of VS Code, with or without a schema for flow files. */
function jsonSupport(schemaFile?: string): LanguageService {
  const service = jsonLanguage.getLanguageService({});
  if (schemaFile === undefined) return service;
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;
  service.configure({ schemas: [{ uri: 'test:flow', fileMatch: ['*.flow.json'], schema }] });
  return service;
}

function open(name: string): TextDocument {
  const text = readFileSync(join(root, 'examples', name), 'utf8');
  return jsonLanguage.TextDocument.create(`file:///examples/${name}`, 'json', 1, text);
}

async function problems(service: LanguageService, document: TextDocument): Promise<string[]> {
  const found = await service.doValidation(document, service.parseJSONDocument(document));
  return found.map(({ message }) => (typeof message === 'string' ? message : message.value));
}

describe('flow/envelopeSchema: docs/flow.schema.json', () => {
  it('docs/flow.schema.json matches the source; run "npm run docs" to update it', async () => {
    assert.equal(readFileSync(SCHEMA, 'utf8').replaceAll('\r\n', '\n'), await flowSchemaText());
  });

  it('docs/flow.schema.json accepts every valid example and rejects the invalid one', async () => {
    const service = jsonSupport(SCHEMA);
    for (const name of examples) {
      const found = await problems(service, open(name));
      assert.equal(found.length > 5, name === 'mistakes.flow.json', `${name}: ${found.join(' ')}`);
    }
  });
});

describe('flow/envelopeSchema: media/flow.schema.json', () => {
  const quiet = jsonSupport(join(root, 'media/flow.schema.json'));

  it('media/flow.schema.json is contributed by package.json to the JSON language support of VS Code', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: { jsonValidation: unknown };
    };
    assert.deepEqual(manifest.contributes.jsonValidation, [
      { fileMatch: '*.flow.json', url: './media/flow.schema.json' },
      { fileMatch: '*.flow.test.json', url: './media/flow-test.schema.json' },
    ]);
  });

  it('media/flow.schema.json reports no problems, so that nothing is reported twice', async () => {
    for (const name of examples) assert.deepEqual(await problems(quiet, open(name)), [], name);
  });

  it('media/flow.schema.json leads to the same number of reports at the same places as in the visual editor, with the same severity', async () => {
    const texts = [
      '{"name": "A", // why\n"name": "B", /* and */ "name": "C"}',
      '{"actions": [{"position": 1, "position": 2,},],}',
    ];
    for (const text of texts) {
      const document = jsonLanguage.TextDocument.create('file:///a.flow.json', 'json', 1, text);
      const ofVsCode = await quiet.doValidation(document, quiet.parseJSONDocument(document), {
        comments: 'error',
        trailingCommas: 'error',
      });
      const own = parseJson(text).problems.filter(({ code }) => code === 'duplicate-key');
      assert.deepEqual(
        ofVsCode.map(({ range, severity }) => [document.offsetAt(range.start), severity]).toSorted(),
        own.map(({ start }) => [start, jsonLanguage.DiagnosticSeverity.Warning]).toSorted(),
      );
    }
  });

  it('media/flow.schema.json offers no completions, which would guess names from other parts of the file', async () => {
    const document = open('mistakes.flow.json');
    const labels = async (service: LanguageService, offset: number): Promise<string[]> => {
      const json = service.parseJSONDocument(document);
      const list = await service.doComplete(document, document.positionAt(offset), json);
      return (list?.items ?? []).map(({ label }) => label);
    };
    const inParams = document.getText().indexOf('"latitude"');
    assert.ok((await labels(jsonSupport(), inParams)).includes('severity'));
    for (let offset = 0; offset < document.getText().length; offset += 17) {
      assert.deepEqual(await labels(quiet, offset), [], `at ${offset}`);
    }
  });
});
