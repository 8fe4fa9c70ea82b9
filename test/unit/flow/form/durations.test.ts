import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import {
  amountOf,
  type DurationInput,
  type DurationNotation,
  durationValue,
  durationWords,
  joinDuration,
  readAmount,
  splitDuration,
  TIME_UNITS,
} from '../../../../src/flow/form/durations.ts';
import { numberWords } from '../../../../src/flow/form/expectation.ts';
import type { FormNode } from '../../../../src/flow/form/formNode.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { formats } from '../../../../src/flow/schema/formats.ts';

const ISO: DurationInput = { notation: 'iso', units: TIME_UNITS.slice(1) };
const SECONDS: DurationInput = { notation: 'seconds', units: ['seconds', 'minutes', 'hours', 'days'] };
const MILLISECONDS: DurationInput = {
  notation: 'milliseconds',
  units: ['milliseconds', 'seconds', 'minutes', 'hours'],
};

/** Describes the only parameter of a schema. */
function describe1(name: string, schema: object): FormNode {
  const form = describeForm(new SchemaReader({ type: 'object', properties: { [name]: schema } }), {
    ownValue: {},
  });
  return form.kind === 'object' ? (form.fields[0] ?? assert.fail()) : assert.fail();
}

function durationOf(name: string, schema: object): DurationInput | undefined {
  const field = describe1(name, schema);
  return 'duration' in field ? field.duration : undefined;
}

describe('flow/form/durations: durations', () => {
  it('durations are shown in the unit of a text, and in the largest whole unit of a number', () => {
    const cases: readonly (readonly [unknown, DurationInput, number, string])[] = [
      ['PT5M', ISO, 5, 'minutes'],
      ['PT90S', ISO, 90, 'seconds'],
      ['PT1M30S', ISO, 90, 'seconds'],
      ['P1DT2H', ISO, 26, 'hours'],
      ['P2W', ISO, 2, 'weeks'],
      ['P1Y2M', ISO, 14, 'months'],
      ['PT0S', ISO, 0, 'seconds'],
      ['PT0.5S', ISO, 0.5, 'seconds'],
      [300, SECONDS, 5, 'minutes'],
      [90, SECONDS, 90, 'seconds'],
      [86_400, SECONDS, 1, 'days'],
      [0, SECONDS, 0, 'seconds'],
      [0.5, SECONDS, 0.5, 'seconds'],
      [-5, SECONDS, -5, 'seconds'],
      [1500, MILLISECONDS, 1500, 'milliseconds'],
      [60_000, MILLISECONDS, 1, 'minutes'],
    ];
    for (const [value, input, count, unit] of cases)
      assert.deepEqual(amountOf(value, input), { count, unit }, String(value));
  });

  it('durations are shown in a chosen unit if that needs at most two decimals', () => {
    assert.deepEqual(amountOf(90, SECONDS, 'minutes'), { count: 1.5, unit: 'minutes' });
    assert.deepEqual(amountOf(100, SECONDS, 'minutes'), { count: 100, unit: 'seconds' });
    assert.deepEqual(amountOf('P1M', ISO, 'days'), { count: 1, unit: 'months' });
  });

  it('durations are other values if one unit does not express them', () => {
    for (const value of ['P1M1D', '5 minutes', 'P', 'PT', 'P5', '', 7, null, `PT${'1'.repeat(80)}S`])
      assert.equal(amountOf(value, ISO), undefined, String(value));
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '5', 'PT5M'])
      assert.equal(amountOf(value, SECONDS), undefined, String(value));
  });

  it('durations are written as they were entered, or in the next smaller unit', () => {
    const cases: readonly (readonly [number, (typeof TIME_UNITS)[number], DurationNotation, unknown])[] = [
      [5, 'minutes', 'iso', 'PT5M'],
      [90, 'minutes', 'iso', 'PT90M'],
      [1.5, 'hours', 'iso', 'PT90M'],
      [1.1, 'minutes', 'iso', 'PT66S'],
      [0.5, 'years', 'iso', 'P6M'],
      [3, 'weeks', 'iso', 'P3W'],
      [0.5, 'seconds', 'iso', undefined],
      [0.3, 'months', 'iso', undefined],
      [1.1, 'minutes', 'seconds', 66],
      [0.5, 'seconds', 'milliseconds', 500],
    ];
    for (const [count, unit, notation, value] of cases)
      assert.equal(durationValue({ count, unit }, notation), value, `${count} ${unit}`);
  });

  it('durations are the same after writing and reading, and valid texts', () => {
    const format = formats.get('duration') ?? assert.fail();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(...ISO.units), (count, unit) => {
        const text = durationValue({ count, unit }, 'iso');
        assert.ok(typeof text === 'string' && format.holds(text), String(text));
        assert.deepEqual(amountOf(text, ISO), { count, unit });
        assert.deepEqual(readAmount(text), { count, unit });
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), value => {
        const amount = amountOf(value, SECONDS) ?? assert.fail();
        assert.equal(durationValue(amount, 'seconds'), value);
      }),
    );
  });

  it('durations are said in words', () => {
    assert.equal(durationWords('PT1M30S', 'iso'), '1 minute 30 seconds');
    assert.equal(durationWords('P1Y1M1DT36H', 'iso'), '1 year 1 month 2 days 12 hours');
    assert.equal(durationWords('PT0M', 'iso'), '0 minutes');
    assert.equal(durationWords(1, 'seconds'), '1 second');
    assert.equal(durationWords(500, 'milliseconds'), '500 milliseconds');
    assert.equal(durationWords(1500, 'milliseconds'), '1.5 seconds');
    assert.equal(durationWords('soon', 'iso'), undefined);
  });

  it('durations can be typed with their units', () => {
    assert.deepEqual(readAmount('1 h 30 min'), { count: 90, unit: 'minutes' });
    assert.deepEqual(readAmount(' 2 Hours '), { count: 2, unit: 'hours' });
    assert.deepEqual(readAmount('1 year 2 months'), { count: 14, unit: 'months' });
    assert.deepEqual(readAmount('pt5m'), { count: 5, unit: 'minutes' });
    for (const text of ['5', '5 m', '1 month 2 days', '5 apples', 'minutes', '1..5 s', ''])
      assert.equal(readAmount(text), undefined, text);
  });

  it('durations are typed as a number and a unit that follow each other in one text', () => {
    assert.equal(joinDuration('5', 'minutes'), '5 minutes');
    assert.equal(joinDuration('30 s', 'minutes'), '30 s');
    assert.deepEqual(splitDuration('5 minutes', 'seconds'), { count: '5', unit: 'minutes' });
    assert.deepEqual(splitDuration('30 s', 'minutes'), { count: '30 s', unit: 'minutes' });
    assert.deepEqual(splitDuration(' minutes', 'seconds'), { count: '', unit: 'minutes' });
  });
});

