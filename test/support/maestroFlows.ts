import type { PhoneState } from '../../src/sandbox/phone/state.ts';

/** A Maestro flow, and what is on the phone when it has run. */
export interface MaestroFlow {
  readonly app: string;
  readonly commands: string;
  readonly reached: (state: PhoneState) => boolean;
}

const inForm = (name: string, text: string): string =>
  `- tapOn:\n    below: ${name}\n- inputText: ${text}\n- hideKeyboard\n`;

/** Maestro flows for the apps of the sandbox. */
export const MAESTRO_FLOWS: Readonly<Record<string, MaestroFlow>> = {
  'a switch': {
    app: 'settings',
    commands: '- launchApp\n- tapOn: Bluetooth',
    reached: ({ switches }) => !switches.bluetooth,
  },
  'a row and back': {
    app: 'settings',
    commands:
      '- launchApp\n- scrollUntilVisible:\n    element: .*About this.*\n- tapOn: .*About this.*\n- assertVisible: Version, 1.0.0\n- back\n- assertVisible: .*About this.*',
    reached: ({ screens }) => screens.settings?.at(-1)?.screen !== 'about',
  },
  'a repeat': {
    app: 'maps',
    commands: '- launchApp\n- repeat:\n    times: 2\n    commands:\n      - tapOn: Zoom in',
    reached: ({ map }) => map.zoom === 17,
  },
  'repeated taps': {
    app: 'maps',
    commands: '- launchApp\n- tapOn:\n    text: Zoom out\n    repeat: 2',
    reached: ({ map }) => map.zoom === 13,
  },
  'texts in fields': {
    app: 'form',
    commands: `- launchApp:\n    clearState: true\n${inForm('Name', 'Ada')}${inForm('E-mail', 'ada@example.com')}`,
    reached: ({ fields }) => fields['form.name'] === 'Ada' && fields['form.email'] === 'ada@example.com',
  },
  'a password from the payload': {
    app: 'form',
    commands: `- launchApp\n${inForm('Password', 'not-written')}`,
    reached: ({ fields }) => fields['form.password']?.length === 'demo-password'.length,
  },
  'a text that is erased': {
    app: 'form',
    commands: '- launchApp\n- tapOn:\n    below: Name\n- inputText: Adam\n- eraseText: 1',
    reached: ({ fields }) => fields['form.name'] === 'Ada',
  },
  'a field that is emptied': {
    app: 'form',
    commands: '- launchApp\n- tapOn:\n    below: Name\n- inputText: Adam\n- eraseText',
    reached: ({ fields }) => (fields['form.name'] ?? '') === '',
  },
  'a text that is copied': {
    app: 'form',
    commands: '- launchApp\n- copyTextFrom: E-mail\n- tapOn:\n    below: Name\n- pasteText',
    reached: ({ fields }) => fields['form.name'] === 'E-mail',
  },
  'an optional command that fails': {
    app: 'settings',
    commands: '- launchApp\n- tapOn:\n    text: No such row\n    optional: true\n- tapOn: Dark theme',
    reached: ({ switches }) => switches.darkTheme,
  },
  'a condition that holds': {
    app: 'settings',
    commands:
      '- launchApp\n- runFlow:\n    when:\n      visible: Bluetooth\n    commands:\n      - tapOn: Bluetooth',
    reached: ({ switches }) => !switches.bluetooth,
  },
  'a condition that does not hold': {
    app: 'settings',
    commands:
      '- launchApp\n- runFlow:\n    when:\n      visible: No such row\n    commands:\n      - tapOn: Bluetooth',
    reached: ({ switches }) => switches.bluetooth,
  },
  'conditions inside others': {
    app: 'settings',
    commands:
      '- launchApp\n- runFlow:\n    when:\n      visible: Bluetooth\n    commands:\n      - runFlow:\n          when:\n            notVisible: Bluetooth\n          commands:\n            - tapOn: Bluetooth\n      - tapOn: Dark theme',
    reached: ({ switches }) => switches.bluetooth && switches.darkTheme,
  },
  'a retry after a failure': {
    app: 'settings',
    commands:
      '- launchApp\n- retry:\n    maxRetries: 1\n    commands:\n      - tapOn: Dark theme\n      - assertVisible:\n          text: Bluetooth',
    reached: ({ switches }) => switches.darkTheme,
  },
  'a loop that ends by a condition': {
    app: 'settings',
    commands:
      '- launchApp\n- scrollUntilVisible:\n    element: About this phone\n- tapOn: About this phone\n- repeat:\n    while:\n      visible: Version, 1.0.0\n    commands:\n      - back',
    reached: ({ screens }) => screens.settings?.at(-1)?.screen !== 'about',
  },
  'a variable': {
    app: 'form',
    commands:
      'appId: org.sandbox.form\nenv:\n  WHO: Ada\n---\n- launchApp\n- tapOn:\n    below: Name\n- inputText: ${WHO} L.',
    reached: ({ fields }) => fields['form.name'] === 'Ada L.',
  },
  'a comparison with the payload': {
    app: 'settings',
    commands:
      '- launchApp\n- runFlow:\n    when:\n      true: ${MODE == "dark"}\n    commands:\n      - tapOn: Dark theme',
    reached: ({ switches }) => switches.darkTheme,
  },
  'a scroll to an element': {
    app: 'browser',
    commands: '- launchApp\n- scrollUntilVisible:\n    element: .*Rain.*\n- tapOn: .*Rain.*',
    reached: ({ screens }) => screens.browser?.at(-1)?.argument !== undefined,
  },
  'keys and the home screen': {
    app: 'settings',
    commands: '- launchApp\n- pressKey: Home\n- takeScreenshot: home\n- swipe:\n    direction: LEFT',
    reached: ({ place }) => place === 'home',
  },
  'a file with hooks': {
    app: 'settings',
    commands:
      'appId: org.sandbox.settings\nonFlowStart:\n  - launchApp\nonFlowComplete:\n  - pressKey: home\n---\n- runFlow: dark.yaml',
    reached: ({ switches, place }) => switches.darkTheme && place === 'home',
  },
};

/** The files that they run. */
export const IMPORTED_FILES = { 'dark.yaml': 'appId: org.sandbox.settings\n---\n- tapOn: Dark theme\n' };

/** Returns the text of the file of a flow. */
export function wholeFlow({ app, commands }: Pick<MaestroFlow, 'app' | 'commands'>): string {
  return commands.includes('---') ? commands : `appId: org.sandbox.${app}\n---\n${commands}`;
}
