import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { type FlowDocument, parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { completionsAt } from '../../../../src/flow/language/completion.ts';
import { FLOW_TEMPLATES } from '../../../../src/flow/new/flowTemplates.ts';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { type CompletionItem, snippetText } from '../../../../src/flow/language/completionItem.ts';
import { demoActionId } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { accept } from '../../../support/acceptItem.ts';
import { containsLink } from '../../../support/links.ts';
import { uuid } from '../../../support/schemas.ts';
import { schemaGallery } from '../../../support/schemaGallery.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const catalog = sampleCatalog();
const gallery = createCatalog(
  schemaGallery().map(({ name, paramsSchema, params }, index) => ({
    id: uuid(index),
    name,
    paramsSchema,
    params,
  })),
);
const LOCATE = '21b6a332-e43a-4995-be0e-df190932e644';
const folder = join(import.meta.dirname, '../../../../examples');

/** Returns the completions at the `|` of a text, as `label → inserted text`. */
function offered(marked: string): string[] {
  const offset = marked.indexOf('|');
  const document = parseFlow(marked.replace('|', ''));
  return completionsAt(document, offset, catalog).items.map(
    ({ label, snippet }) => `${label} → ${snippetText(snippet)}`,
  );
}

/** Parses a text without its `|`, and returns the offset of the mark. */
function readCursor(marked: string): [document: FlowDocument, offset: number] {
  return [parseFlow(marked.replace('|', '')), marked.indexOf('|')];
}

const inParams = (inner: string): string =>
  `{"actions":[{"actionId":"${LOCATE}","position":1,"overrides":{"params":{${inner}}}}]}`;

describe('flow/language/completion', () => {
  it('completion offers the missing fields of a flow, required ones first', () => {
    const items = offered('{"name":"A",|}');
    assert.equal(items[0], 'triggerId → "triggerId": ""');
    assert.equal(items[1], 'actions → "actions": []');
    assert.ok(items.includes('enabled → "enabled": false'));
    assert.ok(!items.some(item => item.startsWith('name ')));
  });
  it('completion offers the parameters of the action', () => {
    const items = offered(inParams('"latitude":1,|'));
    assert.equal(items[0], 'longitude → "longitude": null');
  });
  it('completion offers no example of a schema as a value', () => {
    const known = createCatalog([
      {
        id: LOCATE,
        name: 'Type',
        paramsSchema: {
          required: ['text'],
          properties: {
            text: { type: 'string', examples: ['Hello', '{{steps.wait-for-passcode.body.code}}'] },
            level: { enum: [1, 2], example: 2 },
          },
        },
      },
    ]);
    const inserted = (marked: string): string[] => {
      const [document, offset] = readCursor(marked);
      return completionsAt(document, offset, known).items.map(({ snippet }) => snippetText(snippet));
    };
    assert.deepEqual(
      inserted(inParams('"text": |')).filter(text => /Hello|steps/.test(text)),
      [],
    );
    assert.deepEqual(inserted(inParams('"level": |')).slice(0, 2), ['1', '2']);
    assert.deepEqual(
      inserted(inParams('|')).filter(text => text.startsWith('"text"')),
      ['"text": ""'],
    );
  });
  it('completion inserts commas if needed', () => {
    const first = (marked: string): string => {
      const [document, offset] = readCursor(marked);
      return accept(document.text, completionsAt(document, offset, catalog).items[0]!);
    };
    for (const [marked, wanted] of [
      ['"latitude":1 |', '"latitude":1, "longitude": null'],
      ['"latitude":1\n  |', '"latitude":1,\n  "longitude": null'],
      ['| "latitude":1', '"longitude": null, "latitude":1'],
    ] as const)
      assert.equal(first(inParams(marked)), inParams(wanted));
    assert.match(first('{"actions":[{}\nwait|]}'), /^\{"actions":\[\{\},\n\{\n\t"actionId": /);
    assert.equal(offered(inParams('"l|":1'))[0], 'latitude → "latitude"');
  });
  it('completion offers the values of a field', () => {
    assert.deepEqual(offered('{"cooldownScope":|}'), ['"flow" → "flow"', '"device" → "device"']);
    assert.deepEqual(offered('{"enabled":|}'), ['true → true', 'false → false']);
  });
  it('completion offers no number that nobody has chosen, and keeps the parts of a default', () => {
    const properties = {
      count: { type: 'integer', minimum: 5 },
      area: { type: 'object', properties: { width: { type: 'number' } }, default: { width: 7 } },
    };
    const known = createCatalog([{ id: LOCATE, name: 'Find', paramsSchema: { properties } }]);
    const items = (inner: string): readonly CompletionItem[] =>
      completionsAt(...readCursor(inParams(inner)), known).items.filter(({ kind }) => kind !== 'expression');
    assert.deepEqual(items('"count": |'), []);
    const area = items('|').find(({ label }) => label === 'area');
    assert.match(area?.snippet ?? '', /"width": \$\{1:7\}/);
  });
  it('completion documents each value separately', () => {
    const schema = {
      type: 'object',
      properties: {
        key: {
          oneOf: [
            { const: 3, title: 'Home', description: 'To the first screen.' },
            { const: 4, description: 'One screen back.' },
          ],
        },
        level: {
          title: 'Level',
          oneOf: [
            { enum: ['low'], description: 'Nobody is called.' },
            { enum: ['high'], description: 'Somebody is called.' },
          ],
        },
        way: { enum: ['up', 'down'], enumDescriptions: ['Shows what is below.', 'Shows what is above.'] },
        mailboxId: { type: 'string', format: 'uuid' },
      },
    };
    const known = createCatalog([{ id: LOCATE, name: 'Press', paramsSchema: schema }]);
    const items = (inner: string): readonly CompletionItem[] =>
      completionsAt(...readCursor(inParams(inner)), known).items.filter(({ kind }) => kind === 'value');
    const [home, back] = items('"key":|');
    assert.deepEqual([home?.label, home?.detail], ['3', 'Home']);
    assert.match(home?.documentation ?? '', /^Home: To the first screen\\?\./);
    assert.match(back?.documentation ?? '', /^One screen back/);
    const [up, down] = items('"way":|');
    assert.match(up?.documentation ?? '', /^Shows what is below/);
    assert.match(down?.documentation ?? '', /^Shows what is above/);
    assert.deepEqual(items('"mailboxId":|'), [], 'an empty text is no id');
    const [low, high] = items('"level":|').map(({ documentation = '' }) => documentation);
    assert.match(low ?? '', /^Nobody is called/);
    assert.match(high ?? '', /^Somebody is called\\?\.\n\n---\n\n\*\*Level\*\*\n/);
    for (const documentation of [low, high])
      assert.match(documentation ?? '', /Allowed values:\n\n- `"low"`/);
  });
  it('completion offers the values inside alternatives, combinations, and references, at any cursor position', () => {
    const text = readFileSync(join(folder, 'first-steps.flow.json'), 'utf8');
    for (const marked of ['|"left"', '"lef|t"', '""|']) {
      const items = offered(text.replace('"left"', marked));
      for (const way of ['up', 'down', 'left', 'right'])
        assert.ok(items.includes(`"${way}" → "${way}"`), `${marked}: ${items.join()}`);
    }
    const paramsSchema = {
      $defs: {
        way: { oneOf: [{ enum: ['up'] }, { allOf: [{ $ref: '#/$defs/side' }] }] },
        side: { const: 'left' },
      },
      properties: {
        move: { anyOf: [{}, { allOf: [{}, { properties: { way: { $ref: '#/$defs/way' } } }] }] },
      },
    };
    const known = createCatalog([{ id: LOCATE, name: 'Move', paramsSchema }]);
    const { items } = completionsAt(...readCursor(inParams('"move":{"way":|}')), known);
    const values = items.filter(({ kind }) => kind === 'value').map(({ label }) => label);
    assert.deepEqual(values, ['"up"', '"left"']);
  });
  it('completion shows no link in the description of an action by a service', () => {
    const known = createCatalog([{ id: LOCATE, name: 'Move', description: '[x](command:canary)' }]);
    for (const marked of ['{"actions":[|]}', '{"actions":[{"actionId":"|"}]}']) {
      const { items } = completionsAt(...readCursor(marked), known);
      const shown = items.find(({ label }) => label === 'Move')?.documentation;
      assert.ok(shown?.includes('canary') && !containsLink(shown), `${marked}: ${shown}`);
    }
  });
  it('completion selects the first required parameter without a value in a new step', () => {
    const paramsSchema = {
      type: 'object',
      required: ['kind', 'seconds', 'mailboxId'],
      properties: {
        kind: { const: 'passcode' },
        seconds: { type: 'number', default: 30 },
        mailboxId: { type: 'string', format: 'uuid' },
      },
    };
    const known = createCatalog([{ id: LOCATE, name: 'Press', paramsSchema }]);
    const [step] = completionsAt(...readCursor('{"actions":[|]}'), known).items;
    assert.deepEqual(step?.snippet.match(/"\w+": .*\$.*/g), ['"seconds": ${2:30},', '"mailboxId": "$1"']);
  });
  it('completion stops first at what a person must enter, in order, and offers options at the other stops', () => {
    const paramsSchema = {
      type: 'object',
      required: ['level', 'title', 'quiet', 'loud', 'to', 'count', 'kind'],
      properties: {
        level: { oneOf: [{ const: 'low' }, { const: 'a, b|c' }] },
        title: { type: 'string' },
        quiet: { type: 'boolean' },
        loud: { type: 'boolean', default: false },
        to: { type: 'array', minItems: 1, items: { type: 'string' } },
        count: { type: 'integer', minimum: 3 },
        kind: { const: 'note' },
      },
    };
    const known = createCatalog([{ id: LOCATE, name: 'Notify', paramsSchema }]);
    const [step] = completionsAt(...readCursor('{"actions":[|]}'), known).items;
    assert.deepEqual(step?.snippet.match(/"(?:level|title|quiet|loud|to|count|kind)": .*/g), [
      '"level": ${1|"low","a\\, b\\|c"|},',
      '"title": "$2",',
      '"quiet": ${3|false,true|},',
      '"loud": ${6|false,true|},',
      '"to": ["$4"],',
      '"count": ${5:null},',
      '"kind": "note"',
    ]);
    const { overrides } = JSON.parse(snippetText(step.snippet)) as { overrides: { params: object } };
    assert.deepEqual(overrides.params, {
      level: 'low',
      title: '',
      quiet: false,
      loud: false,
      to: [''],
      count: null,
      kind: 'note',
    });
    assert.equal(step.suggestsNext, undefined);
  });
  it('completion suggests records by name at the first stop, and in place of an empty text or of an ID', () => {
    const paramsSchema = {
      type: 'object',
      required: ['mailboxId'],
      properties: { mailboxId: { type: 'string', format: 'uuid' } },
    };
    const mailboxes = [{ id: uuid(7), name: 'ada@mail.example', detail: 'Sign-up tests' }];
    const known = createCatalog([{ id: LOCATE, name: 'Wait', paramsSchema }], { mailboxes });
    const [step] = completionsAt(...readCursor('{"actions":[|]}'), known).items;
    assert.equal(step?.suggestsNext, true);
    for (const typed of ['', uuid(3)]) {
      const marked = inParams(`"mailboxId":"${typed}|"`);
      const { items } = completionsAt(...readCursor(marked), known);
      const reference = items.find(({ kind }) => kind === 'reference');
      assert.deepEqual([reference?.label, reference?.facts], ['ada@mail.example', 'Sign-up tests']);
      assert.ok(reference?.filter.startsWith(`"${typed}`));
      assert.ok(reference?.documentation?.includes(uuid(7)), 'the documentation shows the ID');
    }
    const [field] = completionsAt(...readCursor(inParams('|')), known).items;
    assert.deepEqual([field?.label, field?.suggestsNext], ['mailboxId', true]);
  });
  it('completion offers actions by name and inserts their IDs', () => {
    assert.deepEqual(offered('{"actions":[{"actionId":"t locati|"}]}').slice(1), [
      `Set location → "${LOCATE}"`,
    ]);
  });
  it('completion offers all actions, or similar ones if there are many', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ id: uuid(index), name: `Act ${index}` }));
    const known = createCatalog([...many, { id: uuid(200), name: 'Zoom in' }]);
    for (const marked of [
      '{"actions":[{"actionId":"|"}]}',
      '{"actions":[{"actionId":|}]}',
      '{"actions":[{"actionId":"|Act 7"}]}',
      `{"actions":[{"actionId":"${LOCATE}|"}]}`,
      '{"actions":[|]}',
      '{"actions":["|"]}',
    ]) {
      const { items, isIncomplete } = completionsAt(...readCursor(marked), known);
      assert.ok(items.length > 0 && isIncomplete, marked);
    }
    for (const [marked, taken] of [
      ['{"actions":[{"actionId":"zo|"}]}', `{"actions":[{"actionId":"${uuid(200)}"}]}`],
      ['{"actions":[{"actionId":"zo|om"}]}', `{"actions":[{"actionId":"${uuid(200)}"}]}`],
      ['{"actions":[{"actionId":zo|}]}', `{"actions":[{"actionId":"${uuid(200)}"}]}`],
      ['{"actions":[zo|]}', `{"actions":[{"actionId":"${uuid(200)}","position":1}]}`],
      ['{"actions":["zo|"]}', `{"actions":[{"actionId":"${uuid(200)}","position":1}]}`],
      ['{"actions":[{},zo|{}]}', `{"actions":[{},{"actionId":"${uuid(200)}","position":1},{}]}`],
    ] as const) {
      const { items, isIncomplete } = completionsAt(...readCursor(marked), known);
      assert.deepEqual([items.map(({ label }) => label), isIncomplete], [['Zoom in'], false], marked);
      const { snippet, range, filter } = items[0]!;
      const text = marked.replace('|', '');
      const accepted = text.slice(0, range.start) + snippetText(snippet) + text.slice(range.end);
      assert.deepEqual(JSON.parse(accepted), JSON.parse(taken), marked);
      // The editor shows completions that start with the typed text, including its quote.
      const typed = text.slice(range.start, marked.indexOf('|')).toLowerCase();
      assert.ok(
        filter
          .toLowerCase()
          .replaceAll('"', typed.startsWith('"') ? '"' : '')
          .startsWith(typed),
      );
    }
  });
  it('completion offers triggers, devices, and webhooks by name', () => {
    const [device] = catalog.devices!;
    assert.ok(offered('{"deviceIds":["|"]}').includes(`${device!.name} → "${device!.id}"`));
    assert.equal(offered('{"triggerId":"|"}').length, catalog.triggers!.length);
    assert.equal(offered('{"notifyWebhookId":|}').length, catalog.webhooks!.length);
  });
  it('completion offers records by name for an ID in the parameters', () => {
    const paramsSchema = {
      properties: { mailboxId: { type: 'string', format: 'uuid' }, mailboxIdea: { type: 'string' } },
    };
    const mailboxes = [{ id: uuid(7), name: 'ada@mail.example' }];
    const known = createCatalog([{ id: LOCATE, name: 'Wait', paramsSchema }], { mailboxes });
    const labels = (inner: string): readonly string[] =>
      completionsAt(...readCursor(inParams(inner)), known)
        .items.filter(({ kind }) => kind === 'reference')
        .map(({ label, snippet }) => `${label} → ${snippet}`);
    assert.deepEqual(labels('"mailboxId":|'), [`ada@mail.example → "${uuid(7)}"`]);
    assert.deepEqual(labels('"mailboxId":"|"'), [`ada@mail.example → "${uuid(7)}"`]);
    assert.deepEqual(labels('"mailboxIdea":|'), []);
  });
  it('completion offers whole steps with required parameters and the next position', () => {
    const items = offered('{"actions":[{"position":4},|]}');
    const step = items.find(item => item.startsWith('Set location'))!;
    const value = JSON.parse(step.slice(step.indexOf('→') + 2)) as Record<string, unknown>;
    assert.equal(value['position'], 5);
    assert.deepEqual(Object.keys((value['overrides'] as { params: object }).params), [
      'latitude',
      'longitude',
    ]);
  });
  it('completion offers each form of a value, and all required fields of a step', () => {
    const tap = catalog.searchActions('tap', 10).find(one => one.name === 'Tap')!;
    const inTap = (inner: string): string => `{"actions":[{"actionId":"${tap.id}","position":1,${inner}}]}`;
    const forms = [
      'Point → { "x": null, "y": null }',
      'By text → { "by": "text", "text": "" }',
      'By resource id → { "by": "resourceId", "resourceId": "" }',
      'By description → { "by": "description", "description": "" }',
    ];
    for (const target of ['|', '{|}', '{ | }', '{desc|}']) {
      const items = offered(inTap(`"overrides":{"params":{"target":${target}}}`));
      assert.deepEqual(
        items.slice(0, 4).map(item => item.replaceAll(/\s+/g, ' ')),
        forms,
        target,
      );
    }
    const inside = completionsAt(
      ...readCursor(inTap('"overrides":{"params":{"target":{de|}}}')),
      catalog,
    ).items;
    const described = inside.find(({ label }) => label === 'By description');
    assert.deepEqual(
      [described?.facts, described?.filter, described?.range],
      ['Element', '{By description', { start: described!.range.end - 4, end: described!.range.end }],
    );
    assert.deepEqual(offered(inTap('"overrides":|')), [
      '{ "params": { "target": {} } } → {\n\t"params": {\n\t\t"target": {}\n\t}\n}',
      'null → null',
    ]);
    const [step] = completionsAt(...readCursor('{"actions":[tap|]}'), createCatalog([tap])).items;
    assert.match(step?.snippet ?? '', /"target": \{\$1\\\}/);
    assert.equal(step?.suggestsNext, true);
  });
  for (const [name, known] of [
    ['the catalog of the sandbox', catalog],
    ['schemas from simple to difficult', gallery],
  ] as const) {
    it(`completion offers steps that lack only what a person must enter: ${name}`, () => {
      const marked = '{"name":"A","triggerId":"21b6a332-e43a-4995-be0e-df190932e644","actions":[|]}';
      const at = marked.indexOf('|');
      const text = marked.replace('|', '');
      const wrong: string[] = [];
      for (const action of known.searchActions('', Infinity)) {
        const alone = createCatalog([action]);
        const [item] = completionsAt(parseFlow(text), at, alone).items as [CompletionItem];
        const accepted = accept(text, item);
        // A line has one value.
        const stops = item.snippet.split('\n').map(line => /(?<!\\)\$/.test(line));
        const lineOf = (offset: number): number => accepted.slice(0, offset).split('\n').length - 1;
        for (const { code, message, severity, start, end } of checkFlow(parseFlow(accepted), alone))
          if (severity === 'error' && !stops.slice(lineOf(start), lineOf(end) + 1).includes(true))
            wrong.push(`${item.label}: ${code} ${message}`);
      }
      assert.deepEqual(wrong, []);
    });
  }
  it('completion offers expressions for parameters, and the item inside a repeat', () => {
    assert.ok(offered(inParams('"latitude":|')).includes('Trigger → "{{event.payload.name}}"'));
    const child = inParams('"latitude":|');
    const nested = `{"actions":[{"position":1,"children":${child.slice(child.indexOf('['), -1)}}]}`;
    assert.ok(offered(nested).includes('Item → "{{item}}"'));
    assert.ok(!offered(inParams('"latitude":|')).includes('Item → "{{item}}"'));
  });
  it('completion names the step that an expression reads, its type, and a sample', () => {
    const actionId = demoActionId('mailbox.waitForPasscode');
    const second = `{"actions":[{"actionId":"${actionId}","position":0},${inParams('"latitude":"{{|"').slice('{"actions":['.length)}`;
    const items = (typed: string): readonly CompletionItem[] =>
      completionsAt(...readCursor(second.replace('{{|', `{{${typed}|`)), sampleCatalog()).items;
    const code = items('').find(({ label }) => label === '1 Wait for passcode › code');
    assert.equal(code?.facts, 'text · 482913');
    assert.equal(snippetText(code.snippet), '{{steps.wait-for-passcode.body.code}}');
    for (const typed of ['steps.wait-for-passcode.body.co', 'passcode code', 'wait co'])
      assert.equal(items(typed)[0]?.label, '1 Wait for passcode › code', typed);
    assert.ok(
      items('steps.wait-for-passcode.body.').every(
        ({ filter }) => filter === '{{steps.wait-for-passcode.body.',
      ),
    );
  });
  it('completion offers expressions inside the braces of a string, and replaces nothing else', () => {
    for (const [typed, after] of [
      ['"Hello {{|"', '"Hello {{event.payload.name}}"'],
      ['"Hello {{ eve|, bye"', '"Hello {{event.payload.name}}, bye"'],
      ['"{{item}} {{steps.wait|.body}} {{item}}"', '"{{item}} {{event.payload.name}} {{item}}"'],
    ] as const) {
      const marked = inParams(`"latitude":${typed}`);
      const { items } = completionsAt(...readCursor(marked), catalog);
      assert.deepEqual([...new Set(items.map(({ kind }) => kind))], ['expression'], marked);
      const { range, snippet, filter } = items[0]!;
      const text = marked.replace('|', '');
      const accepted = text.slice(0, range.start) + snippetText(snippet) + text.slice(range.end);
      assert.equal(accepted, inParams(`"latitude":${after}`));
      assert.ok(filter.startsWith(/\{\{\s*/.exec(text.slice(range.start))![0]));
    }
    assert.ok(!offered('{"description":"{{|"}').some(item => item.includes('trigger')));
  });
  it('completion offers nothing where no value is allowed', () => {
    assert.deepEqual(offered('{"enabled": | true}'), []);
    assert.deepEqual(offered('{"enabled": // |\n}'), []);
  });
  it('completion offers the templates and a flow without steps in a file without a flow, and nothing else', () => {
    const titles = [...FLOW_TEMPLATES.map(({ title }) => title), 'Empty flow'];
    for (const marked of ['|', '  \n|\n', 'sign|'] as const) {
      const { items } = completionsAt(...readCursor(marked), catalog);
      assert.deepEqual(
        items.map(({ label }) => label),
        titles,
      );
      const text = marked.replace('|', '');
      for (const item of items) {
        const { triggerId, deviceIds } = JSON.parse(accept(text, item)) as Record<string, unknown>;
        assert.deepEqual([triggerId, deviceIds], ['', ['']]);
        assert.match(item.snippet, /"triggerId": "\$1",\s+"deviceIds": \["\$2"\]/);
        assert.equal(item.suggestsNext, true);
      }
    }
    const { items } = completionsAt(...readCursor('|'), createCatalog([]));
    assert.deepEqual(
      items.map(({ snippet }) => JSON.parse(snippetText(snippet)) as unknown),
      [{ name: 'New flow', triggerId: '', deviceIds: [''], actions: [] }],
    );
  });
});
