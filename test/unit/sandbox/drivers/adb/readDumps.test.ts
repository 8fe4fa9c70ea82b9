import assert from 'node:assert/strict';
import {
  readActivity,
  readMainDisplay,
  readPackages,
  readDumpedPosition,
  readProperties,
  readScreenState,
} from '../../../../../src/sandbox/drivers/adb/readDumps.ts';

const LINE_ENDS = ['\n', '\r\n'];
const withLineEnds = (text: string): readonly string[] => LINE_ENDS.map(end => text.replaceAll('\n', end));

describe('sandbox/drivers/adb/readDumps', () => {
  it('properties are read with any line ends, also those with brackets and several lines', () => {
    for (const text of withLineEnds(
      '[ro.a]: [1]\n[ro.b]: []\n[ro.c]: [x] [y]\n[ro.d]: [first\nsecond]\n[ro.e]: [2]\n',
    ))
      assert.deepEqual(
        [...readProperties(text)],
        [
          ['ro.a', '1'],
          ['ro.b', ''],
          ['ro.c', 'x] [y'],
          ['ro.d', 'first'],
          ['ro.e', '2'],
        ],
      );
  });

  it('the main display is read as it is turned, with the density that was set', () => {
    const other = '  Display: mDisplayId=1\n    init=10x20 100dpi cur=10x20 app=10x20\n';
    const main =
      '  Display: mDisplayId=0 (organized)\n    init=1080x2400 420dpi cur=2400x1080 app=2340x1080 rng=1-2\n';
    const changed = main.replace('420dpi', '420dpi base=720x1600 320dpi').replace('2400x1080', '1600x720');
    for (const text of withLineEnds(`WINDOW MANAGER DISPLAY CONTENTS\n${other}${main}`))
      assert.deepEqual(readMainDisplay(text), { id: 0, width: 2400, height: 1080, density: 2.625 });
    assert.deepEqual(readMainDisplay(changed), { id: 0, width: 1600, height: 720, density: 2 });
    for (const text of ['', other, main.replace('cur=', 'now='), main.replace('420', '0')])
      assert.equal(readMainDisplay(text), undefined);
  });

  it('the activity in front is that of the focused window, or of the focused app behind a system window', () => {
    const app =
      '  mFocusedApp=AppWindowToken{ab token=Token{cd ActivityRecord{ef u0 com.example.shop/.cart.Main t12}}}\n';
    const shop = { packageName: 'com.example.shop', activityName: 'com.example.shop.cart.Main' };
    assert.deepEqual(readActivity(`  mCurrentFocus=Window{12 u0 NotificationShade}\n${app}`), shop);
    assert.deepEqual(readActivity(`  mCurrentFocus=null\n${app}`), shop);
    for (const text of withLineEnds(`  mCurrentFocus=Window{12 u10 com.a.b/com.a.c.Main$Inner}\n${app}`))
      assert.deepEqual(readActivity(text), { packageName: 'com.a.b', activityName: 'com.a.c.Main$Inner' });
    assert.equal(readActivity('  mCurrentFocus=null\n  mFocusedApp=null\n'), undefined);
  });

  it('the lock screen and the screen are read from their own part', () => {
    const policy = (showing: boolean, screen: string): string =>
      `  Other\n    showing=true\n    KeyguardServiceDelegate\n      showing=${showing}\n      secure=true\n      screenState=${screen}\n    Looper state:\n      showing=true\n`;
    for (const text of withLineEnds(policy(true, 'SCREEN_STATE_ON')))
      assert.deepEqual(readScreenState(text), { isScreenOn: true, isLocked: true });
    assert.deepEqual(readScreenState(policy(false, 'SCREEN_STATE_OFF')), {
      isScreenOn: false,
      isLocked: false,
    });
    assert.deepEqual(readScreenState(`mAwake=false\n${policy(false, '2')}`), {
      isScreenOn: false,
      isLocked: false,
    });
    assert.deepEqual(readScreenState(''), { isScreenOn: true, isLocked: false });
  });

  it('the position is that of the best provider, with a point or a comma', () => {
    const network = 'last location=Location[network 1.500000,2.500000 hAcc=30]\n';
    assert.deepEqual(readDumpedPosition(`${network}Location[gps 52.520000,-13.405000 hAcc=5]`), {
      latitude: 52.52,
      longitude: -13.405,
    });
    assert.deepEqual(readDumpedPosition('Location[gps 52,520000,13,405000 acc=5]'), {
      latitude: 52.52,
      longitude: 13.405,
    });
    assert.equal(readDumpedPosition('last location=null'), undefined);
  });

  it('packages are read with any line ends', () => {
    for (const text of withLineEnds('package:com.a.b versionCode:21\npackage:android\nnoise\n'))
      assert.deepEqual(
        readPackages(text, true).map(({ packageName, versionCode, isSystemApp }) => [
          packageName,
          versionCode,
          isSystemApp,
        ]),
        [
          ['com.a.b', 21, true],
          ['android', 0, true],
        ],
      );
  });
});
