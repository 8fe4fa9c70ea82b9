import * as vscode from 'vscode';
import { dialogs } from '../host/dialogs.ts';
import { pickFrom } from '../host/picker.ts';
import type { ReferenceItem } from '../protocol/flowEditor.ts';
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
  const placeholder = known.length > 0 ? 'Choose by name' : 'Nothing is listed';
  const separator = known.length > 0 ? ', or' : ';';
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
  const none: Item = { label: '$(circle-slash) None', description: 'Take it out of the flow', id: '' };
  const base = !many && current.length > 0 ? [none, ...listed] : listed;
  const chosen = listed.filter(({ id }) => current.includes(id));
  return pickFrom<Item, readonly string[]>({
    title,
    fill: (pick, owned) => {
      pick.placeholder = isByName ? placeholder : `${placeholder}${separator} paste an ID`;
      pick.canSelectMany = many;
      pick.items = base;
      if (many) pick.selectedItems = chosen;
      else pick.activeItems = chosen;
      owned.add(
        pick.onDidTriggerItemButton(async ({ item: { id } }) => {
          await vscode.env.clipboard.writeText(id);
          dialogs.setStatusBarMessage('Copied the ID.', 3000);
        }),
      );
      owned.add(pick.onDidChangeValue(value => takeId(pick, value.trim())));
    },
    accepted: ({ selectedItems }) => selectedItems.map(({ id }) => id).filter(id => id !== ''),
  });
}

/** Adds the item of a typed ID that is not listed. With several choices, only checked items count, so it is checked. */
function takeId(pick: vscode.QuickPick<Item>, id: string): void {
  if (!isUuid(id)) return;
  const { items, selectedItems } = pick;
  if (!items.some(item => item.id === id))
    pick.items = [...items, { label: `$(key) ${id}`, description: 'as typed', id }];
  if (pick.canSelectMany)
    pick.selectedItems = pick.items.filter(
      item => item.id === id || selectedItems.some(other => other.id === item.id),
    );
}

function item({ id, name, detail }: ReferenceItem): Item {
  return { label: name ?? id, description: detail ?? '', id };
}
