import { command, type CommandContribution, type CommandOf } from './command.ts';
import { CONNECTED, listTitle, type viewItem, viewTitle } from './menus.ts';

/** Declares a command in the title bar of a view, for a connection that can be used. */
export function viewCommand(
  title: string,
  icon: string,
  ...entry: [view: Parameters<typeof viewTitle>[0], group: string]
): CommandOf<[]> {
  return command({ title, icon, menus: [viewTitle(...entry, CONNECTED)] });
}

/** Declares a command in the title bar of a list that a service may lack. */
export function listCommand(
  title: string,
  icon: string,
  ...entry: Parameters<typeof listTitle>
): CommandOf<[]> {
  return command({ title, icon, menus: [listTitle(...entry)] });
}

/**
 * Returns a function that declares commands for the lines of a view whose `contextValue` matches. `entriesOf` is
 * `viewItem`, or `singleViewItem` for commands that take one line only.
 */
export function lineCommands<A extends readonly unknown[] = []>(
  view: Parameters<typeof viewItem>[0],
  entriesOf: typeof viewItem,
  more: Pick<CommandContribution, 'enablement' | 'needsTrust' | 'palette' | 'ignoresLine'> = {},
) {
  return (
    title: string,
    icon: string | undefined,
    contextValue: RegExp,
    ...groups: readonly string[]
  ): CommandOf<A> => {
    const menus = [entriesOf(view, contextValue, ...groups)];
    return command({ title, ...(icon === undefined ? {} : { icon }), menus, ...more });
  };
}
