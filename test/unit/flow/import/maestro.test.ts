import assert from 'node:assert/strict';
import { importFlow, reportLines, stepLines } from '../../../support/importing.ts';

/** Commands and the steps that they become. */
const SAME: readonly (readonly [commands: string, steps: readonly string[]])[] = [
  [
    '- tapOn: Sign in',
    [
      'device.tap {"target":{"by":"text","text":"Sign in"},"fallback":{"by":"description","description":"Sign in"}}',
    ],
  ],
  [
    '- tapOn:\n    id: submit\n    optional: true\n    label: Send the form',
    [
      'device.tap {"target":{"by":"resourceId","resourceId":"com.example.shop:id/submit"},"fallback":{"by":"resourceId","resourceId":"submit"}} optional “Send the form”',
    ],
  ],
  [
    '- tapOn:\n    id: login-button\n    index: 0',
    ['device.tap {"target":{"by":"resourceId","resourceId":"login-button"}}'],
  ],
  ['- tapOn:\n    id: Row alpha 0', ['device.tap {"target":{"by":"resourceId","resourceId":"Row alpha 0"}}']],
  ['- tapOn:\n    text: ".*Total.*"', ['device.tap {"target":{"by":"text","text":"Total","exact":false}}']],
  [
    "- tapOn: '\\$5 \\(net\\)'",
    [
      'device.tap {"target":{"by":"text","text":"$5 (net)"},"fallback":{"by":"description","description":"$5 (net)"}}',
    ],
  ],
  ['- tapOn:\n    point: 100,200', ['device.tap {"target":{"x":100,"y":200}}']],
  [
    '- tapOn:\n    id: plus\n    repeat: 3\n    delay: 500',
    [
      'flow.repeat {"times":3,"pauseSeconds":0.5}',
      '  device.tap {"target":{"by":"resourceId","resourceId":"com.example.shop:id/plus"},"fallback":{"by":"resourceId","resourceId":"plus"}}',
    ],
  ],
  ['- longPressOn:\n    point: 10,20', ['device.longPress {"x":10,"y":20,"duration":3000}']],
  [
    '- assertVisible:\n    id: a:id/b\n    checked: true',
    [
      'device.checkElement {"element":{"by":"resourceId","resourceId":"a:id/b"},"state":"checked","timeoutSeconds":17}',
    ],
  ],
  [
    '- assertNotVisible: .*Error.*',
    [
      'device.checkElement {"element":{"by":"text","text":"Error","exact":false},"state":"gone","timeoutSeconds":7}',
    ],
  ],
  [
    '- extendedWaitUntil:\n    visible:\n      id: a:id/b\n    notVisible:\n      id: a:id/c\n    timeout: 5_000',
    [
      'device.waitForElement {"element":{"by":"resourceId","resourceId":"a:id/b"},"until":"visible","timeoutSeconds":5}',
      'device.waitForElement {"element":{"by":"resourceId","resourceId":"a:id/c"},"until":"gone","timeoutSeconds":5}',
    ],
  ],
  [
    '- scrollUntilVisible:\n    element:\n      id: a:id/b\n    direction: UP',
    ['device.scrollTo {"element":{"by":"resourceId","resourceId":"a:id/b"},"direction":"up"}'],
  ],
  [
    '- copyTextFrom:\n    id: a:id/b\n- pasteText\n- inputText: "Code ${maestro.copiedText}"',
    [
      'device.readElement {"element":{"by":"resourceId","resourceId":"a:id/b"}} key=copied1',
      'device.typeText {"text":"{{steps.copied1.body.text}}"}',
      'device.typeText {"text":"Code {{steps.copied1.body.text}}"}',
    ],
  ],
  [
    '- setClipboard: SAVE20\n- pasteText',
    ['device.setClipboard {"content":"SAVE20"}', 'device.typeText {"text":"SAVE20"}'],
  ],
  ['- pasteText', ['device.pressKey {"key":279}']],
  ['- inputText: 42', ['device.typeText {"text":"42"}']],
  [
    '- eraseText\n- eraseText: 5\n- eraseText:\n    charactersToErase: 2',
    [
      'device.clearText',
      'device.pressKey {"key":"delete","times":5}',
      'device.pressKey {"key":"delete","times":2}',
    ],
  ],
  [
    '- pressKey: Enter\n- pressKey: Home\n- pressKey:\n    key: volume up',
    [
      'device.pressKey {"key":"enter"}',
      'device.globalAction {"button":"home"}',
      'device.pressKey {"key":24}',
    ],
  ],
  ['- back\n- hideKeyboard', ['device.globalAction {"button":"back"}', 'device.hideKeyboard']],
  ['- scroll', ['device.swipe {"gesture":{"direction":"up","distance":0.5},"duration":400}']],
  [
    '- swipe:\n    direction: LEFT\n    duration: 900\n- swipe:\n    start: 10,900\n    end: 10,100',
    [
      'device.swipe {"gesture":{"direction":"left","distance":0.8},"duration":900}',
      'device.swipe {"gesture":{"startX":10,"startY":900,"endX":10,"endY":100},"duration":400}',
    ],
  ],
  [
    '- launchApp\n- launchApp: com.example.other\n- launchApp:\n    clearState: true\n    permissions:\n      notifications: deny',
    [
      'device.launchApp {"platform":"android","app":"com.example.shop"}',
      'device.launchApp {"platform":"android","app":"com.example.other"}',
      'device.setPermission {"app":"com.example.shop","granted":false}',
      'device.launchApp {"platform":"android","app":"com.example.shop","clearData":true}',
    ],
  ],
  [
    '- clearState\n- launchApp',
    ['device.launchApp {"platform":"android","app":"com.example.shop","clearData":true}'],
  ],
  ['- openLink: https://example.com', ['device.openUrl {"url":"https://example.com"}']],
  ['- takeScreenshot: home_screen', ['device.screenshot {"name":"home_screen"}']],
  [
    '- setLocation:\n    latitude: 52.5\n    longitude: "13.4"',
    ['device.setLocation {"latitude":52.5,"longitude":13.4}'],
  ],
  [
    '- travel:\n    points:\n      - 52.5,13.4\n      - 52.6,13.5\n    speed: 10',
    ['device.followRoute {"route":[[13.4,52.5],[13.5,52.6]],"speedKmh":36}'],
  ],
  [
    '- evalScript: ${output.user = "Ada"}\n- inputText: ${output.user + "!"}',
    ['device.typeText {"text":"Ada!"}'],
  ],
  [
    '- repeat:\n    times: 3\n    commands:\n      - back\n      - scroll',
    [
      'flow.repeat {"times":3}',
      '  device.globalAction {"button":"back"}',
      '  device.swipe {"gesture":{"direction":"up","distance":0.5},"duration":400}',
    ],
  ],
  [
    '- retry:\n    maxRetries: 2\n    commands:\n      - back',
    [
      'flow.repeat {"times":1} key=attempt1 optional',
      '  device.globalAction {"button":"back"}',
      'flow.branch {"left":"{{steps.attempt1.status}}","operator":"equals","right":"failed"} key=attempt2 optional',
      '  device.globalAction {"button":"back"}',
      'flow.branch {"left":"{{steps.attempt2.status}}","operator":"equals","right":"failed"}',
      '  device.globalAction {"button":"back"}',
    ],
  ],
  [
    '- runFlow:\n    when:\n      visible:\n        id: a:id/b\n    commands:\n      - back',
    [
      'device.checkElement {"element":{"by":"resourceId","resourceId":"a:id/b"},"state":"visible","timeoutSeconds":7} key=check1 optional',
      'flow.branch {"left":"{{steps.check1.status}}","operator":"equals","right":"success"}',
      '  device.globalAction {"button":"back"}',
    ],
  ],
  [
    '- runFlow:\n    when:\n      platform: Android\n      true: ${MODE == "full"}\n    commands:\n      - back',
    [
      'flow.branch {"left":"{{event.payload.MODE}}","operator":"equals","right":"full"}',
      '  device.globalAction {"button":"back"}',
    ],
  ],
  [
    '- assertTrue: ${CODE != "x"}\n- assertTrue: ${1 == 1}',
    [
      'flow.branch {"left":"{{event.payload.CODE}}","operator":"equals","right":"x"}',
      '  flow.stop {"outcome":"failed","reason":"Not true: ${CODE != \\"x\\"}"}',
    ],
  ],
];

