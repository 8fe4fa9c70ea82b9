import assert from 'node:assert/strict';
import {
  readActivity,
  readCaptureId,
  readDisplays,
  readPackages,
  readDumpedPosition,
  readProperties,
  readScreenState,
} from '../../../../../src/sandbox/drivers/adb/readDumps.ts';

const LINE_ENDS = ['\n', '\r\n'];
const withLineEnds = (text: string): readonly string[] => LINE_ENDS.map(end => text.replaceAll('\n', end));

// As `dumpsys display` ends, with what it says about display 1.
function displayDump(second: string): string {
  return `DISPLAY MANAGER (dumpsys display)
  Display States: size=2
    Display Id=0
    Display Id=1
Display Devices: size=2
  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:4619827259835644672", 1080 x 2400, modeId 1}
  DisplayDeviceInfo{"Overlay #1": uniqueId="overlay:1", 800 x 600, modeId 2}
Logical Displays: size=2
  Display 0:
    mDisplayId=0
    mLayerStack=0
    mPrimaryDisplayDevice=Built-in Screen
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real 1080 x 2400, uniqueId "local:4619827259835644672", app 1080 x 2400}
    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real 1080 x 2400, uniqueId "local:4619827259835644672"}
  Display 1:
    mDisplayId=1
    mLayerStack=1
    mPrimaryDisplayDevice=Other
    mBaseDisplayInfo=DisplayInfo${second}
    mOverrideDisplayInfo=DisplayInfo${second}
Display Power Controller:
  mDisplayId=4
  mScreenBrightness=0.4
`;
}

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
    const readMain = (text: string): unknown => readDisplays(text)[0]?.display;
    for (const text of withLineEnds(`WINDOW MANAGER DISPLAY CONTENTS\n${other}${main}`))
      assert.deepEqual(readMain(text), { id: 0, width: 2400, height: 1080, density: 2.625 });
    assert.deepEqual(readMain(changed), { id: 0, width: 1600, height: 720, density: 2 });
    for (const text of [
      '',
      main.replace('cur=', 'now='),
      main.replace('420', '0'),
      main.replace('Id=0', 'Id=x'),
    ])
      assert.equal(readMain(text), undefined);
  });

  it('all displays with a size are read with their activities, the main one first', () => {
    const text = `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=14 (organized)
    init=1920x1080 320dpi mMinSizeOfResizeableTaskDp=220 cur=1920x1080 app=1920x1080 rng=1080x1080-1920x1920
    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion((0,0,1920,1080))
  mCurrentFocus=null
  mFocusedApp=ActivityRecord{8a1f0c2 u0 com.example.slides/.Show t31}
  Display: mDisplayId=3
    init=0x0 160dpi cur=0x0 app=0x0 rng=0x0-0x0
  Display: mDisplayId=2
    init=904x2316 420dpi cur=904x2316 app=904x2232 rng=904x820-2232x2148
  mCurrentFocus=null
  mFocusedApp=null
  Display: mDisplayId=0 (organized)
    init=1812x2176 420dpi cur=1812x2176 app=1812x2092 rng=1812x1728-2176x2092
  mCurrentFocus=Window{b7d3e11 u0 com.example.shop/com.example.shop.Cart}
  mFocusedApp=ActivityRecord{77e2d90 u0 com.example.shop/.Cart t30}
`;
    for (const dump of withLineEnds(text))
      assert.deepEqual(readDisplays(dump), [
        {
          display: { id: 0, width: 1812, height: 2176, density: 2.625 },
          activity: { packageName: 'com.example.shop', activityName: 'com.example.shop.Cart' },
        },
        { display: { id: 2, width: 904, height: 2316, density: 2.625 }, activity: undefined },
        {
          display: { id: 14, width: 1920, height: 1080, density: 2 },
          activity: { packageName: 'com.example.slides', activityName: 'com.example.slides.Show' },
        },
      ]);
  });

  it('no more than 16 displays are read', () => {
    const parts = Array.from(
      { length: 100 },
      (_, id) => `  Display: mDisplayId=${id}\n    init=10x20 160dpi cur=10x20 app=10x20\n`,
    );
    assert.deepEqual(
      readDisplays(parts.join('')).map(({ display }) => display.id),
      Array.from({ length: 16 }, (_, id) => id),
    );
  });

  it('pictures are taken of the hardware behind a display, as each version names it', () => {
    const infos = {
      'Android 9': '{"Built-in Screen, displayId 1", uniqueId "local:1", app 1920 x 1080, rotation 0}',
      'Android 10':
        '{"HDMI Screen, displayId 1", uniqueId "local:1", app 1920 x 1080, real 1920 x 1080, address {port=1}, removeMode 0}',
      'Android 11':
        '{"HDMI Screen", displayId 1, FLAG_SECURE, real 1920 x 1080, type EXTERNAL, uniqueId "local:1", app 1920 x 1080}',
      'Android 12':
        '{"HDMI Screen", displayId 1", displayGroupId 0, FLAG_SECURE, real 1920 x 1080, uniqueId "local:1", app 1920 x 1080, deviceProductInfo DeviceProductInfo{name=EMU_display_1}}',
      'Android 16':
        '{"HDMI Screen", displayId 1, displayGroupId 0, FLAG_TRUSTED, real 1920 x 1080, state ON, uniqueId "local:1", app 1920 x 1080, installOrientation ROTATION_0}',
    };
    for (const [version, info] of Object.entries(infos))
      for (const text of withLineEnds(displayDump(info.replace('local:1', 'local:4619827551948147201')))) {
        assert.equal(readCaptureId(text, 1), '4619827551948147201', version);
        assert.equal(readCaptureId(text, 0), '4619827259835644672', version);
        for (const id of [2, 10, 4]) assert.equal(readCaptureId(text, id), undefined, version);
      }
  });

  it('pictures of a virtual display are taken of its surface, if the version tells which it is', () => {
    const uniqueId = 'virtual:com.android.shell,2000,agent "x",0';
    const dump = displayDump(
      `{"agent", displayId 1, FLAG_PRIVATE, real 800 x 600, uniqueId "overlay:1", app 800 x 600}`,
    );
    const line = 'Display 11529215049243506835 (Virtual display): displayName="Overlay #1"';
    const others =
      'Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n';
    for (const text of withLineEnds(`${dump}${others}${line} uniqueId="overlay:1"\n`))
      assert.equal(readCaptureId(text, 1), '11529215049243506835');
    for (const surfaces of [
      others,
      `${others}${line}\n`,
      `${line} uniqueId="overlay:11"\n`,
      '$(id) uniqueId="overlay:1"',
    ])
      assert.equal(readCaptureId(`${dump}${surfaces}`, 1), undefined);
    assert.equal(readCaptureId(dump.replace('overlay:1', uniqueId), 1), undefined);
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
