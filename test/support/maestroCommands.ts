/** Commands and the steps with the same meaning that they become. */
export const SAME: readonly (readonly [commands: string, steps: readonly string[]])[] = [
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
    '- launchApp:\n    stopApp: false\n- launchApp:\n    appId: com.example.other\n    stopApp: false\n- launchApp:\n    clearState: true\n    permissions:\n      notifications: deny',
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
  [
    '- clearState: com.example.other\n- launchApp: com.example.other',
    ['device.launchApp {"platform":"android","app":"com.example.other","clearData":true}'],
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
export const NEARLY: readonly (readonly [commands: string, steps: readonly string[], report: RegExp])[] = [
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
  [
    '- tapOn: Create (account|user)',
    [
      'device.tap {"target":{"by":"text","text":"Create account"},"fallback":{"by":"text","text":"Create user"}}',
    ],
    /not the descriptions/,
  ],
  [
    '- launchApp',
    ['device.launchApp {"platform":"android","app":"com.example.shop"}'],
    /An app that runs already is not stopped first/,
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
