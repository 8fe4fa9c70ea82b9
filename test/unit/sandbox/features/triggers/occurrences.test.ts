import assert from 'node:assert/strict';
import type { ScheduleRule } from '../../../../../src/contract/records/trigger.ts';
import { nextOccurrence, scheduleProblem } from '../../../../../src/sandbox/features/triggers/occurrences.ts';

const timeZone = 'Europe/Berlin';
const createdAt = Date.parse('2026-11-01T09:37:12Z');

function nextOf(rule: ScheduleRule, after: string): string | undefined {
  const next = nextOccurrence({ rule, timeZone, createdAt }, Date.parse(after));
  return next === undefined ? undefined : new Date(next).toISOString();
}

function nextRecurring(rrule: string, after: string): string | undefined {
  return nextOf({ type: 'recurring', rrule }, after);
}

describe('sandbox/features/triggers/occurrences: recurrence rule', () => {
  it('a recurrence rule includes a last run at the time of UNTIL, in UTC, in local time, or as a whole day', () => {
    for (const until of ['20261231T080000Z', '20261231T090000', '20261231']) {
      const rule = `FREQ=DAILY;BYHOUR=9;BYMINUTE=0;UNTIL=${until}`;
      assert.equal(nextRecurring(rule, '2026-12-31T07:59:00Z'), '2026-12-31T08:00:00.000Z', until);
      assert.equal(nextRecurring(rule, '2026-12-31T08:00:00Z'), undefined, until);
    }
    const before = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;UNTIL=20261231T075900Z';
    assert.equal(nextRecurring(before, '2026-12-30T08:00:00Z'), undefined);
  });

  it('a recurrence rule starts at DTSTART, in the time zone of DTSTART', () => {
    const daily = 'DTSTART;TZID=America/New_York:20261201T090000\nRRULE:FREQ=DAILY';
    assert.equal(nextRecurring(daily, '2026-11-20T00:00:00Z'), '2026-12-01T14:00:00.000Z');
    assert.equal(nextRecurring(daily, '2027-07-01T00:00:00Z'), '2027-07-01T13:00:00.000Z');
    const inUtc = 'DTSTART:20261201T080000Z\r\nRRULE:FREQ=DAILY;COUNT=2';
    assert.equal(nextRecurring(inUtc, '2026-12-01T08:00:00Z'), '2026-12-02T08:00:00.000Z');
    assert.equal(nextRecurring(inUtc, '2026-12-02T08:00:00Z'), undefined);
    const local = 'DTSTART:20261201T090000\nRRULE:FREQ=DAILY';
    assert.equal(nextRecurring(local, '2026-12-05T00:00:00Z'), '2026-12-05T08:00:00.000Z');
  });

  it('a recurrence rule without a start and a minute is on the hour', () => {
    const after = '2026-11-02T10:00:00Z';
    assert.equal(nextRecurring('FREQ=DAILY;BYHOUR=9', after), '2026-11-03T08:00:00.000Z');
    assert.equal(nextRecurring('FREQ=HOURLY', after), '2026-11-02T11:00:00.000Z');
    assert.equal(nextRecurring('FREQ=DAILY', after), '2026-11-03T09:37:00.000Z');
  });

  it('a recurrence rule keeps its interval, and finds the next run at once, also if it started long ago', () => {
    const everyThird = 'DTSTART:19700101T090000\nRRULE:FREQ=DAILY;INTERVAL=3';
    const [next = ''] = [nextRecurring(everyThird, '2026-12-05T00:00:00Z')];
    assert.equal((Date.UTC(2026, 11, Number(next.slice(8, 10))) / 86_400_000) % 3, 0);
    const timeFrom = (start: string): number => {
      const everyMinute = `DTSTART:${start}T000000\nRRULE:FREQ=MINUTELY`;
      const { user } = process.threadCpuUsage();
      for (let time = 0; time < 5; time++)
        assert.equal(nextRecurring(everyMinute, '2026-12-05T00:00:00Z'), '2026-12-05T00:01:00.000Z');
      return process.threadCpuUsage().user - user;
    };
    timeFrom('20261203');
    // Counting each minute since 1970 would take thousands of times as long.
    assert.ok(timeFrom('19700101') < 100 * Math.max(1000, timeFrom('20261203')));
  });

  it('a recurrence rule of minutes keeps its interval in the hours and minutes that it lists', () => {
    const runs = (rule: string, count: number): readonly (string | undefined)[] => {
      const found = ['2026-11-02T10:00:00Z'];
      while (found.length <= count) found.push(nextRecurring(rule, found.at(-1) ?? '') ?? 'none');
      return found.slice(1).map(text => text.slice(5, 16));
    };
    const quarters = ['11-03T08:07', '11-03T08:22', '11-03T08:37', '11-03T08:52', '11-04T08:07'];
    assert.deepEqual(runs('FREQ=MINUTELY;INTERVAL=15;BYHOUR=9', 5), quarters);
    assert.deepEqual(runs('FREQ=MINUTELY;BYHOUR=9', 3), ['11-03T08:00', '11-03T08:01', '11-03T08:02']);
    assert.deepEqual(runs('FREQ=MINUTELY;BYMINUTE=30,0', 3), ['11-02T10:30', '11-02T11:00', '11-02T11:30']);
    const everyMonday = 'FREQ=MINUTELY;INTERVAL=15;BYHOUR=9;BYMINUTE=7;BYDAY=MO';
    assert.deepEqual(runs(everyMonday, 2), ['11-09T08:07', '11-16T08:07']);
    const twoHours = 'FREQ=MINUTELY;INTERVAL=120;BYHOUR=12,13,14';
    assert.deepEqual(runs(twoHours, 3), ['11-02T11:37', '11-02T13:37', '11-03T11:37']);
    assert.deepEqual(runs('FREQ=HOURLY;INTERVAL=5;BYHOUR=9', 2), ['11-05T08:00', '11-10T08:00']);
  });

  const FAULTS: readonly (readonly [rrule: string, said: RegExp])[] = [
    ['FREQ=DAILY;BYHOUR=25', /BYHOUR=25 must be between 0 and 23/],
    ['FREQ=DAILY;BYHOUR=9;BYMINUTE=60', /BYMINUTE=60/],
    ['FREQ=DAILY;BYHOUR=9.5', /BYHOUR=9\.5/],
    ['FREQ=DAILY;INTERVAL=0', /INTERVAL=0/],
    ['FREQ=DAILY;INTERVAL=1,2', /INTERVAL=1,2/],
    ['FREQ=DAILY;COUNT=0', /COUNT=0/],
    ['FREQ=DAILY;COUNT=3;UNTIL=20261231', /both COUNT and UNTIL/],
    ['FREQ=DAILY;UNTIL=20260230', /UNTIL=20260230/],
    ['FREQ=DAILY;UNTIL=soon', /UNTIL=SOON/],
    ['FREQ=MONTHLY;BYMONTHDAY=0', /BYMONTHDAY=0/],
    ['FREQ=MONTHLY;BYMONTHDAY=32', /BYMONTHDAY=32/],
    ['FREQ=YEARLY;BYMONTH=13', /BYMONTH=13/],
    ['FREQ=WEEKLY;BYDAY=XX', /BYDAY=XX/],
    ['FREQ=WEEKLY;BYDAY=1MO', /BYDAY=1MO/],
    ['FREQ=SECONDLY', /FREQ=SECONDLY is not one of/],
    ['FREQ=DAILY;BYSECOND=30', /full minutes/],
    ['FREQ=DAILY;BYHOUR=9;BYHOUR=10', /BYHOUR twice/],
    ['FREQ=DAILY;BYHOURS=9', /BYHOURS is not a part/],
    ['FREQ=DAILY;BYHOUR', /“BYHOUR” is not NAME=VALUE/],
    ['BYHOUR=9', /no FREQ/],
    ['DTSTART;TZID=Europe/Nowhere:20260101T090000\nRRULE:FREQ=DAILY', /time zone/],
    ['DTSTART:20260230T090000\nRRULE:FREQ=DAILY', /DTSTART with a date/],
    ['RRULE:FREQ=DAILY\nEXDATE:20261224T090000', /“EXDATE:/],
    ['', /has no rule/],
    ['FREQ=HOURLY;INTERVAL=2;BYHOUR=9', /never occurs: .*INTERVAL=2/],
    ['FREQ=MINUTELY;INTERVAL=60;BYMINUTE=30', /never occurs: .*INTERVAL=60/],
    ['FREQ=MINUTELY;INTERVAL=120;BYHOUR=9', /never occurs: .*INTERVAL=120/],
    ['FREQ=MINUTELY;INTERVAL=15;BYMINUTE=0', /never occurs: .*INTERVAL=15/],
    ['FREQ=MINUTELY;INTERVAL=135;BYHOUR=9', /INTERVAL=135, which must divide an hour/],
    ['FREQ=MINUTELY;BYHOUR=9;BYSETPOS=1', /BYSETPOS/],
  ];
  for (const [rrule, said] of FAULTS)
    it(`a recurrence rule is refused if it is “${rrule.replaceAll('\n', ' ')}”`, () => {
      const problem = scheduleProblem({ rule: { type: 'recurring', rrule }, timeZone, createdAt });
      assert.match(problem?.message ?? '', said);
    });
});

describe('sandbox/features/triggers/occurrences: date', () => {
  it('a date without an offset is local in the time zone', () => {
    const next = (dateTime: string) => nextOf({ type: 'once', dateTime }, '2026-11-01T00:00:00Z');
    assert.equal(next('2026-11-05T09:00:00'), '2026-11-05T08:00:00.000Z');
    assert.equal(next('2026-11-05'), '2026-11-04T23:00:00.000Z');
    assert.equal(next('2026-11-05T09:00:00.5-05:30'), '2026-11-05T14:30:00.500Z');
    assert.equal(next('2026-11-05T09:00+0100'), '2026-11-05T08:00:00.000Z');
  });

  it('a date that does not exist or is in another notation is refused', () => {
    for (const dateTime of ['2026-02-30T09:00:00Z', '2026-11-05T25:00:00Z', 'Nov 5', '1', '05.11.2026']) {
      assert.equal(
        scheduleProblem({ rule: { type: 'once', dateTime }, timeZone, createdAt })?.field,
        'dateTime',
        dateTime,
      );
    }
  });
});
