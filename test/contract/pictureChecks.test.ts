import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCatalog } from '../../src/flow/catalog.ts';
import { AcceptedPictures } from '../../src/flowTest/acceptedPictures.ts';
import {
  type PixelPicture,
  readDensity,
  readPicture,
  writePicture,
} from '../../src/flowTest/pictureFormat.ts';
import { runCase, type CaseResult } from '../../src/flowTest/runCase.ts';
import { readTestFile } from '../../src/flowTest/testFile.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { isPng, pngSize } from '../../src/util/pngSize.ts';
import { callProgram } from '../support/commandLine.ts';
import { AdbTestServer } from '../support/fakePhone/adbServer.ts';
import { FakePhone } from '../support/fakePhone/fakePhone.ts';
import { step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const FORM = 'org.sandbox.form';
const TERMS = { text: 'I accept the terms', role: 'checkbox' } as const;
const FILE = 'form.pixel-phone.light.png';

/** A flow that opens the form and accepts the terms. */
function flowWith(...more: readonly object[]): string {
  return JSON.stringify({
    name: 'Accept the terms',
    triggerId: demoTriggerId('custom'),
    deviceIds: [demoDeviceId('phone')],
    actions: [
      step('device.launchApp', 1, { platform: 'android', app: FORM, clearData: true }),
      ...more,
      step('device.tap', 9, { target: { by: 'text', ...TERMS } }),
    ],
  });
}

describe('pictureChecks', () => {
  let sandbox: TestSandbox;
  let folder: string;
  before(async () => void (sandbox = await testSandbox({ timeScale: 0.01 })));
  after(() => sandbox.stop());
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'cloud-devices-pictures-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(
    expect: object,
    {
      text = flowWith(),
      accepts = false,
      deviceIds,
    }: { readonly text?: string; readonly accepts?: boolean; readonly deviceIds?: readonly string[] } = {},
  ): Promise<CaseResult> {
    const read = readTestFile(
      JSON.stringify({ cases: [{ name: 'a', expect, ...(deviceIds ? { deviceIds } : {}) }] }),
    );
    assert.ok('cases' in read, JSON.stringify(read));
    const [test] = read.cases;
    assert.ok(test);
    const { client, sandboxClient } = sandbox;
    const pictures = new AcceptedPictures(join(folder, 'terms.flow.json'));
    const bench = { client, sandboxClient, catalog: createCatalog(demoCatalog) };
    return runCase(bench, text, test, { pictures, acceptsPictures: accepts });
  }

  const pathOf = (file = FILE): string => join(folder, 'terms.pictures', file);
  const messagesOf = ({ failures }: CaseResult): readonly string[] => failures.map(({ message }) => message);

  /** Changes the accepted picture. */
  function change(edit: (picture: PixelPicture) => void, file = FILE): void {
    const bytes = readFileSync(pathOf(file));
    const picture = readPicture(bytes);
    edit(picture);
    writeFileSync(pathOf(file), writePicture(picture, readDensity(bytes)));
  }

  it('a picture that is not accepted fails, is accepted on request, and then passes', async () => {
    const expect = { steps: [{ step: 1, pictures: [{ name: 'form' }] }], pictures: [{ name: 'end' }] };
    const missing = await run(expect);
    assert.deepEqual(messagesOf(missing), [
      'Step 1 “Launch app”: The picture “form” is not accepted yet: terms.pictures/form.pixel-phone.light.png is missing. Accept the picture of this run if it is right.',
      'The picture “end” is not accepted yet: terms.pictures/end.pixel-phone.light.png is missing. Accept the picture of this run if it is right.',
    ]);
    assert.deepEqual(readdirSync(folder), []);
    const [first] = missing.failures;
    assert.ok(first?.picture && isPng(first.picture.actual) && first.picture.expected === undefined);
    assert.equal(first.step?.index, 0);
    const accepted = await run(expect, { accepts: true });
    const names = ['terms.pictures/end.pixel-phone.light.png', 'terms.pictures/form.pixel-phone.light.png'];
    assert.deepEqual([accepted.outcome, accepted.accepted], ['passed', names]);
    const again = await run(expect, { accepts: true });
    assert.deepEqual([again.outcome, again.accepted], ['passed', undefined]);
    const bytes = readFileSync(pathOf());
    assert.deepEqual([pngSize(bytes), readDensity(bytes)], [{ width: 1080, height: 2400 }, 420]);
    // The status bar is transparent.
    assert.deepEqual([...readPicture(bytes).data.subarray(0, 4)], [0, 0, 0, 0]);
  });

  it('a different picture fails with the expected one, the actual one, and their difference', async () => {
    const expect = { pictures: [{ name: 'form' }] };
    await run(expect, { accepts: true });
    change(({ data, width }) => {
      for (let y = 600; y < 640; y++) data.fill(0x80, (y * width + 100) * 4, (y * width + 150) * 4);
    });
    const result = await run(expect);
    assert.match(
      messagesOf(result)[0] ?? '',
      /^The picture “form” is different from terms\.pictures\/form\.pixel-phone\.light\.png in 1,\d{3} pixels \(0\.07%\)\.$/,
    );
    const { expected, actual, difference } = result.failures[0]?.picture ?? assert.fail();
    assert.ok(expected && difference);
    assert.deepEqual(
      [expected, actual, difference].map(png => pngSize(png)?.height),
      [2400, 2400, 2400],
    );
    assert.deepEqual(
      [...readPicture(difference).data.subarray((620 * 1080 + 120) * 4, (620 * 1080 + 120) * 4 + 3)],
      [0xe0, 0x10, 0x10],
    );
    const tolerated = await run({ pictures: [{ name: 'form', tolerance: 0.001 }] });
    assert.equal(tolerated.outcome, 'passed');
    const masked = await run({
      pictures: [{ name: 'form', masks: [{ area: { left: 100, top: 600, right: 150, bottom: 640 } }] }],
    });
    assert.equal(masked.outcome, 'passed');
    const above = await run({ pictures: [{ name: 'form', tolerance: 0.0001 }] });
    assert.match(messagesOf(above)[0] ?? '', /\(0\.07%\), more than the tolerance of 0\.01%\.$/);
    assert.equal((await run(expect, { accepts: true })).outcome, 'passed');
    assert.equal((await run(expect)).outcome, 'passed');
  });

  it('an element is compared alone, without masked elements', async () => {
    const expect = { pictures: [{ name: 'form', element: TERMS }] };
    await run(expect, { accepts: true });
    const { width, height } = pngSize(readFileSync(pathOf())) ?? assert.fail();
    assert.ok(width < 1080 && height < 300);
    // The step before the tap shows an empty check box.
    const step = await run({ steps: [{ step: 1, pictures: [{ name: 'form', element: TERMS }] }] });
    assert.match(messagesOf(step)[0] ?? '', /is different from/);
    const box = { area: { left: 0, top: 0, right: 180, bottom: 2400 } };
    const pictures = [{ name: 'form', element: TERMS, masks: [box] }];
    const masked = await run({ steps: [{ step: 1, pictures }] });
    assert.equal(masked.outcome, 'passed');
    // The whole screen before and after the tap, without the element.
    const whole = { name: 'whole', masks: [{ element: { resourceId: `${FORM}:id/form.terms` } }] };
    await run({ steps: [{ step: 1, pictures: [whole] }] }, { accepts: true });
    assert.equal((await run({ pictures: [whole] })).outcome, 'passed');
    rmSync(pathOf('whole.pixel-phone.light.png'));
    await run({ steps: [{ step: 1, pictures: [{ name: 'whole' }] }] }, { accepts: true });
    assert.equal((await run({ pictures: [whole] })).outcome, 'passed');
    assert.equal((await run({ pictures: [{ name: 'whole' }] })).outcome, 'failed');
    const missing = await run({ pictures: [{ name: 'other', element: { text: 'Nowhere' } }] });
    assert.deepEqual(messagesOf(missing), [
      'The picture “other” cannot be compared: the element “Nowhere” is not on the screen.',
    ]);
  });

  it('a picture of which nothing or little is left to compare fails, and is not accepted', async () => {
    const whole = { area: { left: 0, top: 0, right: 1080, bottom: 2400 } };
    const masked = await run({ pictures: [{ name: 'form', masks: [whole] }] }, { accepts: true });
    assert.deepEqual(messagesOf(masked), ['The picture “form” cannot be compared: all of it is left out.']);
    assert.deepEqual(readdirSync(folder), []);
    const most = { area: { ...whole.area, bottom: 2000 } };
    assert.equal(
      (await run({ pictures: [{ name: 'form', masks: [most] }] }, { accepts: true })).outcome,
      'passed',
    );
    const expect = { pictures: [{ name: 'form' }] };
    const refusal = [
      'The picture “form” was not compared: terms.pictures/form.pixel-phone.light.png leaves out most of what the test compares. Accept it again.',
    ];
    assert.deepEqual(messagesOf(await run(expect)), refusal);
    assert.equal((await run(expect, { accepts: true })).outcome, 'passed');
    assert.equal((await run(expect)).outcome, 'passed');
    change(({ data }) => data.fill(0));
    assert.deepEqual(messagesOf(await run(expect)), refusal);
  });

  it('pictures are kept by device and theme, and nothing is accepted if something else fails', async () => {
    const deviceIds = [demoDeviceId('phone'), demoDeviceId('tablet')];
    const dark = flowWith(
      step('device.launchApp', 2, { platform: 'android', app: 'org.sandbox.settings' }),
      step('device.tap', 3, { target: { by: 'text', text: 'Dark theme', exact: false } }),
      step('device.launchApp', 4, { platform: 'android', app: FORM }),
    );
    const failing = await run(
      { error: 'nothing', pictures: [{ name: 'form' }], steps: [{ step: 1, status: 'failed' }] },
      { accepts: true },
    );
    const nothing = 'No picture of this case was accepted, because something else fails.';
    assert.deepEqual([failing.failures.length, messagesOf(failing)[3]], [4, nothing]);
    const other = { name: 'other', element: { text: 'Nowhere' } };
    const missing = await run({ pictures: [{ name: 'form' }, other] }, { accepts: true });
    assert.deepEqual([missing.failures.length, messagesOf(missing)[2]], [3, nothing]);
    assert.deepEqual(readdirSync(folder), []);
    const both = await run({ pictures: [{ name: 'form' }] }, { accepts: true, deviceIds });
    assert.deepEqual(both.accepted, [
      'terms.pictures/form.android-tablet.light.png',
      'terms.pictures/form.pixel-phone.light.png',
    ]);
    const themed = await run({ pictures: [{ name: 'form' }] }, { accepts: true, text: dark });
    assert.deepEqual(
      [themed.accepted, messagesOf(themed)],
      [['terms.pictures/form.pixel-phone.dark.png'], []],
    );
  });

  it('rounds with the same file that look different fail with advice, except the accepted one', async () => {
    const tap = step('device.tap', 1, { target: { by: 'text', ...TERMS } });
    const text = flowWith(step('flow.repeat', 2, { times: 2 }, { children: [tap] }));
    const expect = { steps: [{ step: '2.1', pictures: [{ name: 'form', element: TERMS }] }] };
    const advice =
      /round (\d): The picture “form” is different from .*\. Another round or device has the same file and looks different\. Name the round/;
    const first = await run(expect, { text, accepts: true });
    assert.deepEqual([first.outcome, first.accepted], ['failed', [`terms.pictures/${FILE}`]]);
    assert.deepEqual(
      messagesOf(first).map(message => advice.exec(message)?.[1]),
      ['2'],
    );
    assert.equal(first.failures[0]?.step?.index, 1);
    const bytes = readFileSync(pathOf());
    const second = await run(expect, { text, accepts: true });
    assert.deepEqual(
      messagesOf(second).map(message => advice.exec(message)?.[1]),
      ['2'],
    );
    assert.deepEqual(readFileSync(pathOf()), bytes);
  });

  it('a picture of another size or density is not compared, and the reason is told', async () => {
    const expect = { pictures: [{ name: 'form' }] };
    await run(expect, { accepts: true });
    const bytes = readFileSync(pathOf());
    writeFileSync(pathOf(), writePicture(readPicture(bytes), 560));
    assert.deepEqual(messagesOf(await run(expect)), [
      'The picture “form” was not compared: it has 420 pixels per inch, and terms.pictures/form.pixel-phone.light.png has 560. Accept it again if this density is right.',
    ]);
    writeFileSync(pathOf(), writePicture({ width: 10, height: 20, data: new Uint8Array(800) }));
    assert.deepEqual(messagesOf(await run(expect)), [
      'The picture “form” was not compared: it has 1080 × 2400 pixels, and terms.pictures/form.pixel-phone.light.png has 10 × 20. Accept it again if this size is right.',
    ]);
  });

  it('a picture that is a link, too large, damaged, or no picture is refused with the reason', async () => {
    const expect = { pictures: [{ name: 'form' }] };
    await run(expect, { accepts: true });
    const good = readFileSync(pathOf());
    const huge = Buffer.from(good);
    huge.writeUInt32BE(16_000, 16);
    huge.writeUInt32BE(16_000, 20);
    const noise = Buffer.from(good);
    noise.fill(7, 100, 3000);
    const outside = join(folder, 'outside.png');
    const name = 'terms.pictures/form.pixel-phone.light.png';
    const cases: readonly (readonly [() => void, string])[] = [
      [() => writeFileSync(pathOf(), huge), 'has 16000 × 16000 pixels, which is more than can be compared'],
      [() => writeFileSync(pathOf(), good.subarray(0, 5000)), 'is damaged'],
      [() => writeFileSync(pathOf(), noise), 'is damaged'],
      [() => writeFileSync(pathOf(), 'text'), 'is not a PNG picture'],
      [() => writeFileSync(pathOf(), ''), 'is not a PNG picture'],
      [() => symlinkSync(outside, pathOf()), 'is a symbolic link, which is not followed'],
    ];
    for (const [damage, reason] of cases) {
      rmSync(pathOf(), { force: true });
      damage();
      assert.deepEqual(messagesOf(await run(expect)), [
        `The picture “form” was not compared, because ${name} ${reason}.`,
      ]);
    }
    writeFileSync(outside, 'kept');
    const refused = await run(expect, { accepts: true });
    assert.deepEqual(messagesOf(refused), [
      `A picture was not accepted, because ${name} is a symbolic link, which is not followed.`,
    ]);
    assert.equal(readFileSync(outside, 'utf8'), 'kept');
    rmSync(join(folder, 'terms.pictures'), { recursive: true });
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'terms.pictures'));
    const linked = await run(expect, { accepts: true });
    assert.match(
      messagesOf(linked)[0] ?? '',
      /is in a folder that is a symbolic link, which is not followed\.$/,
    );
    assert.deepEqual(readdirSync(join(folder, 'elsewhere')), []);
  });

  it('a picture of a real phone is taken when its screen has settled, for its model and theme', async () => {
    const server = await AdbTestServer.start();
    const phone = new FakePhone({ serial: 'R5CT', apiLevel: 36 });
    server.connect(phone);
    const own = await testSandbox({ adb: server.address });
    try {
      const added = (await own.sandboxClient.addAdbPhone({ body: { serial: phone.serial } })).value;
      const pictures = new AcceptedPictures(join(folder, 'terms.flow.json'));
      const { client, sandboxClient } = own;
      const bench = { client, sandboxClient, catalog: createCatalog(demoCatalog) };
      const test = {
        name: 'a',
        deviceIds: [added.id],
        expect: { steps: [{ step: 1, pictures: [{ name: 'form' }] }] },
      };
      const dumps = (): number => phone.commands.filter(([program]) => program === 'uiautomator').length;
      const result = await runCase(bench, flowWith(), test, { pictures, acceptsPictures: true });
      assert.deepEqual(
        result.accepted,
        ['terms.pictures/form.google-pixel-7.light.png'],
        JSON.stringify(result.failures),
      );
      const looks = dumps();
      const plain = await runCase(bench, flowWith(), { ...test, expect: {} });
      assert.equal(plain.outcome, 'passed');
      // Two more looks at each screen, but only for pictures.
      assert.ok(dumps() - looks < looks);
      phone.phone.state = {
        ...phone.phone.state,
        switches: { ...phone.phone.state.switches, darkTheme: true },
      };
      const dark = await runCase(bench, flowWith(), test, { pictures, acceptsPictures: true });
      assert.deepEqual(dark.accepted, ['terms.pictures/form.google-pixel-7.dark.png']);
    } finally {
      await own.stop();
      await server.stop();
    }
  });

  it('the command line accepts pictures on request, but not in CI', async () => {
    writeFileSync(join(folder, 'terms.flow.json'), flowWith());
    const tests = { cases: [{ name: 'looks right', expect: { pictures: [{ name: 'form' }] } }] };
    writeFileSync(join(folder, 'terms.flow.test.json'), JSON.stringify(tests));
    const call = (ci: string, ...more: readonly string[]) =>
      callProgram(['test', ...more, folder], '.', { CI: ci });
    const missing = await call('');
    assert.match(
      missing.stdout,
      /terms\.flow\.json:1: The picture “form” is not accepted yet: terms\.pictures\/form\.pixel-phone\.light\.png is missing\./,
    );
    assert.equal(missing.code, 1);
    const reports = join(folder, 'reports');
    const reported = await call('', '--reporter', `json=${join(reports, '1.json')}`);
    assert.equal(reported.code, 1);
    const merged = join(folder, 'merged/all.json');
    await callProgram(['merge-reports', '--reporter', `json=${merged}`, reports]);
    const picturesOf = (traces: string): readonly string[] =>
      readdirSync(traces).filter(name => /^[\da-f]{32}\.png$/.test(name));
    assert.equal(picturesOf(join(reports, '1-traces')).length, 1);
    assert.deepEqual(picturesOf(join(folder, 'merged/all-traces')), picturesOf(join(reports, '1-traces')));
    assert.equal(readFileSync(merged, 'utf8'), readFileSync(join(reports, '1.json'), 'utf8'));
    rmSync(join(folder, 'merged'), { recursive: true });
    rmSync(reports, { recursive: true });
    const refused = await call('true', '--accept-pictures');
    assert.match(
      refused.stderr,
      /Pictures are not accepted where the environment variable CI is set.*--even-in-ci/s,
    );
    assert.equal(refused.code, 2);
    const accepted = await call('', '--accept-pictures');
    assert.match(
      accepted.stdout,
      /✓.*looks right.*\n {4}accepted terms\.pictures\/form\.pixel-phone\.light\.png\n/,
    );
    assert.equal(accepted.code, 0);
    assert.equal((await call('true')).code, 0);
    rmSync(join(folder, 'terms.pictures'), { recursive: true });
    assert.equal((await call('true', '--accept-pictures', '--even-in-ci')).code, 0);
    assert.deepEqual(readdirSync(join(folder, 'terms.pictures')), [FILE]);
  });
});
