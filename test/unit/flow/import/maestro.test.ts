import assert from 'node:assert/strict';
import { importFlow, reportLines, stepLines } from '../../../support/importing.ts';
import { NEARLY, SAME } from '../../../support/maestroCommands.ts';

describe('flow/import/maestro', () => {
  for (const [commands, steps] of SAME)
    it(`a command becomes steps with the same meaning: ${commands.split('\n')[0] ?? ''} → ${steps[0] ?? ''}`, async () => {
      const result = await importFlow(commands);
      assert.deepEqual(stepLines(result), steps);
      assert.deepEqual(
        result.commands.filter(({ outcome }) => outcome !== 'translated'),
        [],
      );
    });

  for (const [commands, steps, report] of NEARLY)
    it(`a command becomes steps that nearly have its meaning: ${commands.split('\n')[0] ?? ''} → ${steps[0] ?? ''}`, async () => {
      const result = await importFlow(commands);
      assert.deepEqual(stepLines(result), steps);
      assert.equal(result.commands[0]?.outcome, 'approximated');
      assert.match(reportLines(result).join('\n'), report);
    });

  for (const [command, reason] of [
    ['- runScript: a.js', 'Scripts are not run'],
    ['- tapOn:\n    text: A\n    index: 2', 'not one by its index'],
    ['- tapOn:\n    css: a', '“css”'],
    ['- fly: away', '“fly” is no known command'],
    ['- tapOn: A\n  back: B', 'A command has one name'],
    ['- inputText: ${faker.name()}', 'cannot be read'],
    ['- inputText: "{{steps.a.body}}"', 'cannot be read'],
    ['- inputText: null', 'It has no text.'],
    ['- setClipboard:\n    label: A', 'It has no text.'],
    ['- evalScript: ${http.get("x")}', 'Scripts are not run'],
    ['- clearState', 'no command after it does'],
    ['- travel:\n    points: [a, b]', 'points cannot be read'],
    [
      '- travel:\n    points: ["1,1", "2,2"]\n    speed: 7900',
      'do not fit the parameters of “Follow a route”',
    ],
    ['- runFlow: missing.yaml', 'missing.yaml cannot be read'],
    ['- runFlow: ""', 'names no file'],
    [
      '- runFlow:\n    when:\n      true: ${f()}\n    commands:\n      - back',
      'The condition cannot be read',
    ],
  ] as const)
    it(`a command without steps is left with its text: ${command.split('\n')[0] ?? ''}`, async () => {
      const result = await importFlow(command);
      const [first] = result.commands;
      assert.equal(first?.outcome, 'left');
      assert.ok(first.notes.join(' ').includes(reason), first.notes.join(' '));
      const [step, ...others] = stepLines(result);
      assert.deepEqual(others, []);
      assert.match(
        step ?? '',
        /^webhooks\.log .*"message":"Not translated: flow\.yaml:3\\n.*“Not translated: /,
      );
      const [line = ''] = command.slice(2).split('\n');
      assert.ok(step?.replaceAll('{ {', '{{').includes(JSON.stringify(line).slice(1, -1)), step);
    });

  it('conditions inside others and inside repeats run only if both hold', async () => {
    const when = (id: string, ...commands: string[]): string =>
      `- runFlow:\n    when:\n      visible:\n        id: a:id/${id}\n    commands:\n${commands.join('\n').replaceAll(/^/gm, '      ')}`;
    const result = await importFlow(when('b', '- back', when('c', '- scroll'), '- hideKeyboard'));
    const check = (id: string, key: string): string =>
      `device.checkElement {"element":{"by":"resourceId","resourceId":"a:id/${id}"},"state":"visible","timeoutSeconds":7} key=${key} optional`;
    const branch = (key: string): string =>
      `flow.branch {"left":"{{steps.${key}.status}}","operator":"equals","right":"success"}`;
    const scroll = '  device.swipe {"gesture":{"direction":"up","distance":0.5},"duration":400}';
    assert.deepEqual(stepLines(result), [
      check('b', 'check1'),
      branch('check1'),
      '  device.globalAction {"button":"back"}',
      `  ${check('c', 'check2')}`,
      branch('check2'),
      scroll,
      branch('check1'),
      '  device.hideKeyboard',
    ]);
    const repeated = await importFlow(
      `- repeat:\n    times: 2\n    commands:\n${when('b', '- scroll').replaceAll(/^/gm, '      ')}`,
    );
    assert.deepEqual(stepLines(repeated), [
      check('b', 'check1'),
      branch('check1'),
      scroll,
      check('b', 'check2'),
      branch('check2'),
      scroll,
    ]);
  });

  it('a block that steps cannot nest is left with everything inside it', async () => {
    const loop =
      '- repeat:\n    while:\n      visible: A\n    commands:\n      - repeat:\n          times: 2\n          commands:\n            - back';
    const result = await importFlow(`${loop}\n- hideKeyboard`);
    assert.deepEqual(
      result.commands.map(({ name, outcome }) => `${name} ${outcome}`),
      ['repeat left', 'repeat left', 'back left', 'hideKeyboard translated'],
    );
    assert.equal(stepLines(result).length, 2);
    assert.match(stepLines(result)[0] ?? '', /times: 2/);
  });

  it('a report of commands that are left or never run says nothing else about them', async () => {
    const result = await importFlow(
      [
        '- repeat:\n    times: ${N}\n    commands:\n      - tapOn: Password\n      - inputText: hunter2\n      - fly: away',
        '- repeat:\n    while:\n      visible: A\n    commands:\n      - repeat:\n          times: 2\n          commands:\n            - tapOn: Password\n            - inputText: hunter2\n            - scroll',
        '- runFlow:\n    when:\n      platform: iOS\n    commands:\n      - evalScript: ${output.a = 1}\n      - fly: away',
      ].join('\n'),
    );
    const part = 'left: It is part of a command that is not translated.';
    const other = 'approximated: It does not run on an Android phone, for which the flow is made.';
    assert.deepEqual(reportLines(result), [
      ':3 repeat left: The number of rounds is known only when the flow runs.',
      `:6 tapOn ${part}`,
      `:7 inputText ${part}`,
      ':8 fly left: “fly” is no known command. It is part of a command that is not translated.',
      ':9 repeat left: Steps nest only once. Move its commands out of the others.',
      `:13 repeat ${part}`,
      `:16 tapOn ${part}`,
      `:17 inputText ${part}`,
      `:18 scroll ${part}`,
      `:19 runFlow ${other}`,
      `:23 evalScript ${other}`,
      `:24 fly ${other}`,
    ]);
  });

  it('files that a flow runs get its variables, and their hooks run before and after', async () => {
    const files = {
      'shared/login.yaml':
        'appId: com.example.login\nname: Login\nenv:\n  USER: nobody\n  GREETING: Hello ${USER}\nonFlowStart:\n  - launchApp\nonFlowComplete:\n  - back\n---\n- inputText: ${USER}\n- inputText: ${GREETING}\n- runFlow: ../end.yaml\n',
      'end.yaml': 'appId: a.b\n---\n- hideKeyboard\n',
    };
    const result = await importFlow(
      'appId: com.example.shop\nenv:\n  USER: ada\n---\n- runFlow:\n    file: shared/login.yaml\n    env:\n      OTHER: x\n- inputText: ${OTHER || "none"}\n- inputText: ${TOWN}\n',
      files,
    );
    assert.deepEqual(stepLines(result), [
      'device.launchApp {"platform":"android","app":"com.example.login"}',
      'device.typeText {"text":"ada"}',
      'device.typeText {"text":"Hello ada"}',
      'device.hideKeyboard',
      'device.globalAction {"button":"back"}',
      'device.typeText {"text":"none"}',
      'device.typeText {"text":"{{event.payload.TOWN}}"}',
    ]);
    assert.deepEqual(
      reportLines(result).map(line => line.split(':').slice(0, 2).join(':')),
      [
        ':5 runFlow translated',
        'shared/login.yaml:7 launchApp approximated',
        'shared/login.yaml:11 inputText translated',
        'shared/login.yaml:12 inputText translated',
        'shared/login.yaml:13 runFlow translated',
        'end.yaml:3 hideKeyboard translated',
        'shared/login.yaml:9 back approximated',
        ':9 inputText translated',
        ':10 inputText translated',
      ],
    );
    assert.deepEqual(result.notes, ['Pass “TOWN” in the payload of the trigger.']);
  });

  for (const tap of [
    'tapOn:\n    id: password_field',
    'tapOn: Password (required)',
    'tapOn:\n    id: input\n    text: Password',
    'doubleTapOn: Password',
  ])
    it(`a password is not written into the flow: ${JSON.stringify(tap)}`, async () => {
      const result = await importFlow(
        `appId: com.example.shop\n---\n- tapOn: Name\n- inputText: Ada\n- ${tap}\n- inputText: hunter2\n`,
      );
      assert.doesNotMatch(JSON.stringify(result), /hunter/);
      assert.ok(stepLines(result).includes('device.typeText {"text":"{{event.payload.password}}"}'));
      assert.ok(stepLines(result).includes('device.typeText {"text":"Ada"}'));
    });

  it('passwords are not written into the flow', async () => {
    const result = await importFlow(
      'appId: com.example.shop\nenv:\n  API_PASSWORD: hunter2\n---\n- tapOn: Password\n- inputText: hunter3\n- inputText: ${API_PASSWORD}\n- runScript:\n    file: a.js\n    env:\n      TOKEN: hunter4\n',
    );
    assert.doesNotMatch(result.text + JSON.stringify(result.commands), /hunter/);
    assert.deepEqual(stepLines(result).slice(1, 3), [
      'device.typeText {"text":"{{event.payload.password}}"}',
      'device.typeText {"text":"{{event.payload.API_PASSWORD}}"}',
    ]);
  });

  it('variables that are given replace those of the file, and the platform decides what runs', async () => {
    const result = await importFlow(
      'appId: com.example.shop\nenv:\n  USER: ada\n---\n- launchApp\n- inputText: ${USER}\n- runFlow:\n    when:\n      platform: ios\n    commands:\n      - back\n',
      {},
      { platform: 'ios', variables: new Map([['USER', 'bob']]) },
    );
    assert.deepEqual(stepLines(result), [
      'device.launchApp {"platform":"ios","app":"com.example.shop"}',
      'device.typeText {"text":"bob"}',
      'device.globalAction {"button":"back"}',
    ]);
  });

  for (const [written, typed] of [
    ['004711', '004711'],
    ['1.50', '1.50'],
    ['0x1F', '0x1F'],
    ['1e400', '1e400'],
    ['012345678901234567890', '012345678901234567890'],
    ['47', '47'],
    ['True', 'true'],
  ] as const)
    it(`a number keeps its digits as text: ${written}`, async () => {
      const result = await importFlow(`- inputText: ${written}`);
      assert.equal(stepLines(result)[0], `device.typeText ${JSON.stringify({ text: typed })}`);
    });

  it('settings that are not used are reported', async () => {
    const result = await importFlow('appId: a.b.c\ntags: [smoke]\n---\n- back\n');
    assert.deepEqual(result.notes, ['flow.yaml: “tags” of the settings is not used.']);
  });
});

