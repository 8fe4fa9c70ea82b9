import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import type { ReferenceItem } from '../protocol/flowEditor.ts';
import { Disposables } from '../util/disposables.ts';
import { isUuid } from '../util/isUuid.ts';

type Item = vscode.QuickPickItem & { readonly id: string };

const COPY_ID: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('copy'),
  tooltip: 'Copy ID',
};

/** The options of a picker for records that a flow references by id. */
export interface ReferenceChoice {
  readonly title: string;
  readonly many: boolean;
  /** Ids that the flow references now. */
  readonly current: readonly string[];
  readonly known: readonly ReferenceItem[];
  /** True if the records are referenced by their names, so that there are no IDs to paste or copy. */
  readonly isByName?: boolean;
}

/**
 * Lets the user choose records by name, or enter an id that is not listed. Returns an empty list if the user chooses
 * none, undefined on cancel.
 */
export async function chooseReferences(choice: ReferenceChoice): Promise<readonly string[] | undefined> {
  const { title, many, current, known, isByName = false } = choice;
  const owned = new Disposables();
  const pick = owned.add(dialogs.createQuickPick<Item>());
  pick.title = title;
  // The page behind it may take the focus late.
  pick.ignoreFocusOut = true;
  const placeholder = known.length > 0 ? 'Choose by name' : 'Nothing is listed';
  const separator = known.length > 0 ? ', or' : ';';
  pick.placeholder = isByName ? placeholder : `${placeholder}${separator} paste an ID`;
  pick.canSelectMany = many;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const unknown = current.filter(id => !known.some(reference => reference.id === id));
  const listed: Item[] = [
    ...known.map(reference => ({ ...item(reference), ...(isByName ? {} : { buttons: [COPY_ID] }) })),
    ...unknown.map(id => ({
      label: 'Unknown',
      description: 'not listed on this connection',
      detail: id,
      id,
    })),
  ];
  owned.add(
    pick.onDidTriggerItemButton(async ({ item: { id } }) => {
      await vscode.env.clipboard.writeText(id);
      dialogs.setStatusBarMessage('Copied the ID.', 3000);
    }),
  );
  const typed: Item[] = [];
  const none: Item = { label: '$(circle-slash) None', description: 'Take it out of the flow', id: '' };
  const base = !many && current.length > 0 ? [none, ...listed] : listed;
  pick.items = base;
  const chosen = listed.filter(({ id }) => current.includes(id));
  if (many) pick.selectedItems = chosen;
  else pick.activeItems = chosen;
  owned.add(
    pick.onDidChangeValue(value => {
      const id = value.trim();
      if (!isUuid(id)) return;
      const selected = pick.selectedItems;
      if (![...base, ...typed].some(item => item.id === id)) {
        typed.push({ label: `$(key) ${id}`, description: 'as typed', id });
        pick.items = [...base, ...typed];
      }
      // With multiple selection only checked items count, so a pasted ID is checked.
      if (many)
        pick.selectedItems = [...base, ...typed].filter(
          item => item.id === id || selected.some(other => other.id === item.id),
        );
    }),
  );
  const ids = await new Promise<readonly string[] | undefined>(resolve => {
    owned.add(
      pick.onDidAccept(() => {
        resolve(pick.selectedItems.map(({ id }) => id).filter(id => id !== ''));
        pick.hide();
      }),
    );
    owned.add(pick.onDidHide(() => resolve(undefined)));
    pick.show();
  });
  owned.dispose();
  return ids;
}

function item({ id, name, detail }: ReferenceItem): Item {
  return { label: name ?? id, description: detail ?? '', id };
}
