import assert from 'node:assert/strict';
import { parseJson, parseValue } from '../../../../src/flow/document/jsonTree.ts';

const flow = '{\n  "name": "Sign in",\n  "actions": []\n}\n';

function messages(text: string): readonly string[] {
  return parseJson(text).problems.map(({ message }) => message);
}

describe('flow/document/foreignText', () => {
  const files: readonly (readonly [name: string, text: string, said: RegExp])[] = [
    [
      'a file with a merge conflict',
      `{\n<<<<<<< HEAD\n  "name": "a"\n=======\n  "name": "b"\n>>>>>>> main\n}\n`,
      /^The file has an unresolved merge conflict, which begins here\./,
    ],
    [
      'a file with a merge conflict with its base',
      '{\r\n<<<<<<< ours\r\n"a": 1\r\n||||||| base\r\n=======\r\n"a": 2\r\n>>>>>>> theirs\r\n}',
      /^The file has an unresolved merge conflict/,
    ],
    [
      'a pointer of Git LFS',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
      /^This is a pointer of Git LFS/,
    ],
    [
      'an HTML page',
      '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>',
      /^This is an HTML page, not JSON/,
    ],
    ['XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', /^This is XML, not JSON\.$/],
    ['YAML', 'name: Sign in\nactions:\n  - id: 1\n', /^This is YAML, not JSON\.$/],
    ['YAML with CRLF', 'actions:\r\n  - id: 1\r\n', /^This is YAML, not JSON\.$/],
  ];
  for (const [name, text, said] of files)
    it(`a text that is not JSON is named in one sentence if it is ${name}`, () => {
      const found = messages(text);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', said);
    });

  it('a text that is not JSON points to the conflict', () => {
    const [problem] = parseJson(`{\n<<<<<<< HEAD\n"a": 1\n=======\n>>>>>>> b\n}`).problems;
    assert.deepEqual([problem?.start, problem?.end], [2, 9]);
  });

  it('a text that is not JSON is read with typographic quotes and odd spaces, each named once', () => {
    const quoted = flow.replaceAll(/"([^"]*)"/g, '“$1”');
    assert.deepEqual(messages(quoted), [
      '“ is a typographic quote; write the straight quote " instead, here and in 2 more places.',
    ]);
    assert.deepEqual(parseValue(quoted), { name: 'Sign in', actions: [] });
    assert.deepEqual(parseValue('{‘a’: «https://example.com/a’b»}'), { a: 'https://example.com/a’b' });
    const spaced = flow.replaceAll('  ', '\u00a0 ');
    assert.deepEqual(messages(spaced), [
      'This looks like a space or like nothing, but is a no-break space (U+00A0); write a plain space instead, here and in 1 more place.',
    ]);
    assert.deepEqual(parseValue(spaced), { name: 'Sign in', actions: [] });
    assert.match(messages(`\u200b${flow}`)[0] ?? '', /is a zero-width space \(U\+200B\)/);
    assert.match(messages(flow.replace('[', '\u3000['))[0] ?? '', /is the character U\+3000;/);
  });

  it('a text that is not JSON may have such characters in its texts and comments', () => {
    assert.deepEqual(messages('{"name": "“a”\u00a0\u200b <<<<<<< b"}'), []);
    const [message, ...others] = messages('{"a": "“x”" // “y”\n, }');
    assert.match(`${message} ${others.join(' ')}`, /comments.*comma/);
  });

  it('a text that is not JSON is recognized in time that grows with its length', () => {
    for (const part of ['/*', '“', '"\\', '“ "', '\u00a0']) {
      assert.ok(messages(`{${part.repeat(1_000_000 / part.length)}“`).length > 0, part);
    }
    // Quadratic work takes several minutes.
  }).timeout(60_000);
});
