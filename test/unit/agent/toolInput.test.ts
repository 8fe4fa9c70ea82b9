import assert from 'node:assert/strict';
import { parseInput } from '../../../src/agent/toolInput.ts';
import { toolNamed } from '../../../src/agent/toolTable.ts';
import type { Tool } from '../../../src/agent/tool.ts';

const DEVICE = '00000000-0000-4000-8000-000000000000';

function parse(name: string, given: unknown): { readonly input?: unknown; readonly problems?: string } {
  const tool: Tool | undefined = toolNamed(name);
  assert.ok(tool);
  return parseInput(tool.input, given);
}

describe('agent/toolInput', () => {
  it('the input of a tool may have null for what is optional, also inside', () => {
    assert.deepEqual(parse('list_records', { kind: 'devices', flowId: null, page: null }), {
      input: { kind: 'devices', page: 1, limit: 20 },
    });
    const element = { text: 'Sign in', role: null, within: null };
    const { input } = parse('act_on_device', { deviceId: DEVICE, do: 'tap', element, point: null });
    assert.deepEqual(input, { deviceId: DEVICE, do: 'tap', element: { text: 'Sign in' }, duration: 300 });
  });

  it('the input of a tool keeps null where it is a value', () => {
    const edits = [{ kind: 'set', location: { in: 'settings', path: ['triggerId'] }, value: null }];
    const given = { path: 'a.flow.json', edits, connection: null };
    assert.deepEqual(parse('edit_flow', given).input, { path: 'a.flow.json', edits });
    assert.deepEqual(given.connection, null, 'the given input stays as it is');
  });

  it('the input of a tool still needs what is not optional', () => {
    assert.match(parse('read_flow', { path: null }).problems ?? '', /^path: .*expected string/);
    assert.match(parse('read_flow', null).problems ?? '', /^input: /);
  });

  for (const [given, path] of [
    ['./x.flow.json', 'x.flow.json'],
    [String.raw`sub\x.flow.json`, 'sub/x.flow.json'],
    [String.raw`.\sub\.\x.flow.json`, 'sub/x.flow.json'],
  ] as const)
    it(`the input of a tool may write the path ${path} as ${given}`, () => {
      assert.deepEqual(parse('read_flow', { path: given }).input, { path });
    });

  for (const path of [
    String.raw`..\x.flow.json`,
    './../x.flow.json',
    '/x.flow.json',
    String.raw`C:\x.flow.json`,
  ])
    it(`the input of a tool may not have the path ${path}`, () => {
      assert.match(parse('read_flow', { path }).problems ?? '', /^path: Use a relative path/);
    });

  it('the input of a tool gets the closest known name of an unknown argument, or all known ones', () => {
    assert.deepEqual(parse('look_at_device', { device: DEVICE, deviceId: DEVICE }), {
      problems: 'There is no argument “device”. Did you mean “deviceId”?',
    });
    assert.deepEqual(parse('check_flow', { path: 'a.flow.json', strict: true }), {
      problems: 'There is no argument “strict”. Known: connection, path.',
    });
    assert.deepEqual(
      parse('act_on_device', { deviceId: DEVICE, do: 'tap', element: { text: 'a', descripton: 'b' } }),
      { problems: 'There is no argument “element.descripton”. Did you mean “description”?' },
    );
  });
});
