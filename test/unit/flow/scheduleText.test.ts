import assert from 'node:assert/strict';
import { scheduleText } from '../../../src/flow/scheduleText.ts';

const TEXTS: readonly (readonly [rule: Record<string, unknown>, text: string])[] = [
  [{ type: 'cron', expression: '0 9 * * 1-5' }, 'weekdays 9:00'],
  [{ type: 'cron', expression: '30 3 * * *' }, 'daily 3:30'],
  [{ type: 'cron', expression: '0 8,20 * * 6,0' }, 'weekends 8:00, 20:00'],
  [{ type: 'cron', expression: '5 7 * * mon,wed' }, 'Mon, Wed 7:05'],
  [{ type: 'cron', expression: '0 9 1 * *' }, 'monthly on day 1, 9:00'],
  [{ type: 'cron', expression: '*/15 * * * *' }, 'every 15 minutes'],
  [{ type: 'cron', expression: '* * * * *' }, 'every minute'],
  [{ type: 'cron', expression: '5 * * * *' }, 'every hour at :05'],
  [{ type: 'cron', expression: '0 */6 * * *' }, 'every 6 hours at :00'],
  [{ type: 'cron', expression: '0 9 1 1 *' }, 'cron 0 9 1 1 *'],
  [{ type: 'cron', expression: '0 9 1 * 1' }, 'cron 0 9 1 * 1'],
  [{ type: 'recurring', rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0' }, 'weekdays 9:00'],
  [{ type: 'recurring', rrule: 'RRULE:FREQ=DAILY;BYHOUR=7,19' }, 'daily 7:00, 19:00'],
  [{ type: 'recurring', rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=18' }, 'every 2 weeks on Fri 18:00'],
  [{ type: 'recurring', rrule: 'FREQ=HOURLY;INTERVAL=2;BYMINUTE=30' }, 'every 2 hours at :30'],
  [{ type: 'recurring', rrule: 'FREQ=MONTHLY;BYMONTHDAY=15;BYHOUR=6' }, 'monthly on day 15, 6:00'],
  [{ type: 'recurring', rrule: 'FREQ=MONTHLY;BYDAY=1FR;BYHOUR=6' }, 'FREQ=MONTHLY;BYDAY=1FR;BYHOUR=6'],
  [{ type: 'recurring', rrule: 'FREQ=YEARLY' }, 'FREQ=YEARLY'],
  [{ type: 'once', dateTime: '2026-11-05T09:00:00Z' }, 'once on Nov 5, 2026 9:00 UTC'],
  [{ type: 'once', dateTime: '2026-11-05T10:00+01:00' }, 'once on Nov 5, 2026 9:00 UTC'],
  [{ type: 'once', dateTime: 'soon' }, 'once, soon'],
  [{ type: 'later' }, ''],
  [{ type: 'cron', expression: '0 9 * * fri-sun' }, 'Fri, Sat, Sun 9:00'],
  [{ type: 'cron', expression: '0 9 * * 5-7' }, 'Fri, Sat, Sun 9:00'],
  [{ type: 'cron', expression: '0 9 * * SUN-TUE' }, 'Mon, Tue, Sun 9:00'],
  [{ type: 'cron', expression: '0 9 * * 0-7' }, 'daily 9:00'],
  // Each of these would be read as something else, or is not a schedule.
  ...[
    ...[
      '0 9 * * sat-mon',
      '0 9 * * 5-0',
      '0 9 * * 7-1',
      '0 24 * * *',
      '60 9 * * *',
      '0 9 32 * *',
      '0 9 0 * *',
      '*/0 * * * *',
    ],
    ...['*/7 * * * *', '5 */5 * * *', '0 9 * * mon#1', '0 9 L * *', '@daily', '0 0 9 * * *', '0 9 * * ,'],
  ].map(expression => [{ type: 'cron', expression }, `cron ${expression}`] as const),
  [{ type: 'recurring', rrule: 'FREQ=DAILY;WKST=SU;BYHOUR=9' }, 'daily 9:00'],
  ...[
    ...['FREQ=DAILY;BYHOUR=25', 'FREQ=DAILY;BYHOUR=9;BYMINUTE=60', 'FREQ=DAILY;INTERVAL=0;BYHOUR=9'],
    ...['FREQ=DAILY;BYHOUR=9;UNTIL=20261231T080000Z', 'FREQ=DAILY;BYHOUR=9;COUNT=3'],
    ...['FREQ=DAILY;BYMONTHDAY=15;BYHOUR=9', 'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR;BYHOUR=9'],
    ...['FREQ=HOURLY;BYMINUTE=0,30', 'FREQ=HOURLY;BYMONTHDAY=1', 'FREQ=DAILY;BYHOUR=9;BYSECOND=30'],
    ...['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU;BYHOUR=9', 'FREQ=DAILY;BYHOUR=9;BYHOUR=10'],
    'DTSTART;TZID=America/New_York:20260101T090000\nFREQ=DAILY',
  ].map(rrule => [{ type: 'recurring', rrule }, rrule] as const),
  [{ type: 'once', dateTime: '2026-11-05T09:00:00' }, 'once on Nov 5, 2026 9:00 UTC'],
  [{ type: 'once', dateTime: 'Nov 5' }, 'once, Nov 5'],
];

describe('flow/scheduleText', () => {
  for (const [rule, text] of TEXTS) {
    it(
      text === '' ? 'a schedule as text is empty for an unknown rule' : `a schedule as text is “${text}”`,
      () => {
        const scheduleRule = { type: '', ...rule };
        assert.equal(scheduleText({ scheduleRule, timezone: undefined }), text);
      },
    );
  }

  it('a schedule as text names its time zone, and is short even if the rule is not', () => {
    const scheduleRule = { type: 'cron', expression: '0 3 * * *' };
    assert.equal(scheduleText({ scheduleRule, timezone: 'Europe/Berlin' }), 'daily 3:00 (Europe/Berlin)');
    for (const [dateTime, time] of [
      ['2026-11-05T09:00:00', '9:00'],
      ['2026-11-05 09:00', '9:00'],
      ['2026-11-05', '0:00'],
    ] as const) {
      const local = scheduleText({ scheduleRule: { type: 'once', dateTime }, timezone: 'Europe/Berlin' });
      assert.equal(local, `once on Nov 5, 2026 ${time} (Europe/Berlin)`);
    }
    const long = { type: 'recurring', rrule: 'X'.repeat(5000) };
    assert.ok(scheduleText({ scheduleRule: long, timezone: 'Y'.repeat(5000) }).length < 130);
  });
});
