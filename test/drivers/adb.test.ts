import { createAdb } from '../support/drivers/createDrivers.ts';
import { DISPLAY_CASES } from '../support/drivers/displayCases.ts';
import { DRIVER_CASES } from '../support/drivers/driverCases.ts';
import { testDriver, type TestedDriver } from '../support/drivers/usedPhone.ts';
import type { FakePhone } from '../support/fakePhone/fakePhone.ts';

const WARNING = '[Warning] Multiple displays were found, but no display id was specified!\n';

// The first dump of each line fails, as on a screen that has just changed.
function failFirst(problem: string): (phone: FakePhone) => void {
  return phone => {
    let isSecond = false;
    phone.beforeCommand = ([program]) => {
      if (program !== 'uiautomator') return;
      if (!isSecond) phone.dumpProblems.push(problem);
      isSecond = !isSecond;
    };
  };
}

// Later commands overtake the dumps.
function slowDumps(phone: FakePhone): void {
  phone.beforeCommand = async ([program]) => {
    if (program !== 'uiautomator') return;
    for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve));
  };
}

const DRIVERS: readonly TestedDriver[] = [
  {
    name: 'Android 9 with CRLF',
    create: () => createAdb({ apiLevel: 28, lineEnd: '\r\n', hasLocaleCommand: false }),
  },
  {
    name: 'Android 10 without idle screens at first',
    create: () =>
      createAdb({ apiLevel: 29, hasLocaleCommand: false }, failFirst('could not get idle state.')),
  },
  {
    name: 'Android 11 without a clipboard',
    create: () => createAdb({ apiLevel: 30, hasClipboard: false, hasLocaleCommand: false }),
  },
  {
    name: 'Android 12 with slow dumps',
    create: () => createAdb({ apiLevel: 31, hasLocaleCommand: false }, slowDumps),
  },
  {
    name: 'Android 13, a tablet that is turned to the left',
    create: () =>
      createAdb({ apiLevel: 33, hasLocaleCommand: false, platform: 'android-tablet' }, phone =>
        phone.rotate(),
      ),
  },
  {
    name: 'Android 14, a foldable that is open',
    create: () => createAdb({ apiLevel: 34 }, phone => phone.unfold()),
  },
  {
    name: 'Android 15 with warnings before pictures',
    create: () =>
      createAdb({ apiLevel: 35 }, phone => {
        phone.pictureWarning = WARNING;
      }),
  },
  { name: 'Android 16', create: () => createAdb({ apiLevel: 36 }) },
];

const WITH_TWO_DISPLAYS: readonly TestedDriver[] = [
  {
    name: 'Android 11 with two displays and CRLF',
    create: () => createAdb({ apiLevel: 30, secondDisplay: 'hardware', lineEnd: '\r\n' }),
  },
  {
    name: 'Android 14 with two displays',
    create: () => createAdb({ apiLevel: 34, secondDisplay: 'hardware' }),
  },
  {
    name: 'Android 16 with a virtual display',
    create: () => createAdb({ apiLevel: 36, secondDisplay: 'virtual' }),
  },
];

for (const driver of DRIVERS) testDriver('adb', driver, DRIVER_CASES);
for (const driver of WITH_TWO_DISPLAYS) testDriver('adb', driver, DISPLAY_CASES);
