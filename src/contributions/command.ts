import type * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';

/** An entry of a menu. */
export interface MenuEntry {
  /** The ID of the menu, such as `view/title`. */
  readonly menu: string;
  readonly when?: string;
  /** The group and the position in it, such as `inline@1`. */
  readonly group: string;
}

/** The contribution of a command to package.json, and how it runs. */
export interface CommandContribution {
  readonly title: string;
  /** Name of a product icon. */
  readonly icon?: string;
  /** The when clause under which the command can run. */
  readonly enablement?: string;
  /** The when clause under which the Command Palette lists the command, if it can run; false hides it. */
  readonly palette?: string | false;
  /** True if the command runs something, writes to a service or calls an address. */
  readonly needsTrust?: boolean;
  /** True if the command does not use the line whose menu it is in, so that it also runs without one. */
  readonly ignoresLine?: boolean;
  readonly menus?: readonly (MenuEntry | readonly MenuEntry[])[];
  readonly keybinding?: { readonly key: string; readonly mac?: string; readonly when: string };
}

/** The contribution of a command that takes the arguments `A`. */
export interface CommandOf<A extends readonly unknown[]> extends CommandContribution {
  /** Never set; keeps the type of the arguments. */
  readonly takes?: A;
}

/** The arguments of a declared command. */
export type Arguments<D> = D extends CommandOf<infer A> ? A : never;

/** Declares a command with the types of its arguments. */
export function command<A extends readonly unknown[] = []>(contribution: CommandContribution): CommandOf<A> {
  return contribution;
}

/** A line of a view as its commands receive it: the kind of its record, and the record. */
export interface CommandLine<Kind extends string = string> {
  readonly kind: Kind;
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string };
}

/** The arguments of commands for lines of a view: the clicked line, and all selected ones. */
export type Lines<Kind extends string> = [
  line?: CommandLine<Kind> | undefined,
  selection?: readonly CommandLine<Kind>[],
];

/** The address of a file, such as a `vscode.Uri`. */
export type FileTarget = Pick<vscode.Uri, 'path' | 'toString'>;

/** The argument of commands for a flow file. */
export type File = [file?: FileTarget];

/** The arguments of commands for a step: its file, and its index in `actions`, for a child also in `children`. */
export type FileStep = [file?: FileTarget, step?: readonly number[]];

/** Properties of a launch configuration for a flow; the command that gets them asks for the others. */
export type DebugOptions = Readonly<Record<string, unknown>>;

/** A flow of the service, or a file that is linked to one. */
type FlowTarget = FileTarget | CommandLine<'flow'>;

/** The arguments of commands for flows. */
export type FlowTargets = [target?: FlowTarget | undefined, selection?: readonly FlowTarget[]];

/** The argument of Verify Flow; `activate` activates the flow after a success. */
export type VerifyTarget = [
  target?: FileTarget | (CommandLine<'flow'> & { readonly activate?: true }) | undefined,
];

/** The argument of Activate Flow, with the execution that verifies the flow. */
export type ActivateTarget = [
  target?: FileTarget | (CommandLine<'flow'> & { readonly executionId?: string }) | undefined,
];

/** A line of the view “Actions”. */
interface LineOfAction {
  readonly kind: 'action';
  readonly record: CatalogAction;
}

/** The arguments of commands for actions of the catalog. */
export type ActionLine = [line?: LineOfAction, selection?: readonly LineOfAction[]];
