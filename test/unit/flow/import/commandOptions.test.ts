import assert from 'node:assert/strict';
import { COMMANDS } from '../../../../src/flow/import/maestroFlow.ts';
import { importFlow, reportLines, stepLines } from '../../../support/importing.ts';

/** Commands with options that are all used, except those with which none has steps. */
const USED: Readonly<Record<string, string>> = {
  assertNotVisible: 'text: A',
  assertTrue: 'condition: true',
  assertVisible: 'text: A',
  assertWithAI: 'assertion: A',
  back: '',
  clearKeychain: '',
  copyTextFrom: 'text: A',
  doubleTapOn: 'text: A',
  eraseText: 'charactersToErase: 2',
  evalScript: 'script: "${output.a = 1}"',
  extendedWaitUntil: 'visible: A, timeout: 1000',
  extractTextWithAI: 'query: A, outputVariable: a',
  hideKeyboard: '',
  inputRandomCityName: '',
  inputRandomColorName: '',
  inputRandomCountryName: '',
  inputRandomEmail: '',
  inputRandomNumber: '',
  inputRandomPersonName: '',
  inputRandomText: '',
  inputText: 'text: a',
  killApp: 'appId: a.b',
  launchApp: 'appId: a.b, clearState: true, permissions: { notifications: allow }',
  longPressOn: 'text: A',
  openBrowser: 'link: "https://example.com"',
  openLink: 'link: "https://example.com"',
  pasteText: '',
  pressKey: 'key: enter',
  repeat: 'times: 2, commands: [back]',
  retry: 'maxRetries: 1, commands: [back]',
  runFlow: 'commands: [back]',
  scroll: '',
  scrollUntilVisible: 'element: A, direction: DOWN',
  setClipboard: 'text: a',
  setLocation: 'latitude: 1, longitude: 2',
  setPermissions: 'appId: a.b, permissions: { notifications: allow }',
  stopApp: 'appId: a.b',
  swipe: 'direction: UP, duration: 400',
  takeScreenshot: 'path: a',
  tapOn: 'text: A, repeat: 2, delay: 100',
  travel: 'points: ["1,1", "2,2"], speed: 1',
  waitForAnimationToEnd: 'timeout: 1000',
};

describe('flow/import/commandOptions', () => {
  for (const [name, options] of Object.entries(USED))
    it(`an option that steps do not use is in the report: ${name}`, async () => {
      const [end, common] = ['- hideKeyboard', 'label: Own, optional: false'];
      const used = await importFlow(`- ${name}: { ${[options, common].filter(Boolean).join(', ')} }\n${end}`);
      const [line = ''] = reportLines(used);
      assert.doesNotMatch(line, / left: |is not used/);
      const other = await importFlow(
        `- ${name}: { ${[options, 'foo: 1'].filter(Boolean).join(', ')} }\n${end}`,
      );
      const [otherLine = ''] = reportLines(other);
      assert.match(
        otherLine,
        / (?:approximated: .*“foo” is not used|left: Steps do not find elements by “foo”)/,
      );
    });

  it('a command of which steps are made has its options checked', async () => {
    for (const name of Object.keys(COMMANDS).filter(command => !Object.hasOwn(USED, command))) {
      const result = await importFlow(`- ${name}: { text: A, name: a, appId: a.b }\n- back`);
      assert.equal(result.commands[0]?.outcome, 'left', name);
    }
  });

  for (const [command, report] of [
    ['tapOn: { text: Terms, point: "90%,50%" }', /The middle of the element is tapped, not the point in it/],
    ['tapOn: { below: Terms, point: "90%,50%" }', /The middle of the element is tapped, not the point in it/],
    [
      'longPressOn: { text: Terms, point: "90%,50%" }',
      /upper left corner .* is pressed, not the point in it/,
    ],
    ['tapOn: { point: "1,1", retryTapIfNoChange: true }', /not repeated if the screen stays the same/],
    ['tapOn: { point: "1,1", waitToSettleTimeoutMs: 5 }', /“waitToSettleTimeoutMs” is not used/],
    ['tapOn: { text: A, waitUntilVisible: true }', /“waitUntilVisible” is not used/],
    ['tapOn: { below: { text: A, repeat: 2 } }', /“repeat” is not used/],
    ['longPressOn: { point: "1,1", repeat: 2 }', /“repeat” is not used/],
    ['assertVisible: { text: A, delay: 2 }', /“delay” is not used/],
    ['extendedWaitUntil: { visible: A, timeout: 600000 }', /The step waits at most 300 seconds/],
    [
      'openLink: { link: "https://a.example", browser: true, autoVerify: true }',
      /“browser”, “autoVerify” are not used/,
    ],
    ['takeScreenshot: { path: a, cropOn: { id: b } }', /“cropOn” is not used/],
    ['launchApp: { permissions: { notifications: unset } }', /allow or deny notifications.*“unset”/],
    ['launchApp: { arguments: { a: 1 } }', /“arguments” is not used/],
    ['back: { foo: 1 }', /“foo” is not used/],
    ['back: { foo: 1, bar: 2 }', /“foo”, “bar” are not used/],
    ['runFlow: { commands: [back], config: { a: 1 } }', /“config” is not used/],
  ] as const)
    it(`a command with an option that changes its meaning is approximated: ${command}`, async () => {
      const [line = ''] = reportLines(await importFlow(`- ${command}`));
      assert.match(line, / approximated: /);
      assert.match(line, report);
    });

  it('a point beside another part of a selector is not tapped on the screen', async () => {
    const [step = ''] = stepLines(await importFlow('- tapOn: { below: Name, point: "1,1" }'));
    assert.match(step, /"description":"Name","role":"field"/);
    const [line = ''] = reportLines(await importFlow('- tapOn: { css: a, point: "1,1" }'));
    assert.match(line, /left: Steps do not find elements by “css”/);
  });

  it('a command with options that are off or common is translated', async () => {
    const commands = [
      'openLink: { link: "https://a.example", browser: false, label: Open, optional: true }',
      'launchApp: { clearState: true, clearKeychain: true }',
      'tapOn: { id: a.b, retryTapIfNoChange: false }',
    ];
    const result = await importFlow(commands.map(one => `- ${one}\n`).join(''));
    assert.deepEqual([...new Set(result.commands.map(({ outcome }) => outcome))], ['translated']);
  });

  it('a keychain that is not cleared is in the report', async () => {
    const command = '- launchApp: { clearState: true, clearKeychain: true }';
    const [line = ''] = reportLines(await importFlow(command, {}, { platform: 'ios' }));
    assert.match(line, /The keychain is not cleared/);
  });

  it('a permission that cannot be set is left with the reason', async () => {
    const [line = ''] = reportLines(
      await importFlow('- setPermissions: { permissions: { notifications: unset } }'),
    );
    assert.match(line, /left: Steps allow or deny notifications, and do not set “unset”/);
  });
});