/** Commands with another meaning than their steps, the steps, and what the report says. */
const NEARLY: readonly (readonly [commands: string, steps: readonly string[], report: RegExp])[] = [
  [
    '- tapOn:\n    below: Password',
    [
      'device.tap {"target":{"by":"description","description":"Password","role":"field"},"fallback":{"by":"near","near":"Password"}}',
    ],
    /The field with this label is used, in any direction/,
  ],
  [
    '- tapOn:\n    text: Buy\n    below: Milk\n    enabled: true',
    ['device.tap {"target":{"by":"text","text":"Buy"},"fallback":{"by":"description","description":"Buy"}}'],
    /“below”, “enabled” is not compared/,
  ],
  ['- tapOn:\n    point: 50%,25%', ['device.tap {"target":{"x":540,"y":600}}'], /1080 × 2400 pixels/],
  [
    '- tapOn: Order \\d+',
    ['device.tap {"target":{"by":"text","text":"Order","exact":false}}'],
    /Any text that contains “Order”/,
  ],
  [
    '- tapOn: Allow|OK',
    ['device.tap {"target":{"by":"text","text":"Allow"},"fallback":{"by":"text","text":"OK"}}'],
    /not the descriptions/,
  ],
  ['- stopApp', ['device.globalAction {"button":"home"}'], /keeps running/],
  ['- waitForAnimationToEnd', ['flow.wait {"seconds":1}'], /waits for a second/],
  [
    '- inputRandomEmail',
    ['device.typeText {"text":"{{execution.id}}@example.com"}'],
    /begins with the ID of the execution/,
  ],
  [
    '- inputRandomNumber:\n    length: 4',
    ['device.typeText {"text":"{{event.payload.randomNumber}}"}'],
    /Pass “randomNumber” in the payload/,
  ],
  [
    '- longPressOn:\n    id: a:id/b',
    [
      'device.waitForElement {"element":{"by":"resourceId","resourceId":"a:id/b"},"until":"visible","timeoutSeconds":17} key=found1',
      'device.longPress {"x":"{{steps.found1.body.bounds.left}}","y":"{{steps.found1.body.bounds.top}}","duration":3000}',
    ],
    /upper left corner/,
  ],
  [
    '- repeat:\n    while:\n      notVisible:\n        id: a:id/b\n    commands:\n      - scroll',
    [
      'flow.repeat {"times":50} optional',
      '  device.checkElement {"element":{"by":"resourceId","resourceId":"a:id/b"},"state":"gone","timeoutSeconds":7}',
      '  device.swipe {"gesture":{"direction":"up","distance":0.5},"duration":400}',
    ],
    /ends after 50 rounds/,
  ],
  [
    '- runFlow:\n    when:\n      platform: iOS\n    commands:\n      - back\n- hideKeyboard',
    ['device.hideKeyboard'],
    /does not run on an Android phone/,
  ],
];

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
    ['- evalScript: ${http.get("x")}', 'Scripts are not run'],
    ['- clearState', 'no command after it does'],
    ['- travel:\n    points: [a, b]', 'points cannot be read'],
    [
      '- travel:\n    points: ["1,1", "2,2"]\n    speed: 7900',
      'do not fit the parameters of “Follow a route”',
    ],
    ['- runFlow: missing.yaml', 'missing.yaml cannot be read'],
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
        'shared/login.yaml:7 launchApp translated',
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
      /too many commands|cannot be read/,
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

  it('a large repeat is not written out', async () => {
    const inner = '- repeat:\n          times: 50\n          commands:\n            - back';
    const result = await importFlow(`- repeat:\n    times: 900\n    commands:\n      ${inner}`);
    assert.equal(result.stepCount, 1);
    assert.equal(result.commands[0]?.outcome, 'left');
  });
});
