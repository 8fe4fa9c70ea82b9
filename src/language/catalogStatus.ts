import * as vscode from 'vscode';
import { createLanguageStatus } from '../host/dialogs.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { FLOW_DOCUMENTS } from '../host/flowFiles.ts';
import { describeCatalog } from './describeCatalog.ts';

/** The interval at which the displayed age is updated. */
const AGE_MS = 30_000;

const SEVERITIES = {
  information: vscode.LanguageStatusSeverity.Information,
  warning: vscode.LanguageStatusSeverity.Warning,
  error: vscode.LanguageStatusSeverity.Error,
} as const;

/** Shows the language status item of flow files: the action catalog that they are checked against and its age. */
export function showCatalogStatus(store: CatalogStore, session: Session): Disposables {
  const owned = new Disposables();
  const item = owned.add(createLanguageStatus('cloudDevices.catalog', FLOW_DOCUMENTS));
  item.name = 'Action Catalog';
  const show = (): void => {
    const look = describeCatalog(store.state, session, Date.now());
    item.text = look.text;
    item.detail = look.detail;
    item.busy = look.busy;
    item.severity = SEVERITIES[look.severity];
    item.command = look.command;
    item.accessibilityInformation = { label: `Action catalog: ${look.text}, ${look.detail}` };
  };
  show();
  for (const source of [store, session]) owned.add(source.onDidChange(show));
  const timer = setInterval(show, AGE_MS);
  owned.add({ dispose: () => clearInterval(timer) });
  return owned;
}
