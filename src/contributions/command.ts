import type * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';

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
  /** True if the command does not use the row whose menu it is in, so that it also runs without one. */
  readonly ignoresRow?: boolean;
  readonly menus?: readonly (MenuEntry | readonly MenuEntry[])[];
  readonly keybinding?: { readonly key: string; readonly mac?: string; readonly when: string };
}

/** The arguments that VS Code passes to a command. Key bindings can pass anything, so they are checked when read. */
export interface GivenArguments {
  /** Returns the rows of a kind, or of any: those selected in a view, or else the clicked one. */
  rows(kind?: string): readonly CommandRow[];
  /** Returns the clicked row if it is of a kind. */
  row(kind: string): CommandRow | undefined;
  /** Returns the files and folders: those selected, or else the clicked one. */
  files(): readonly vscode.Uri[];
  /** Returns the clicked file or folder. */
  file(): vscode.Uri | undefined;
  /** Returns the path of a step at a position. */
  step(index: number): StepPath | undefined;
  /** Returns any value at a position. */
  at(index: number): unknown;
  /** Returns a property of the first argument. */
  option(name: string): unknown;
}

/** The arguments of a command: `In` is what callers pass, and `Out` what its handler gets. */
export interface CommandArguments<In extends readonly unknown[], Out> {
  readonly read: (given: GivenArguments) => Out;
  /** Never set; keeps the type of the arguments. */
  readonly takes?: In;
}

/** The contribution of a command with the shape of its arguments. */
export interface CommandOf<In extends readonly unknown[], Out> extends CommandContribution {
  readonly shape: CommandArguments<In, Out>;
}

/** The arguments with which a declared command is called. */
export type Arguments<D> = D extends CommandOf<infer In, unknown> ? In : never;

/** The value that the handler of a declared command gets. */
export type Parsed<D> = D extends CommandOf<readonly unknown[], infer Out> ? Out : never;

/** No arguments. */
export const nothing: CommandArguments<[], void> = { read: () => undefined };

/** Declares a command, by default without arguments. */
export function command(contribution: CommandContribution): CommandOf<[], void>;
export function command<In extends readonly unknown[], Out>(
  contribution: CommandContribution,
  shape: CommandArguments<In, Out>,
): CommandOf<In, Out>;
export function command(
  contribution: CommandContribution,
  shape: CommandArguments<readonly unknown[], unknown> = nothing,
): CommandOf<readonly unknown[], unknown> {
  return { ...contribution, shape };
}

/** A row of a view as its commands receive it: the kind of its record, and the record. */
export interface CommandRow<Kind extends string = string> {
  readonly kind: Kind;
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string };
}

/** The arguments of commands for rows of a view: the clicked row, and all selected ones. */
type Rows<Kind extends string> = [
  row?: CommandRow<Kind> | undefined,
  selection?: readonly CommandRow<Kind>[],
];

/** The rows of a kind that are selected in a view, or else the clicked one. */
export function rows<Kind extends string>(kind: Kind): CommandArguments<Rows<Kind>, readonly CommandRow[]> {
  return { read: given => given.rows(kind) };
}

/** The devices whose panels open, and true for one that the next click may replace. */
export const devicesToOpen: CommandArguments<
  [
    row?: (CommandRow<'device'> & { readonly isPreview?: true }) | undefined,
    selection?: readonly CommandRow[],
  ],
  { readonly rows: readonly CommandRow[]; readonly isPreview: boolean }
> = { read: given => ({ rows: given.rows('device'), isPreview: given.option('isPreview') === true }) };

/** The ID of the connection to switch to; undefined to ask for it. */
export const connectionToUse: CommandArguments<[target?: { readonly id: string }], string | undefined> = {
  read: given => {
    const id = given.option('id');
    return typeof id === 'string' ? id : undefined;
  },
};

/** Devices, and what to do on their phones. */
export const phones: CommandArguments<
  [row?: (CommandRow<'device'> & { readonly act?: string }) | undefined, selection?: readonly CommandRow[]],
  { readonly rows: readonly CommandRow[]; readonly act: unknown }
> = { read: given => ({ rows: given.rows('device'), act: given.option('act') }) };

