import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { CommandContribution } from '../../src/contributions/command.ts';
import { commands } from '../../src/contributions/commands.ts';
import { Command, ContextKey, DEVICE_PANEL, FLOW_DEBUGGER, FLOW_EDITOR } from '../../src/manifest.ts';
import { PANEL_KEYS } from '../../src/webview/devicePanel/screenKeys.ts';
import { type ContextValues, holds } from '../support/whenClause.ts';

interface Contributes {
  readonly keybindings: readonly { command: Command; key: string; mac?: string; when: string }[];
  readonly commands: readonly { command: Command; title: string; enablement?: string }[];
  readonly menus: Readonly<Record<string, readonly { command: Command; when?: string }[]>>;
}

const { contributes } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly contributes: Contributes;
};
const { commandPalette = [], ...otherMenus } = contributes.menus;
const listed = new Map(commandPalette.map(({ command, when }) => [command, when]));

/** Returns the titles that the palette offers in a state of the window. */
function offered(values: ContextValues): string[] {
  return contributes.commands
    .filter(({ command, enablement }) =>
      [enablement, listed.get(command)].every(clause => clause === undefined || holds(clause, values)),
    )
    .map(({ title }) => title);
}

const TRUSTED = { isWorkspaceTrusted: true };
const SANDBOX = {
  ...TRUSTED,
  [ContextKey.session]: 'open',
  [ContextKey.onSandbox]: true,
  [ContextKey.sandboxRunning]: true,
  [ContextKey.hasConnections]: true,
};
const SERVICE = { ...TRUSTED, [ContextKey.session]: 'open', [ContextKey.hasConnections]: true };
const SIGNED_OUT = { ...SERVICE, [ContextKey.session]: 'signedOut' };
const FLOW_TEXT = { resourceFilename: 'a.flow.json', resourcePath: '/a.flow.json' };
const FLOW_STEPS = { ...FLOW_TEXT, activeCustomEditorId: FLOW_EDITOR };
const BUSY = {
  [ContextKey.recording]: true,
  [ContextKey.receiverRunning]: true,
  [ContextKey.driftedFiles]: ['/a.flow.json'],
  [ContextKey.filesWithRun]: ['/a.flow.json'],
};

const STATES: Readonly<Record<string, ContextValues>> = {
  'without a connection': TRUSTED,
  'signed out': SIGNED_OUT,
  'on the sandbox': SANDBOX,
  'on a service': SERVICE,
  'on the sandbox with the text of a flow in front': { ...SANDBOX, ...FLOW_TEXT },
  'on the sandbox with the visual editor in front': { ...SANDBOX, ...FLOW_STEPS },
  'on the sandbox with a device panel in front': { ...SANDBOX, activeWebviewPanelId: DEVICE_PANEL },
  'while a flow is recorded and compared, and its run is shown': { ...SANDBOX, ...FLOW_STEPS, ...BUSY },
  'while a flow is debugged': {
    ...SANDBOX,
    ...FLOW_STEPS,
    inDebugMode: true,
    debugType: FLOW_DEBUGGER,
    debugState: 'stopped',
  },
};

/** Reached otherwise: by a click on a row or its check box, or by a button of a notice. */
const WITHOUT_MENU: ReadonlySet<Command> = new Set([
  Command.retryList,
  Command.loadMore,
  Command.clearFilter,
  Command.switchFault,
  Command.refreshCatalog,
]);

