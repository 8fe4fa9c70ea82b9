import type { KeywordReader } from '../keywordReader.ts';

/** Adds `minimum`, `maximum`, `multipleOf` and the exclusive bounds, which are numbers or, in draft 4, flags. */
export function addNumberKeywords(reader: KeywordReader): void {
  addBound(reader, 'minimum', 'exclusiveMinimum', (value, bound) => value - bound, 'at least', 'more than');
  addBound(reader, 'maximum', 'exclusiveMaximum', (value, bound) => bound - value, 'at most', 'less than');
  const step = reader.number('multipleOf');
  if (step === undefined) return;
  if (step <= 0) {
    reader.leaveUnread('multipleOf', 'the keyword multipleOf must be more than 0');
    return;
  }
  reader.checks.addNumber(
    (value, run) =>
      isMultiple(value, step) ||
      run.fail('multipleOf', () => `must be a multiple of ${step}, not ${value}`, { expected: step }),
  );
}

function addBound(
  reader: KeywordReader,
  keyword: string,
  exclusive: string,
  above: (value: number, bound: number) => number,
  words: string,
  exclusiveWords: string,
): void {
  const bound = reader.number(keyword);
  const flag = reader.schema[exclusive];
  if (bound !== undefined) {
    const strict = flag === true;
    const phrase = strict ? exclusiveWords : words;
    reader.checks.addNumber((value, run) => {
      const distance = above(value, bound);
      if (distance > 0 || (distance === 0 && !strict)) return true;
      return run.fail(keyword, () => `must be ${phrase} ${bound}, not ${value}`, { expected: bound });
    });
  }
  if (typeof flag === 'boolean') return;
  const limit = reader.number(exclusive);
  if (limit === undefined) return;
  reader.checks.addNumber(
    (value, run) =>
      above(value, limit) > 0 ||
      run.fail(exclusive, () => `must be ${exclusiveWords} ${limit}, not ${value}`, { expected: limit }),
  );
}

/** True if a number is a multiple of another, computed exactly on their decimal digits. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  if (!Number.isFinite(value)) return false;
  const [digits, power] = decimal(value);
  const [stepDigits, stepPower] = decimal(step);
  const lowest = Math.min(power, stepPower);
  const scale = (count: number): bigint => 10n ** BigInt(count);
  return (digits * scale(power - lowest)) % (stepDigits * scale(stepPower - lowest)) === 0n;
}

/** Splits a number into digits and a power of ten. */
function decimal(value: number): readonly [digits: bigint, power: number] {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', part = ''] = mantissa.split('.');
  return [BigInt(whole + part), Number(exponent) - part.length];
}
