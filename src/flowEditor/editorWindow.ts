import type { Execution } from '../contract/records/execution.ts';
import type { CatalogueAction } from '../flow/catalogue.ts';
import type { Page, PageHost } from '../host/page.ts';
import type { FlowRequest, FlowState } from '../protocol/flowEditor.ts';
import type { Event } from '../util/emitter.ts';
import type { ThingChoice } from './chooseThings.ts';

/** The window of VS Code around a visual editor, as far as the editor needs it. */
export interface EditorWindow {
  readonly isTrusted: boolean;
  readonly onDidTrust: Event<void>;
  /** Tells that editors were opened, closed, brought to the front, locked or unlocked. */
  readonly onDidChangeTabs: Event<void>;
  /** Fills the place of the editor with its page, which begins with a state. */
  openPage(first: FlowState, host: PageHost<FlowRequest>): Page<FlowState>;
  /** Runs a command of VS Code. */
  run(command: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Tells the person something in a notification. */
  tell(sentence: string): void;
  /** Tells the person why something failed. */
  report(error: unknown): void;
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Lets the person choose an action of the catalogue. */
  chooseAction(title: string): Promise<CatalogueAction | undefined>;
  /** Lets the person choose what the flow names by its id; none is an answer. */
  chooseThings(choice: ThingChoice): Promise<readonly string[] | undefined>;
  /** Lets the person choose an execution of a flow. */
  chooseRun(flowId: string): Promise<Execution | undefined>;
}