describe('flow/import/maestro: hostile files', () => {
  it('a file that runs itself, directly or through another, is left at the second time', async () => {
    const files = { 'flow.yaml': '', 'other.yaml': 'appId: a.b\n---\n- runFlow: flow.yaml\n- back\n' };
    const result = await importFlow('- runFlow: other.yaml\n- runFlow: flow.yaml', files);
    assert.deepEqual(
      result.commands.map(({ name, outcome }) => `${name} ${outcome}`),
      ['runFlow translated', 'runFlow left', 'back translated', 'runFlow left'],
    );
    assert.match(reportLines(result).join('\n'), /flow\.yaml runs itself without end/);
  });

  for (const path of [
    '../secret.yaml',
    'a/../../secret.yaml',
    '/etc/passwd',
    'C:\\x.yaml',
    '~/x.yaml',
    'a\\..\\b.yaml',
  ])
    it(`the file ${path} outside of the folder is never read`, async () => {
      const reads: string[] = [];
      const files = new Proxy(
        {},
        {
          get: (_files, name) => {
            reads.push(String(name));
            return undefined;
          },
        },
      );
      const result = await importFlow(`- runFlow: '${path}'\n- back`, files);
      assert.match(reportLines(result)[0] ?? '', /outside of the folder of the import/);
      assert.deepEqual(reads, []);
    });

  it('files that run one another many times are refused', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `f${index}.yaml`,
        `appId: a.b\n---\n- runFlow: f${index + 1}.yaml\n- runFlow: f${index + 1}.yaml\n`,
      ]),
    );
    await assert.rejects(importFlow('- runFlow: f0.yaml', files), /run more than 5000 commands/);
  });

  for (const [name, text, message] of [
    [
      'aliases that grow',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f']
        .map(
          (key, index) =>
            `${key}: &${key} [${Array(9)
              .fill(`*${'abcde'[index] ?? ''}`)
              .join(',')}]`,
        )
        .join('\n')}\n---\n- back\n`,
      /cannot be read: .*alias/,
    ],
    [
      'an alias of itself',
      'a: b\n---\n- &a\n  repeat:\n    times: 2\n    commands:\n      - *a\n',
      /too many commands|contains itself/,
    ],
    ['lists that nest too deep', `---\n${'['.repeat(150_000)}`, /is nested too deep/],
    ['lists that nest too deep on one line', `---\n${'- '.repeat(90_000)}`, /is nested too deep/],
    ['objects that nest too deep', `---\n${'{a: '.repeat(40_000)}`, /is nested too deep/],
    ['many commands', `---\n${'- a\n'.repeat(45_000)}`, /too many commands/],
    [
      'many anchors',
      `---\n${Array.from({ length: 15_000 }, (_, index) => `- &a${index} b\n`).join('')}`,
      /too many commands/,
    ],
    ['a huge file', `---\n- back\n${' '.repeat(600_000)}`, /is too large/],
    ['text that is no YAML', '---\n- a: b: c\n', /is no YAML/],
    ['no list of commands', 'appId: a\n---\na: b\n', /is no Maestro flow/],
    ['a tag of a language', '---\n- !!js/function "f"\n', /./],
  ] as const)
    it(`a file is refused or read without harm: ${name}`, async () => {
      await importFlow(text).then(
        result => {
          assert.ok(result.stepCount > 0);
        },
        (error: unknown) => {
          assert.match(String(error), message);
        },
      );
    });

  for (const [name, text, steps] of [
    ['a byte order mark', '\uFEFFappId: a.b\n---\n- back\n', ['back']],
    ['lines that end with CRLF', 'appId: a.b\r\n---\r\n- back\r\n- inputText: A\r\n', ['back', 'A']],
    ['an anchor as a key', 'a: b\n---\n- &x inputText: A\n- *x : B\n', ['A', 'B']],
    ['a command by its alias', 'a: b\n---\n- &x\n  inputText: A\n- *x\n', ['A', 'A']],
    ['a directive', '%YAML 1.1\n---\na: b\n---\n- inputText: A\n', ['A']],
  ] as const)
    it(`a file is read in all its forms: ${name}`, async () => {
      const result = await importFlow(text);
      assert.deepEqual(
        stepLines(result).map(line => /"(?:text|button)":"(\w+)"/.exec(line)?.[1]),
        steps,
      );
    });

  for (const [name, text, message] of [
    [
      'a key that is there twice',
      '---\n- tapOn:\n    text: A\n    text: B\n',
      /Map keys must be unique at line 4/,
    ],
    ['a third document', 'a: b\n---\n- back\n---\n- back\n', /is no Maestro flow: a flow has settings/],
    ['no text', '', /is no Maestro flow/],
  ] as const)
    it(`a file is refused, since a part of it would be lost: ${name}`, async () => {
      await assert.rejects(importFlow(text), message);
    });

  for (const name of ['__proto__', 'constructor', 'toString'])
    it(`a command with the name ${name} is left`, async () => {
      const result = await importFlow(`- ${name}: A\n- tapOn:\n    ${name}: A`);
      assert.deepEqual(
        result.commands.map(({ outcome }) => outcome),
        ['left', 'left'],
      );
    });

  it('a large repeat is not written out', async () => {
    const inner = '- repeat:\n          times: 50\n          commands:\n            - back';
    const result = await importFlow(`- repeat:\n    times: 900\n    commands:\n      ${inner}`);
    assert.equal(result.stepCount, 1);
    assert.equal(result.commands[0]?.outcome, 'left');
  });
});
