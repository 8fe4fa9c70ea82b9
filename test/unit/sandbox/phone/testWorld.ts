import type { ScreenContext } from '../../../../src/sandbox/phone/screenContext.ts';

/** The environment of the phones in these tests: a Saturday morning in Berlin with two messages. */
export const testWorld: ScreenContext = {
  now: new Date('2026-11-21T09:41:00Z'),
  timeZone: 'Europe/Berlin',
  position: { latitude: 52.52, longitude: 13.405 },
  deviceName: 'Test phone',
  batteryPercent: 80,
  messages: [
    {
      id: 'm1',
      from: 'no-reply@shop.example',
      subject: 'Your sign-in code is 482 913',
      text: 'Use 482 913 to sign in.',
      otp: '482913',
      receivedAt: new Date('2026-11-21T09:30:00Z'),
    },
    {
      id: 'm2',
      from: 'Ada Lovelace',
      subject: 'Lunch on Friday?',
      text: 'How about the place by the river?',
      receivedAt: new Date('2026-11-20T09:30:00Z'),
    },
  ],
};
