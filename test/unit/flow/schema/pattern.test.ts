import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { triesOn } from '../../../../src/flow/schema/patternCost.ts';
import { compilePattern } from '../../../../src/flow/schema/pattern.ts';
import { createMachine } from '../../../../src/flow/schema/patternMachine.ts';
import { parsePattern } from '../../../../src/flow/schema/patternTree.ts';
import { CannotCheck } from '../../../../src/flow/schema/cannotCheck.ts';

describe('flow/schema/pattern: pattern', () => {
  // Each of these takes the engine of the platform seconds to ages, or is a round without end.
  const slow: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
    ['^a{0,50}a{0,50}a{0,50}a{0,50}a{0,50}b$', 'a'.repeat(250), false],
    ['^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?b$', 'a'.repeat(28), false],
    ['^(?:a?){40}b$', 'a'.repeat(40), false],
    ['^(?=(?:a|aa)+$)(?:a|a)+b', 'a'.repeat(60), false],
    ['^(?!(?:a+)+b)a*$', 'a'.repeat(60), true],
    ['(?<=(?:a+)+)b', `${'a'.repeat(60)}c`, false],
    ['^(?:){1000000000}$', '', true],
    ['^(?:\\b){1000000000}a', 'a', true],
    ['^(?:a|){1000000000}$', 'aaa', true],
    ['^(?:(?:){2000000000}){2000000000}$', 'a', false],
  ];
  for (const [pattern, text, matches] of slow) {
    it(`the pattern ${pattern} is checked in linear time`, () => {
      assert.equal(compilePattern(pattern)(text), matches);
    });
  }

  const refused: readonly (readonly [name: string, pattern: string, text: string, why: RegExp])[] = [
    [
      'with a backreference and possible backtracking',
      '^(a+)+\\1b$',
      'a'.repeat(60),
      /refers back to its groups/,
    ],
    ['with too many repetitions', '(?:aa|bb|c){1000000}d', 'a'.repeat(60), /too large/],
    ['with large nested repetitions', '(?:a{0,1000}b?){0,1000}', 'a'.repeat(60), /too large/],
    ['nested too deeply', '('.repeat(3000) + ')'.repeat(3000), 'a', /nested deeper than 200 levels/],
    [
      'with anchors of another dialect',
      '\\A[a-z]+\\z',
      'abc',
      /contains \\A, which JSON Schema does not define/,
    ],
    ['with blanks of another dialect', '^\\-\\h+$', '- ', /contains \\h, which/],
    ['with a script of another dialect', '\\p{IsHan}', '漢', /contains \\p, which/],
    ['with half an escape', '\\-\\u{2}', '-uu', /contains \\u, which/],
    ['with a class of another dialect', '^[[:alpha:]_]+$', 'a', /contains \[:alpha:\], which/],
    ['that is too long', 'a|'.repeat(20_000), 'a', /too long/],
    ['for a text that is too long', '(?:\\w+\\s?)+$', 'a'.repeat(1_000_000), /text is too long/],
  ];
  for (const [name, pattern, text, why] of refused) {
    it(`a pattern ${name} is not supported`, () => {
      assert.throws(
        () => compilePattern(pattern)(text),
        (error: unknown) => error instanceof CannotCheck && why.test(error.message),
      );
    });
  }

  it('a pattern that is simple accepts long texts', () => {
    assert.equal(compilePattern('^\\w{1,70000}$')('a'.repeat(60_000)), true);
    assert.equal(compilePattern('^[\\s\\S]*$')('a\n'.repeat(500_000)), true);
    assert.equal(compilePattern('^(?=.*[A-Z])(?=.*\\d).{8,}$')('Passw0rd'), true);
  });

  it('a pattern ignores cases after (?i), on its own and in the matcher', () => {
    for (const [pattern, matching, other] of [
      ['(?i)^[a-c]x$', 'BX', 'DX'],
      ['^(?i)(?:é|x)$', 'É', 'y'],
      ['(?is)^a.b$', 'A\nB', 'A\n'],
      ['(?i)^(a+)+$', 'aA'.repeat(30), `${'aA'.repeat(30)}b`],
      ['(?i)^\\-a$', '-A', '-B'],
    ] as const) {
      assert.deepEqual(
        [matching, other].map(one => compilePattern(pattern)(one)),
        [true, false],
        pattern,
      );
    }
  });

  it('a pattern matches like the platform, on its own and in the matcher', () => {
    fc.assert(
      fc.property(source(), fc.array(text, { minLength: 1, maxLength: 4 }), (pattern, texts) => {
        const native = new RegExp(pattern, 'u');
        const matches = compilePattern(pattern);
        const machine = createMachine(parsePattern(pattern, true), 'u');
        for (const one of texts) {
          assert.equal(matches(one), native.test(one), JSON.stringify(one));
          assert.equal(machine(one), native.test(one), JSON.stringify(one));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('a pattern that only the non-Unicode mode allows matches like the platform', () => {
    for (const pattern of ['^\\-\\_a$', '^a{,2}$', '^x{', ']', '(?=a)*b', '\\-\\ud83d']) {
      assert.throws(() => new RegExp(pattern, 'u'));
      const machine = createMachine(parsePattern(pattern, false), '');
      for (const one of ['', '-_a', 'uub', 'a{,2}', 'pp', 'x{', ']', 'b', '-\ud83d', '-\ud83d\ude00']) {
        assert.equal(compilePattern(pattern)(one), new RegExp(pattern).test(one), `${pattern} ${one}`);
        assert.equal(machine(one), new RegExp(pattern).test(one), `${pattern} ${one}`);
      }
    }
  });
});

describe('flow/schema/pattern: limit of work in the platform matcher', () => {
  it('the limit of work in the platform matcher grows with the text and never shrinks', () => {
    fc.assert(
      fc.property(source(), fc.nat(200), fc.nat(200), (pattern, one, other) => {
        const tries = triesOn(parsePattern(pattern, true));
        const [short, long] = [Math.min(one, other), Math.max(one, other)];
        const [few = Infinity, many = Infinity] = [short, long].map(count => tries('a'.repeat(count)));
        assert.ok(few <= many);
      }),
    );
  });
});

describe('flow/schema/pattern: source code', () => {
  it('the source code creates regular expressions from external text only in the pattern engine', () => {
    const makers = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.ts'))
      .filter(path => /new RegExp\((?:pattern|source|text)\b/.test(readFileSync(join('src', path), 'utf8')));
    assert.deepEqual(makers.map(path => path.replaceAll('\\', '/')).toSorted(), [
      // Whether a text is a pattern at all, without running it.
      'flow/schema/formats.ts',
      'flow/schema/pattern.ts',
      // In the process of the sandbox, which ends it after a second.
      'sandbox/runtime/boundedMatch.ts',
    ]);
  });
});

const text = fc.string({
  unit: fc.constantFrom('a', 'b', '0', ' ', '\n', '\u2028', 'é', 'A', '-'),
  maxLength: 8,
});

function source(): fc.Arbitrary<string> {
  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      '[ab]',
      '[^a]',
      '.',
      '[^]',
      '[]',
      '\\w',
      '\\W',
      '\\d',
      '\\s',
      '\\p{L}',
      '\\x61',
      '\\u0062',
      'é',
    ],
  );
  const sign = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '+?', '{0}');
  const place = fc.constantFrom('^', '$', '\\b', '\\B');
  return fc.letrec<{ pattern: string }>(tie => {
    const pieces = fc.oneof(
      { maxDepth: 3 },
      fc.tuple(atom, sign).map(parts => parts.join('')),
      place,
      fc.tuple(tie('pattern'), sign).map(([body, end]) => `(?:${body})${end}`),
      fc.tuple(tie('pattern'), tie('pattern'), sign).map(([one, two, end]) => `(${one}|${two})${end}`),
      fc
        .tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('pattern'))
        .map(([kind, body]) => `(${kind}${body})`),
    );
    return { pattern: fc.array(pieces, { minLength: 1, maxLength: 4 }).map(parts => parts.join('')) };
  }).pattern;
}
