import assert from 'node:assert/strict';
import { formatWords, patternHint } from '../../../../src/flow/form/patternHint.ts';
import { compilePattern } from '../../../../src/flow/schema/pattern.ts';

const patterns: readonly (readonly [pattern: string, words: string | undefined])[] = [
  ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 'an email address'],
  [
    '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
    'an ID such as 123e4567-e89b-42d3-a456-426614174000',
  ],
  ['^\\d{6}$', '6 digits'],
  ['^\\d{4,8}$', '4 to 8 digits'],
  ['^[0-9]+$', 'digits'],
  ['^#[0-9a-f]{6}$', 'a hex color'],
  ['^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', 'a hex color'],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'lowercase letters, digits, and hyphens'],
  ['^\\+?[1-9]\\d{1,14}$', 'a phone number with its country code'],
  ['^P(T\\d+[HMS])$', 'a duration'],
  ['^https?://', 'a web address'],
  ['^\\d{4}-\\d{2}-\\d{2}$', 'a date'],
  ['^([01]\\d|2[0-3]):[0-5]\\d$', 'a time'],
  ['^[a-zA-Z_][a-zA-Z0-9_]*$', 'letters, digits, and underscores'],
  ['^\\S+$', 'text without spaces'],
  ['\\S', 'text'],
  ['^[A-Z]{3}-\\d+$', 'text like ABC-123'],
  ['^[^/]+/[^/]+$', 'text like abc/abc'],
  ['^(?!-)[a-z]{2,}!$', 'text like abc!'],
  ['^(?:GET|POST|PUT)$', 'GET, POST, or PUT'],
  ['^(on|off)$', 'on or off'],
  ['^sk_', 'text that starts with “sk_”'],
  ['^sk_.+$', 'text that starts with “sk_”'],
  ['\\.json$', 'text that ends with “.json”'],
  ['@', 'text that contains “@”'],
  ['^(a|b)\\1$', undefined],
  ['(', undefined],
];

describe('flow/form/patternHint: format in words', () => {
  it('a format in words is known by its own name only', () => {
    assert.equal(formatWords('email'), 'an email address');
    assert.equal(formatWords('ipv4'), 'an IPv4 address such as 192.0.2.1');
    assert.equal(formatWords('constructor'), undefined);
  });
});

describe('flow/form/patternHint: pattern in words', () => {
  for (const [pattern, words] of patterns) {
    it(`a pattern in words describes ${pattern} as: ${words ?? 'nothing'}`, () => {
      const hint = patternHint(pattern);
      assert.equal(hint?.words, words);
      if (hint) assert.ok(compilePattern(pattern)(hint.example), hint.example);
    });
  }
});
