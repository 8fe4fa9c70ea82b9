import { MCP_LABEL, MCP_PROVIDER } from '../manifest.ts';
import { type AgentTool, languageModelTools } from './agentTools.ts';
import type { CommandContribution, MenuEntry } from './command.ts';
import { commands } from './commands.ts';
import { breakpoints, debuggers } from './debuggers.ts';
import { all, IS_TRUSTED } from './menus.ts';
import { views, viewsWelcome } from './views.ts';

/** The generated properties of `contributes` in package.json. */
interface Contributes {
  readonly views: typeof views;
  readonly viewsWelcome: typeof viewsWelcome;
  readonly commands: readonly object[];
  readonly menus: Readonly<Record<string, readonly object[] | undefined>>;
  readonly keybindings: readonly object[];
  readonly debuggers: typeof debuggers;
  readonly breakpoints: typeof breakpoints;
  readonly languageModelTools: readonly object[];
  readonly mcpServerDefinitionProviders: readonly object[];
}

/** Returns what package.json contributes for the declared commands and views, and for tools of agents. */
export function contributes(tools: readonly AgentTool[]): Contributes {
  const declared = Object.entries<CommandContribution>(commands);
  const entries = declared.flatMap(([command, contribution]) => {
    const when = paletteClause(contribution);
    return [
      ...(contribution.menus ?? [])
        .flat()
        .map(({ menu, ...entry }: MenuEntry) => ({ menu, entry: { command, ...entry } })),
      ...(when === undefined ? [] : [{ menu: 'commandPalette', entry: { command, when } }]),
    ];
  });
  const byMenu = Map.groupBy(entries, ({ menu }) => menu);
  return {
    views,
    viewsWelcome,
    commands: declared.map(([command, { title, icon, enablement }]) => ({
      command,
      title,
      category: 'Cloud Devices',
      ...(icon === undefined ? {} : { icon: `$(${icon})` }),
      ...(enablement === undefined ? {} : { enablement }),
    })),
    menus: Object.fromEntries([...byMenu].map(([menu, items]) => [menu, items.map(({ entry }) => entry)])),
    keybindings: declared.flatMap(([command, { keybinding }]) =>
      keybinding ? [{ command, ...keybinding }] : [],
    ),
    debuggers,
    breakpoints,
    languageModelTools: languageModelTools(tools),
    mcpServerDefinitionProviders: [{ id: MCP_PROVIDER, label: MCP_LABEL }],
  };
}

/** Returns when the palette lists a command, if not always: never in Restricted Mode if the command needs trust. */
function paletteClause({ palette, needsTrust = false }: CommandContribution): string | undefined {
  if (palette === false) return 'false';
  if (!needsTrust) return palette;
  return all(IS_TRUSTED, ...(palette === undefined ? [] : [`(${palette})`]));
}