describe('flow/form/durations: parameters with durations', () => {
  it('parameters with durations are texts with the format, a pattern, or a description of ISO 8601 durations', () => {
    const text = { type: 'string' };
    assert.deepEqual(durationOf('wait', { ...text, format: 'duration' }), ISO);
    assert.deepEqual(durationOf('wait', { ...text, description: 'An ISO 8601 duration.' }), ISO);
    assert.deepEqual(durationOf('wait', { ...text, title: 'Duration (ISO-8601)' }), ISO);
    assert.deepEqual(durationOf('wait', { ...text, pattern: '^PT\\d+[SM]$' }), {
      notation: 'iso',
      units: ['seconds', 'minutes'],
    });
    assert.equal(durationOf('wait', text), undefined);
    assert.equal(durationOf('wait', { ...text, description: 'An ISO 8601 date and time.' }), undefined);
    assert.equal(durationOf('wait', { ...text, format: 'duration', pattern: '^P1D!$' }), undefined);
    assert.equal(durationOf('wait', { ...text, format: 'duration', writeOnly: true }), undefined);
  });

  it('parameters with durations are numbers with the unit in their name, title, or description', () => {
    const number = { type: 'integer' };
    const described = (description: string): object => ({ ...number, description });
    const seconds = ['timeoutSeconds', 'pause_sec', 'seconds', 'durationInSeconds'];
    for (const name of seconds) assert.equal(durationOf(name, number)?.notation, 'seconds', name);
    for (const name of ['pollMilliseconds', 'delayMs', 'interval-millis'])
      assert.equal(durationOf(name, number)?.notation, 'milliseconds', name);
    assert.equal(durationOf('limit', { ...number, title: 'Longest wait (s)' })?.notation, 'seconds');
    assert.equal(durationOf('limit', { ...number, title: 'Wait in ms' })?.notation, 'milliseconds');
    assert.equal(durationOf('executionTimeout', described('Seconds.'))?.notation, 'seconds');
    assert.equal(durationOf('duration', described('How long, in milliseconds.'))?.notation, 'milliseconds');
  });

  it('parameters with durations are not other numbers', () => {
    const described = (description: string): object => ({ type: 'number', description });
    for (const name of ['wordsPerMinute', 'tapsPerSecond', 'second', 'timestampMs', 'items', 'msTeams'])
      assert.equal(durationOf(name, { type: 'number' }), undefined, name);
    assert.equal(durationOf('retries', described('How often to try in 30 seconds.')), undefined);
    assert.equal(durationOf('speed', described('Pixels in seconds.')), undefined);
    assert.equal(durationOf('time', described('Seconds since 1970.')), undefined);
    assert.equal(durationOf('waitSeconds', { type: 'string' }), undefined);
  });

  it('parameters with durations offer the units up to their maximum, and have no unit in their label', () => {
    const short = { type: 'integer', minimum: 1, maximum: 300 };
    assert.deepEqual(durationOf('timeoutSeconds', short)?.units, ['seconds', 'minutes']);
    const most = { type: 'integer', exclusiveMaximum: 500 };
    assert.deepEqual(durationOf('holdMs', most)?.units, ['milliseconds']);
    assert.equal(describe1('timeoutSeconds', short).label, 'Timeout');
    assert.equal(describe1('limit', { ...short, title: 'Longest wait (in seconds)' }).label, 'Longest wait');
    assert.equal(describe1('seconds', short).label, 'Seconds');
  });

  it('parameters with durations keep their label with an expression, or a value of another type', () => {
    const reader = new SchemaReader({ properties: { timeoutSeconds: { type: 'integer' } } });
    for (const value of [5, '{{payload.n}}', 'soon', undefined]) {
      const form = describeForm(reader, { ownValue: { timeoutSeconds: value } });
      assert.equal(form.kind === 'object' && form.fields[0]?.label, 'Timeout', String(value));
    }
  });

  it('parameters with durations say their limits in words', () => {
    const node = describe1('timeoutSeconds', { type: 'integer', minimum: 1, maximum: 3600, multipleOf: 60 });
    assert.ok(node.kind === 'number');
    assert.equal(numberWords(node), 'a multiple of 1 minute from 1 second to 1 hour');
    const above = describe1('waitMs', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 90_000 });
    assert.ok(above.kind === 'number');
    assert.equal(numberWords(above), 'a duration above 0 milliseconds and below 1 minute 30 seconds');
  });
});
