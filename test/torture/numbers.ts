import assert from 'node:assert/strict';
import { equalJson } from '../../src/flow/schema/equal.ts';
import { LostNumber, numberLoss, parseExact } from '../../src/util/exactJson.ts';
import type { Random } from '../../src/util/random.ts';
import { areOneDouble, NumbersOfFlows } from './numbersOfFlows.ts';
import { below, oneOf, type Section } from './section.ts';

const LITERALS = 1_000_000;
const IN_ONE_TEXT = 1000;

/** Number literals through all code that reads, writes, and compares them: none is changed without a report. */
export const numbers: Section = {
  name: 'numbers',
  run: async ({ scale, random }) => {
    const texts = Math.ceil((LITERALS * scale) / IN_ONE_TEXT);
    const counts = { none: 0, rounded: 0, lost: 0 };
    const flows = await NumbersOfFlows.start(exact);
    let oneDouble = 0;
    try {
      for (let index = 0; index < texts; index++) {
        const literals = Array.from({ length: IN_ONE_TEXT }, () => literal(random));
        tryJson(literals);
        const others = literals.map(neighbor);
        await flows.try(literals, others);
        for (const [at, current] of literals.entries()) {
          counts[numberLoss(current)]++;
          if (areOneDouble(current, others[at] ?? '')) oneDouble++;
        }
      }
    } finally {
      await flows.stop();
    }
    return { literals: texts * IN_ONE_TEXT, ...counts, 'told apart by lost digits alone': oneDouble };
  },
};

function tryJson(literals: readonly string[]): void {
  const read = parseExact(`[${literals.join(',')}]`);
  assert.ok(Array.isArray(read));
  const written = literalsOf(JSON.stringify(read));
  for (const [at, current] of literals.entries()) {
    const loss = numberLoss(current);
    const value: unknown = read[at];
    assert.equal(value instanceof LostNumber, loss === 'lost', current);
    if (loss !== 'rounded') assert.equal(exact(written[at] ?? ''), exact(current), current);
    if (value instanceof LostNumber) assert.ok(!equalJson(value, parseExact(neighbor(current))), current);
  }
}

function literal(random: Random): string {
  const digits = (most: number): string =>
    Array.from({ length: 1 + below(most, random) }, () => String(below(10, random))).join('');
  const sign = oneOf(['', '-'], random);
  const whole = `${sign}${String(1 + below(9, random))}${digits(22)}`;
  const fraction = oneOf(['', '', `.${digits(20)}`], random);
  const power = oneOf(['', '', '', `e${String(below(700, random) - 350)}`], random);
  return oneOf(
    [whole, `${whole}${fraction}`, `${whole}${fraction}${power}`, `${sign}0.${digits(20)}`],
    random,
  );
}

/** Returns a literal that differs in its last digit. */
function neighbor(text: string): string {
  return text.replace(/\d(?=\D*$)/, next);
}

function next(digit: string): string {
  return digit === '9' ? '8' : String(Number(digit) + 1);
}

function literalsOf(text: string): readonly string[] {
  return text.slice(1, -1).split(',');
}

// Returns digits and exponent, computed independently of the code under test.
function exact(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  const tens = Number(power) - fraction.length + (digits.length - short.length);
  return `${mantissa.startsWith('-') ? '-' : ''}${short}e${String(tens)}`;
}
