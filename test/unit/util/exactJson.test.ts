import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lostNumberIn, numberLoss, parseExact } from '../../../src/util/exactJson.ts';

describe('util/exactJson', () => {
  const cases: readonly (readonly [literal: string, loss: ReturnType<typeof numberLoss>])[] = [
    ['0', 'none'],
    ['1e', 'none'],
    ['1e+', 'none'],
    ['-0', 'none'],
    ['0.1', 'none'],
    ['9007199254740991', 'none'],
    ['9007199254740992', 'none'],
    ['9007199254740993', 'lost'],
    ['-9007199254740993', 'lost'],
    ['9007199254740993.0', 'lost'],
    ['9007199254740993e0', 'lost'],
    ['90071992547409930e-1', 'lost'],
    ['18446744073709551615', 'lost'],
    ['1000000000000000000000', 'none'],
    ['1e23', 'none'],
    ['1E+2', 'none'],
    ['1e400', 'lost'],
    ['-1e400', 'lost'],
    ['1e-400', 'lost'],
    ['0e400', 'none'],
    ['5e-324', 'none'],
    ['0.1000000000000000055', 'rounded'],
    ['3.14159265358979323846', 'rounded'],
    ['1.7976931348623157e308', 'none'],
    [`1${'0'.repeat(400)}`, 'lost'],
    [`0.${'0'.repeat(400)}1`, 'lost'],
  ];
  for (const [literal, loss] of cases) {
    it(`the number ${literal.slice(0, 30)} is ${loss === 'none' ? 'kept' : loss}`, () => {
      assert.equal(numberLoss(literal), loss);
    });
  }

  it('a parsed number is kept, or is a lost number with its literal, at any location, and is written unchanged', () => {
    fc.assert(
      fc.property(literal(), number => {
        const text = `{"a":[${number},{"b":${number}}],"c": "${number}"}`;
        const value = parseExact(text);
        const lost = lostNumberIn(value)?.literal;
        if (numberLoss(number) === 'lost') {
          assert.equal(lost, number);
          assert.equal(JSON.stringify(value), text.replace(': ', ':'));
        } else {
          assert.equal(lost, undefined);
          assert.deepEqual(value, JSON.parse(text));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('a parsed number is equal to its literal unless it is reported', () => {
    const scaled = (text: string): bigint => {
      const [, sign = '', whole = '', part = '', exponent = '0'] =
        /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
      return BigInt(`${sign}${whole}${part}`) * 10n ** BigInt(700 + Number(exponent) - part.length);
    };
    fc.assert(
      fc.property(literal(), number => {
        const isSame =
          scaled(number) === scaled(String(Number.isFinite(Number(number)) ? Number(number) : 0));
        assert.equal(numberLoss(number) === 'none', isSame);
      }),
      { numRuns: 2000 },
    );
  });
});

/** A number as JSON writes them, of up to 30 digits with a point and an exponent. */
function literal(): fc.Arbitrary<string> {
  const digits = fc.stringMatching(/^\d{0,24}$/);
  return fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('0', '1', '9', '9007199254740', '900719925474099'),
      digits,
      fc.option(fc.stringMatching(/^\d{1,24}$/)),
      fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e-', 'e+'), fc.nat(420))),
    )
    .map(([sign, first, rest, part, exponent]) =>
      [
        sign,
        first === '0' ? first : first + rest,
        part === null ? '' : `.${part}`,
        exponent === null ? '' : `${exponent[0]}${exponent[1]}`,
      ].join(''),
    );
}
