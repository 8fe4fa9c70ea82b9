import assert from 'node:assert/strict';
import { importFlow, reportLines, stepLines } from '../../../support/importing.ts';

/** Puts commands into a command with arguments. */
function inside(start: string, ...commands: readonly string[]): string {
  return `- ${start}\n    commands:\n${commands.map(command => `      - ${command}`).join('\n')}`;
}

const REPEAT = 'repeat:\n    times: 3';
const WHEN = 'runFlow:\n    when:\n      visible: Welcome back';

describe('flow/import/maestroState: loops and conditions', () => {
  it('a variable that scripts change in a loop is not known there and afterwards', async () => {
    const result = await importFlow(
      [
        '- evalScript: ${output.counter = 0}',
        inside(
          REPEAT,
          'inputText: ${output.counter}',
          'evalScript: ${output.counter = output.counter + 1}',
          'inputText: ${output.counter}',
        ),
        '- inputText: ${output.counter}',
        '- evalScript: ${output.counter = 7}',
        '- inputText: ${output.counter}',
      ].join('\n'),
    );
    assert.deepEqual(reportLines(result), [
      ':3 evalScript translated: The value is written into the steps that read it.',
      ':4 repeat translated',
      ':7 inputText left: An expression in its text cannot be read.',
      ':8 evalScript left: It runs in a condition or a loop.',
      ':9 inputText left: An expression in its text cannot be read.',
      ':10 inputText left: An expression in its text cannot be read.',
      ':11 evalScript translated: The value is written into the steps that read it.',
      ':12 inputText translated',
    ]);
    assert.equal(stepLines(result).at(-1), 'device.typeText {"text":"7"}');
  });

  for (const [name, block, files = {}] of [
    ['a condition', inside(WHEN, "evalScript: ${output.who='member'}")],
    ['a while', inside('repeat:\n    while:\n      visible: A', "evalScript: ${output.who='member'}")],
    ['a retry', inside('retry:\n    maxRetries: 2', "evalScript: ${output.who='member'}", 'back')],
    ['a script with several statements', '- evalScript: ${output.a = f(); output.who = g()}'],
    ['a script that counts', '- evalScript: ${output.who++}'],
    [
      'a file that a loop runs',
      inside(REPEAT, 'runFlow: other.yaml'),
      { 'other.yaml': "a: b\n---\n- inputText: ${output.who}\n- evalScript: ${output.who = 'x'}\n" },
    ],
  ] as const)
    it(`a variable that may have been set is not known: ${name}`, async () => {
      const result = await importFlow(
        `- evalScript: \${output.who='guest'}\n${block}\n- inputText: \${output.who}`,
        files,
      );
      assert.doesNotMatch(stepLines(result).join('\n'), /typeText/);
      assert.match(reportLines(result).at(-1) ?? '', /inputText left/);
    });

  it('a script in a condition about the platform is a constant', async () => {
    const result = await importFlow(
      `${inside('runFlow:\n    when:\n      platform: Android', "evalScript: ${output.who='a'}")}\n- inputText: \${output.who}`,
    );
    assert.deepEqual(stepLines(result), ['device.typeText {"text":"a"}']);
  });

  for (const set of ['setClipboard: A', 'copyTextFrom: A'])
    it(`a text that is copied in a condition is read with a note: ${set}`, async () => {
      const result = await importFlow(
        `${inside(WHEN, set, 'pasteText')}\n- pasteText\n- setClipboard: B\n- pasteText`,
      );
      assert.deepEqual(
        reportLines(result).filter(line => line.includes('pasteText')),
        [
          ':8 pasteText translated',
          ':9 pasteText approximated: It reads a value that is set in a condition or a loop, as if that always ran once.',
          ':11 pasteText translated',
        ],
      );
    });
});

describe('flow/import/maestroState: commands that do not run', () => {
  const ios = (...commands: readonly string[]): string =>
    inside('runFlow:\n    when:\n      platform: iOS', ...commands);
  const isFalse = (...commands: readonly string[]): string =>
    inside('runFlow:\n    when:\n      true: ${1 == 2}', ...commands);
  const noRounds = (...commands: readonly string[]): string => inside('repeat:\n    times: 0', ...commands);

  for (const block of [ios, isFalse, noRounds]) {
    it(`commands change nothing for later ones: ${block('A').split('\n').slice(0, -2).join('')}`, async () => {
      const result = await importFlow(
        [
          "- evalScript: ${output.field='a:id/android'}",
          '- tapOn: Town',
          block(
            "evalScript: ${output.field='a:id/ios'}",
            'copyTextFrom: A',
            'inputText: ${UNSET}',
            'tapOn: Password',
            'inputText: hunter2secret',
          ),
          '- inputText: Berlin',
          '- pasteText',
          '- tapOn:\n    id: ${output.field}',
        ].join('\n'),
      );
      assert.deepEqual(stepLines(result).slice(1), [
        'device.typeText {"text":"Berlin"}',
        'device.pressKey {"key":279}',
        'device.tap {"target":{"by":"resourceId","resourceId":"a:id/android"}}',
      ]);
      assert.deepEqual(result.unset, []);
      assert.doesNotMatch(JSON.stringify(result), /hunter/);
    });
  }

  it('commands of a block that is left set nothing, but what scripts in it set is not known', async () => {
    const result = await importFlow(
      [
        "- evalScript: ${output.who='guest'}",
        inside('repeat:\n    times: ${N}', "evalScript: ${output.who='member'}", 'copyTextFrom: A'),
        '- inputText: ${output.who}',
        '- pasteText',
      ].join('\n'),
    );
    assert.match(stepLines(result)[1] ?? '', /^webhooks\.log .*inputText/);
    assert.equal(stepLines(result)[2], 'device.pressKey {"key":279}');
  });

  it('a command that reads the result of one that is left is left, too', async () => {
    const result = await importFlow(
      [
        '- repeat:\n    while:\n      visible: A\n    commands:\n      - repeat:\n          times: 2\n          commands:\n            - copyTextFrom: B',
        '- pasteText',
        '- assertTrue: ${maestro.copiedText == "x"}',
        '- setClipboard: C\n- pasteText',
      ].join('\n'),
    );
    assert.deepEqual(
      reportLines(result)
        .slice(3)
        .map(line => line.replace(/^:\d+ /, '')),
      [
        'pasteText left: It reads the result of a command that is not translated.',
        'assertTrue left: It reads the result of a command that is not translated.',
        'setClipboard translated',
        'pasteText translated',
      ],
    );
    assert.doesNotMatch(result.text, /\{\{steps/);
  });
});