describe('palette: Command Palette', () => {
  for (const [state, values] of Object.entries(STATES))
    it(`the Command Palette offers at most 70 commands ${state}`, () => {
      const titles = offered(values);
      assert.ok(titles.length <= 70, `${titles.length}: ${titles.join(', ')}`);
    });

  it('the Command Palette never offers to refresh, search, filter, or sort a list, or to show all of it', () => {
    const found = Object.values(STATES)
      .flatMap(offered)
      .filter(title => /^(Refresh|Search|Filter|Sort|Show All|Clear)\b/.test(title));
    assert.deepEqual(found, []);
  });

  it('the Command Palette offers only what needs no service while signed out', () => {
    assert.deepEqual(offered(SIGNED_OUT), [
      'Start Sandbox',
      'Add Connection…',
      'Switch Connection…',
      'Edit Connection…',
      'Remove Connection…',
      'Sign In…',
      'Show Log',
      'Export Support Bundle…',
      'New Flow…',
      'Import Flow…',
      'Check All Flow Files',
      'Forget Choices for Recording and Picking',
      'Stop Agents',
      'Write AGENTS.md for Flows',
      'Verify Pasted Webhook Delivery…',
      'Start Local Receiver',
    ]);
  });

  it('the Command Palette offers commands for steps, rows, and gestures only where these are in front', () => {
    const onFlow = offered({ ...SANDBOX, ...FLOW_STEPS });
    const elsewhere = offered(SANDBOX);
    for (const title of ['Add Step…', 'Debug Flow', 'Open as Text', 'Run Flow']) {
      assert.ok(onFlow.includes(title), title);
      assert.ok(!elsewhere.includes(title), title);
    }
    assert.ok(!onFlow.includes('Open in Visual Editor'));
    assert.ok(offered({ ...SANDBOX, ...FLOW_TEXT }).includes('Open in Visual Editor'));
    const onPanel = offered({ ...SANDBOX, activeWebviewPanelId: DEVICE_PANEL });
    for (const title of ['Replay Gestures', 'Press Home', 'Reboot Device…']) {
      assert.ok(onPanel.includes(title), title);
      assert.ok(!elsewhere.includes(title), title);
    }
  });

  it('the Command Palette never lists a command that needs trust in Restricted Mode, and all others as in a trusted workspace', () => {
    const idOf = new Map(contributes.commands.map(({ title, command }) => [title, command]));
    const needsTrust = (title: string): boolean => {
      const contribution: CommandContribution = commands[idOf.get(title) ?? assert.fail(title)];
      return contribution.needsTrust === true;
    };
    let hidden = 0;
    for (const [state, values] of Object.entries(STATES)) {
      const trusted = offered(values);
      const restricted = offered({ ...values, isWorkspaceTrusted: false });
      assert.deepEqual(
        restricted,
        trusted.filter(title => !needsTrust(title)),
        state,
      );
      hidden += trusted.length - restricted.length;
    }
    assert.ok(hidden > 50, String(hidden));
  });

  it('the Command Palette lists every command that no menu has', () => {
    const inMenus = new Set(Object.values(otherMenus).flatMap(items => items.map(item => item.command)));
    const unreachable = commandPalette.filter(
      ({ command, when }) => when === 'false' && !inMenus.has(command) && !WITHOUT_MENU.has(command),
    );
    assert.deepEqual(unreachable, []);
  });
});

describe('palette: keys of a device panel', () => {
  const KEYS: readonly (readonly [Command, string])[] = [
    [Command.pressBack, `shift+alt+${PANEL_KEYS.back.toLowerCase()}`],
    [Command.pressHome, `shift+alt+${PANEL_KEYS.home.toLowerCase()}`],
    [Command.pressRecents, `shift+alt+${PANEL_KEYS.recents.toLowerCase()}`],
    [Command.takeScreenshot, `shift+alt+${PANEL_KEYS.picture.toLowerCase()}`],
  ];
  /** The letters with Shift and Alt that VS Code uses outside text editors, as of version 1.106. */
  const TAKEN = ['c', 'r', 'f', 'i', 'o', 'a'].map(letter => `shift+alt+${letter}`);

  for (const [command, key] of KEYS) {
    it(`the keys of a device panel act with ${key} only while the panel is in front and no field of VS Code has the focus`, () => {
      const bound = contributes.keybindings.filter(binding => binding.key === key);
      const when = bound[0]?.when ?? '';
      assert.deepEqual(
        bound.map(binding => [binding.command, binding.mac]),
        [[command, undefined]],
      );
      assert.ok(!TAKEN.includes(key));
      const inFront = { activeWebviewPanelId: DEVICE_PANEL };
      assert.deepEqual(
        [holds(when, inFront), holds(when, { ...inFront, inputFocus: true }), holds(when, {})],
        [true, false, false],
      );
    });
  }
});
