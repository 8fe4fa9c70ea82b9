import assert from 'node:assert/strict';
import { carriesForeignText, inputSchemaOf } from '../../../src/agent/toolSchema.ts';
import { TOOLS } from '../../../src/agent/toolTable.ts';
import { EFFECTS } from '../../../src/agent/policy.ts';

const CHARACTERS_PER_TOKEN = 4;

it('the table of tools for agents has 10 to 14 tools with names of a verb and a noun', () => {
  assert.ok(TOOLS.length >= 10 && TOOLS.length <= 14);
  assert.equal(new Set(TOOLS.map(({ name }) => name)).size, TOOLS.length);
  for (const { name } of TOOLS) assert.match(name, /^[a-z]+(?:_[a-z]+)+$/);
});

it('the table of tools for agents has examples that fit the schemas', () => {
  for (const { name, input, example } of TOOLS) assert.equal(input.safeParse(example).success, true, name);
});

it('the table of tools for agents knows the effects of each tool', () => {
  for (const { name, effects } of TOOLS) {
    assert.ok(effects.length > 0, name);
    assert.ok(effects.every(effect => EFFECTS.includes(effect)));
  }
});

it('the table of tools for agents has schemas without keywords that some clients reject', () => {
  for (const tool of TOOLS)
    assert.doesNotMatch(JSON.stringify(inputSchemaOf(tool)), /"(?:\$ref|\$defs|propertyNames)"/, tool.name);
});

it('the table of tools for agents takes at most 3,000 tokens as a list with all schemas', () => {
  const list = TOOLS.map(tool => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
    annotations: { readOnlyHint: true, openWorldHint: carriesForeignText(tool) },
  }));
  const tokens = JSON.stringify(list).length / CHARACTERS_PER_TOKEN;
  assert.ok(tokens > 1000 && tokens <= 3000, `${tokens} tokens`);
});