/** The clicked row of a kind. */
export function row<Kind extends string>(kind: Kind): CommandArguments<Rows<Kind>, CommandRow | undefined> {
  return { read: given => given.row(kind) };
}

/** The rows of any kind that are selected in a view, or else the clicked one. */
export const anyRows: CommandArguments<Rows<string>, readonly CommandRow[]> = { read: given => given.rows() };

/** The address of a file, such as a `vscode.Uri`. */
export type FileTarget = Pick<vscode.Uri, 'path' | 'toString'>;

/** The clicked flow file. */
export const file: CommandArguments<[file?: FileTarget], vscode.Uri | undefined> = {
  read: given => given.file(),
};

/** A step of a flow file, and one of its parameters. */
export interface GivenStep {
  readonly file: vscode.Uri | undefined;
  readonly step: StepPath | undefined;
  /** The path of a parameter. */
  readonly param: string | undefined;
}

/** A step: its file, its index in `actions`, for a child also in `children`, and the path of a parameter. */
export const fileStep: CommandArguments<
  [file?: FileTarget, step?: readonly number[], param?: readonly (string | number)[]],
  GivenStep
> = {
  read: given => {
    const param = given.at(2);
    return {
      file: given.file(),
      step: given.step(1),
      param: Array.isArray(param) ? param.join('/') : undefined,
    };
  },
};

/** Properties of a launch configuration for a flow; the command that gets them asks for the others. */
export type DebugOptions = Readonly<Record<string, unknown>>;

/** A flow of the service, or a file that is linked to one; `More` has options. */
type FlowTarget<More> = FileTarget | (CommandRow<'flow'> & More);

/** Flows of the service and files. */
export interface GivenFlows {
  readonly rows: readonly CommandRow[];
  readonly files: readonly vscode.Uri[];
}

/** The selected flows and files, or else the clicked one. */
export const flows: CommandArguments<
  [target?: FlowTarget<unknown> | undefined, selection?: readonly FlowTarget<unknown>[]],
  GivenFlows
> = { read: given => ({ rows: given.rows('flow'), files: given.files() }) };

/** A flow of the service or a file. */
export interface GivenFlow {
  readonly row: CommandRow | undefined;
  readonly file: vscode.Uri | undefined;
}

/** The clicked flow or file. */
export const flow: CommandArguments<
  [target?: FlowTarget<unknown> | undefined, selection?: readonly FlowTarget<unknown>[]],
  GivenFlow
> = { read: readFlow };

/** A flow to verify; `activate` activates it after a success. */
export const flowToVerify: CommandArguments<
  [target?: FlowTarget<{ readonly activate?: true }> | undefined],
  GivenFlow & { readonly activate: boolean }
> = { read: given => ({ ...readFlow(given), activate: given.option('activate') === true }) };

/** A flow to activate, with the execution that verifies it. */
export const flowToActivate: CommandArguments<
  [target?: FlowTarget<{ readonly executionId?: string }> | undefined],
  GivenFlow & { readonly executionId: string | undefined }
> = {
  read: given => {
    const executionId = given.option('executionId');
    return { ...readFlow(given), executionId: typeof executionId === 'string' ? executionId : undefined };
  },
};

function readFlow(given: GivenArguments): GivenFlow {
  return { row: given.row('flow'), file: given.file() };
}

/** An execution, or a file that shows one or is one. */
export interface GivenRun {
  readonly row: CommandRow | undefined;
  readonly file: vscode.Uri | undefined;
}

/** The clicked execution or file. */
export const run: CommandArguments<[target?: FileTarget | CommandRow<'execution'> | undefined], GivenRun> = {
  read: given => ({ row: given.row('execution'), file: given.file() }),
};

/** A row of the view “Actions”. */
interface ActionRow {
  readonly kind: 'action';
  readonly record: CatalogAction;
}

/** The selected actions of the catalog, or else the clicked one. */
export const catalogActions: CommandArguments<
  [row?: ActionRow, selection?: readonly ActionRow[]],
  readonly CatalogAction[]
> = { read: given => given.rows('action').flatMap(({ record }) => (isAction(record) ? [record] : [])) };

function isAction(record: object): record is CatalogAction {
  return 'name' in record && typeof record.name === 'string';
}
