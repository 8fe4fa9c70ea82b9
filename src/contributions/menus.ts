import { ContextKey, DOCUMENT_SCHEME, FLOW_EDITOR, SECTION, View } from '../manifest.ts';
import type { MenuEntry } from './command.ts';

type ViewName = keyof typeof View;

/** True if there is a connection that can be used. */
export const CONNECTED = `${ContextKey.session} =~ /^(closed|opening|open|failed)$/`;

/** True for flow files. */
export const IS_FLOW_FILE = 'resourceFilename =~ /\\.flow\\.json$/';

/** `contextValue` of a flow that the service describes. */
export const SERVED = /^flow\b(?!.*\bbare\b)/;

/** True while the visual flow editor is active. */
export const IN_FLOW_EDITOR = `activeCustomEditorId == ${FLOW_EDITOR}`;

/** True unless the workspace is in Restricted Mode. */
export const IS_TRUSTED = 'isWorkspaceTrusted';

/** Joins when clauses, all of which must be true. */
export function all(...clauses: readonly string[]): string {
  return clauses.join(' && ');
}

/** Returns an entry of the title bar of a view. */
export function viewTitle(view: ViewName, group: string, ...clauses: readonly string[]): MenuEntry {
  return { menu: 'view/title', when: all(`view == ${View[view]}`, ...clauses), group };
}

/** Returns an entry of the title bar of a list that a service may lack. */
export function listTitle(
  view: 'flows' | 'devices' | 'apps' | 'credentials' | 'webhooks' | 'activity',
  group: string,
): MenuEntry {
  return viewTitle(view, group, CONNECTED, `!${ContextKey[`${view}Unlisted`]}`);
}

const CONNECTION_VIEWS = Object.keys(View).filter(name => name !== 'sandbox');

/** True for the views that show data of the connection. */
export const IN_CONNECTION_VIEW = `view =~ /^${SECTION}\\.(${CONNECTION_VIEWS.join('|')})$/`;

/** Returns an entry of the title bars of all views that show the connection. */
export function connectionTitle(group: string, ...clauses: readonly string[]): MenuEntry {
  return { menu: 'view/title', when: all(IN_CONNECTION_VIEW, ...clauses), group };
}

/**
 * Returns the entries of the lines of a view whose `contextValue` matches. Groups other than `inline` are those of the
 * context menu.
 */
export function viewItem(view: ViewName, contextValue: RegExp, ...groups: readonly string[]): MenuEntry[] {
  return groups.map(group => itemEntry(view, contextValue, group));
}

/** Returns the same as `viewItem`, without the context menu of several selected lines. */
export function singleViewItem(
  view: ViewName,
  contextValue: RegExp,
  ...groups: readonly string[]
): MenuEntry[] {
  return groups.map(group =>
    group.startsWith('inline')
      ? itemEntry(view, contextValue, group)
      : itemEntry(view, contextValue, group, '!listMultiSelection'),
  );
}

/** Returns an entry of the context menu of files in the Explorer. */
export function explorer(group: string, when: string): MenuEntry {
  return { menu: 'explorer/context', when, group };
}

/** Returns an entry of the title bar of editors. */
export function editorTitle(group: string, ...clauses: readonly string[]): MenuEntry {
  return { menu: 'editor/title', when: all(...clauses), group };
}

/** Returns an entry of the title bar of reports on records of a kind; with `offer`, only of those that offer it. */
export function reportTitle(kind: string, group: string, offer?: string): MenuEntry {
  const offered = offer === undefined ? '' : String.raw`[^\/]*\b${offer}\b`;
  const path = String.raw`resourcePath =~ /^\/${kind}\b${offered}/`;
  return editorTitle(group, `resourceScheme == ${DOCUMENT_SCHEME}`, path);
}

/** Returns an entry of the context menu in webviews. */
export function webviewContext(group: string, ...clauses: readonly string[]): MenuEntry {
  return { menu: 'webview/context', when: all(...clauses), group };
}

/** Returns an entry of the context menu of the text of flow files. */
export function flowTextMenu(group: string): MenuEntry {
  return { menu: 'editor/context', when: IS_FLOW_FILE, group };
}

/** Returns an entry of the Run button above the text of a flow file; the first one is the button itself. */
export function runMenu(place: number): MenuEntry {
  return {
    menu: 'editor/title/run',
    when: all(IS_FLOW_FILE, `!(${IN_FLOW_EDITOR})`),
    group: `1_run@${place}`,
  };
}

/** Returns the entry of one group of `viewItem`, with further clauses that must be true. */
export function itemEntry(
  view: ViewName,
  contextValue: RegExp,
  group: string,
  ...clauses: readonly string[]
): MenuEntry {
  const when = all(`view == ${View[view]}`, `viewItem =~ ${String(contextValue)}`, ...clauses);
  return { menu: 'view/item/context', when, group };
}
