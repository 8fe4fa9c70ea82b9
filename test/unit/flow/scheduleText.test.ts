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
  [{ type: 'once', dateTime: 'soon' }, 'once, soon'],
  [{ type: 'later' }, ''],
];

describe('a schedule as text', () => {
  for (const [rule, text] of TEXTS) {
    it(text === '' ? 'is empty for an unknown rule' : `is “${text}”`, () => {
      const scheduleRule = { type: '', ...rule };
      assert.equal(scheduleText({ scheduleRule, timezone: undefined }), text);
    });
  }

  it('names its time zone, and is short even if the rule is not', () => {
    const scheduleRule = { type: 'cron', expression: '0 3 * * *' };
    assert.equal(scheduleText({ scheduleRule, timezone: 'Europe/Berlin' }), 'daily 3:00 (Europe/Berlin)');
    const long = { type: 'recurring', rrule: 'X'.repeat(5000) };
    assert.ok(scheduleText({ scheduleRule: long, timezone: 'Y'.repeat(5000) }).length < 130);
  });
});
