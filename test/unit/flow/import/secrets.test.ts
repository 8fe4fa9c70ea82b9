import assert from 'node:assert/strict';
import { importAppium } from '../../../../src/flow/import/appium.ts';
import { DEFAULT_TARGET } from '../../../../src/flow/import/imported.ts';
import { importMacro } from '../../../../src/flow/import/macro.ts';
import { resolveImport } from '../../../../src/flow/import/resolveImport.ts';
import { importCatalog, importFlow, stepLines } from '../../../support/importing.ts';

/** Puts commands into a command with arguments. */
function inside(start: string, ...commands: readonly string[]): string {
  return `- ${start}\n    commands:\n${commands.map(command => `      - ${command}`).join('\n')}\n`;
}

const TYPED = ['tapOn: Password', 'inputText: hunter2secret'];

describe('flow/import/secrets: Maestro', () => {
  for (const [name, commands] of [
    ['a repeat with an unknown number of rounds', inside('repeat:\n    times: ${N}', ...TYPED)],
    ['a condition that cannot be read', inside('runFlow:\n    when:\n      true: ${f()}', ...TYPED)],
    ['a retry of a file outside of the folder', inside('retry:\n    file: ../a.yaml', ...TYPED)],
    ['an unknown command', inside('fly:\n    far: true', ...TYPED)],
    ['a command of two names', `- tapOn: Password\n- inputText: hunter2secret\n  back: true\n`],
    ['an unknown command that types', '- tapOn: Password\n- inputKeys: hunter2secret\n'],
    ['a command without a space after its colon', '- tapOn: Password\n- inputText:hunter2secret\n'],
    [
      'blocks that steps cannot nest',
      '- repeat:\n    while:\n      visible: A\n    commands:\n      - repeat:\n          times: 2\n          commands:\n            - tapOn: Password\n            - inputText: "hunter2secret"\n',
    ],
    ['the clipboard', '- tapOn: Password\n- setClipboard: hunter2secret\n- pasteText\n'],
    [
      'a variable of scripts',
      '- evalScript: ${output.word = "hunter2secret"}\n- tapOn: Password\n- inputText: ${output.word}\n',
    ],
    ['a label', '- tapOn: Password\n- inputText:\n    text: hunter2secret\n    label: Type hunter2secret\n'],
    ['a later check', `- tapOn: Password\n- inputText: hunter2secret\n- assertVisible: hunter2secret\n`],
    ['an earlier field', `- inputText: hunter2secret\n- tapOn: Password\n- inputText: hunter2secret\n`],
    [
      'a message about a later command',
      '- tapOn: Password\n- inputText: hunter2secret\n- pressKey: hunter2secret\n- runFlow: hunter2secret.yaml\n',
    ],
    [
      'quotation marks of YAML',
      inside('repeat:\n    times: ${N}', 'tapOn: Password', "inputText: 'hunter2''secret'").replace(
        '- ',
        "- setClipboard: 'hunter2''secret'\n- ",
      ),
    ],
    [
      'a text that is so long that its middle is not read',
      inside(
        'repeat:\n    times: ${N}',
        'tapOn: Password',
        ...Array.from({ length: 300 }, (_, index) => `inputText: ${'hunter2'.repeat(20)}${index}`),
      ),
    ],
    [
      'a text that is too long for the report',
      inside(
        'repeat:\n    times: ${N}',
        `inputText: ${'a'.repeat(900)}`,
        ...TYPED,
        `inputText: ${'b'.repeat(990)}`,
      ),
    ],
  ] as const)
    it(`a password is nowhere in the flow and the report: ${name}`, async () => {
      const result = await importFlow(commands);
      assert.doesNotMatch(JSON.stringify(result), /hunter|secret"/);
    });

  it('a short number of a card is hidden in the text of a block that is left', async () => {
    const result = await importFlow(inside('repeat:\n    times: ${N}', 'tapOn: PIN', 'inputText: 12'));
    assert.match(stepLines(result)[0] ?? '', /- tapOn: PIN\\n {6}- inputText: ••••••"/);
  });

  it('commands after a password field that type nothing are shown', async () => {
    const result = await importFlow(
      '- tapOn: Password\n-\n- scan\n- tapOn:\n    text: A\n    label: Do scan\n',
    );
    assert.match(stepLines(result)[2] ?? '', /scan","level".*“Not translated: scan”/);
    assert.match(stepLines(result)[3] ?? '', /“Do scan”/);
  });

  it('a check for a password reads it from the payload, as the step that types it', async () => {
    const result = await importFlow(
      '- tapOn: Password\n- inputText: hunter2secret\n- assertVisible:\n    id: "Hello hunter2secret!"\n- setClipboard: hunter2secret\n',
    );
    assert.deepEqual(stepLines(result).slice(1), [
      'device.typeText {"text":"{{event.payload.password}}"}',
      'device.checkElement {"element":{"by":"resourceId","resourceId":"Hello {{event.payload.password}}!"},"state":"visible","timeoutSeconds":17}',
      'device.setClipboard {"content":"{{event.payload.password}}"}',
    ]);
    assert.equal(result.notes[0], 'Pass “password” in the payload of the trigger.');
    assert.match(result.commands.at(-1)?.notes.join(' ') ?? '', /Secrets are not written/);
  });

  it('a password that is a word of its field, or a part of other words, changes no other step', async () => {
    const result = await importFlow(
      '- tapOn:\n    id: a:id/password\n- inputText: password\n- tapOn: password\n- tapOn: Password\n- inputText: test\n- tapOn: Latest\n',
    );
    assert.deepEqual(
      stepLines(result).map(line => /"(?:text|resourceId)":"([^"]*)"\}/.exec(line)?.[1]),
      [
        'a:id/password',
        '{{event.payload.password}}',
        'password',
        'Password',
        '{{event.payload.password2}}',
        'Latest',
      ],
    );
  });
});

describe('flow/import/secrets: large files', () => {
  it('many passwords are looked for in time', async () => {
    const typed = Array.from({ length: 1500 }, (_, index) => `- inputText: secret${index}xy\n`).join('');
    const shown = `- tapOn: ${'secret secre '.repeat(60)}\n`.repeat(90);
    const start = performance.now();
    const result = await importFlow(`- tapOn: Password\n${typed}${shown}`);
    assert.doesNotMatch(JSON.stringify(result), /secret\d/);
    assert.ok(performance.now() - start < 8000);
  });
});

describe('flow/import/secrets: macros and recordings', () => {
  const tap = (element_text: string): object => ({ action_type: 'tap', element_text });
  for (const [name, actions] of [
    ['an unknown action', [tap('Password'), { action_type: 'set_text', text: 'hunter2secret' }]],
    ['a call for secrets', [tap('Name'), { tool_name: 'type_secret', tool_args: { text: 'hunter2secret' } }]],
    [
      'a later tap',
      [tap('Password'), { action_type: 'input_text', text: 'hunter2secret' }, tap('hunter2secret')],
    ],
  ] as const)
    it(`a password of a macro is nowhere in the flow and the report: ${name}`, () => {
      const imported = importMacro('a.json', JSON.stringify(actions), DEFAULT_TARGET);
      assert.doesNotMatch(JSON.stringify(resolveImport(imported, importCatalog)), /hunter/);
    });

  const field = 'el1 = driver.find_element(by=AppiumBy.ID, value="password")\nel1.click()\n';
  for (const [name, program] of [
    ['an expression', `${field}el1.send_keys(PREFIX + "{{hunter2secret}}")\n`],
    [
      'a locator that steps cannot use',
      'el1 = driver.find_element(by=AppiumBy.XPATH, value="//EditText[@password=\'true\' and 1]")\nel1.send_keys("hunter2secret")\n',
    ],
    [
      'an element by its index',
      'els = driver.find_elements(by=AppiumBy.ID, value="password")\nels[2].send_keys("hunter2secret")\n',
    ],
    ['one statement', 'driver.find_element(AppiumBy.ID, "password").send_keys("hunter2secret")\n'],
    ['a script', `${field}driver.execute_script('mobile: type', {"text": "hunter2secret"})\n`],
    ['the active element', `${field}driver.switch_to.active_element.send_keys("hunter2secret")\n`],
    [
      'a chain of actions',
      `${field}actions = ActionChains(driver)\nactions.send_keys("hunter2secret")\nactions.perform()\n`,
    ],
    [
      'a later statement',
      `${field}el1.send_keys("hunter2secret")\nassert "hunter2secret" in driver.page_source\n`,
    ],
  ] as const)
    it(`a password of a recording is nowhere in the flow and the report: ${name}`, () => {
      const imported = importAppium('a.py', program, 'py', DEFAULT_TARGET);
      assert.doesNotMatch(JSON.stringify(resolveImport(imported, importCatalog)), /hunter/);
    });
});
