import type { ArgumentsOf } from '../contributions/commands.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import type { WebviewPage, PageHost } from '../host/page.ts';
import type { Command } from '../manifest.ts';
import type { FlowRequest, FlowState, ReferenceItem } from '../protocol/flowEditor.ts';
import type { Event } from '../util/emitter.ts';
import type { DebugMarks } from './debugMarks.ts';
import type { ReferenceChoice } from './chooseReferences.ts';

/** The parts of the VS Code window that a visual editor uses. */
export interface EditorWindow {
  readonly isTrusted: boolean;
  readonly onDidTrust: Event<void>;
  /** Fires when editors are opened, closed, brought to the front, locked or unlocked. */
  readonly onDidChangeTabs: Event<void>;
  /** The breakpoints and stops of the file of the editor. */
  readonly debugMarks: DebugMarks;
  readonly onDidChangeDebugMarks: Event<void>;
  /** Renders the webview of the editor, beginning with the state `first`. */
  openPage(first: FlowState, host: PageHost<FlowRequest>): WebviewPage<FlowState>;
  /** Runs a command of the extension or of VS Code. */
  run<C extends string>(
    command: C,
    ...given: C extends Command ? ArgumentsOf<C> : readonly unknown[]
  ): Promise<void>;
  /** Shows an information message. */
  tell(sentence: string): void;
  /** Shows the reason of a failure. */
  report(error: unknown): void;
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Returns the IDs of the actions that were added last, newest first. */
  recentActions(): readonly string[];
  /** Adds an action to those that were added last. */
  rememberAction(id: string): Promise<void>;
  /** Lets the user choose an action of the catalog. */
  chooseAction(title: string): Promise<CatalogAction | undefined>;
  /** Lets the user choose records that the flow references; an empty list if none is chosen, undefined on cancel. */
  chooseReferences(choice: ReferenceChoice): Promise<readonly string[] | undefined>;
  /** Returns the credentials of an app, or of all apps. */
  listCredentials(packageName: string | undefined): Promise<readonly ReferenceItem[]>;
  /** Returns the apps on some devices by package name, or on the first devices of the connection if there are none. */
  listApps(deviceIds: readonly string[]): Promise<readonly ReferenceItem[]>;
}
