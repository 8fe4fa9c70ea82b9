import {
  command,
  type CommandContribution,
  type CommandOf,
  type MenuEntry,
  type CommandArguments,
} from './command.ts';
import { CONNECTED, listTitle, type viewItem, viewTitle } from './menus.ts';

/** Declares a command in the title bar of a view, for a connection that can be used, which the palette does not list. */
export function viewCommand(
  title: string,
  icon: string,
  ...entry: [view: Parameters<typeof viewTitle>[0], group: string]
): CommandOf<[], void> {
  return command({ title, icon, palette: false, menus: [viewTitle(...entry, CONNECTED)] });
}

/** Declares a command in the title bar of a list that a service may lack, which the palette does not list. */
export function listCommand(
  title: string,
  icon: string,
  ...entry: Parameters<typeof listTitle>
): CommandOf<[], void> {
  return command({ title, icon, palette: false, menus: [listTitle(...entry)] });
}

/**
 * Returns a function that declares commands for the rows of a view whose `contextValue` matches; the palette lists them
 * only if `more` says when. Entries of other menus can follow the groups. `entriesOf` is `viewItem`, or `singleViewItem`
 * for commands that take one row only.
 */
export function rowCommands<In extends readonly unknown[], Out>(
  view: Parameters<typeof viewItem>[0],
  entriesOf: typeof viewItem,
  shape: CommandArguments<In, Out>,
  more: Pick<CommandContribution, 'enablement' | 'needsTrust' | 'palette' | 'ignoresRow'> = {},
) {
  return (
    title: string,
    icon: string | undefined,
    contextValue: RegExp,
    ...groups: readonly (string | MenuEntry)[]
  ): CommandOf<In, Out> => {
    const menus = groups.map(group =>
      typeof group === 'string' ? entriesOf(view, contextValue, group) : group,
    );
    return command({ title, ...(icon === undefined ? {} : { icon }), palette: false, menus, ...more }, shape);
  };
}
