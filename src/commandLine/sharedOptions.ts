import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** The formats of a plan and of its result. */
export const DEPLOY_FORMATS = ['text', 'markdown', 'json'] as const;
export type DeployFormat = (typeof DEPLOY_FORMATS)[number];

/** The ways to treat flows that others have changed on the service. */
export const DRIFT_POLICIES = ['fail', 'overwrite'] as const;
export type DriftPolicy = (typeof DRIFT_POLICIES)[number];

/** Facts about the package that commands use. */
export interface PackageFacts {
  readonly version: string;
  readonly homepage: string;
  /** The compressed page into which HTML reports are written. */
  readonly reportPage: URL;
  /** The compressed page that clients of agents show. */
  readonly agentPage: URL;
  /** The file of the program, which is also that of its worker threads. */
  readonly program: URL;
}

/** The argument for flow files and folders. */
export function flowFiles(): Argument<'<files...>'> {
  return new Argument('<files...>', 'flow files, or folders whose *.flow.json files are used');
}

/** The option for the actions that flows refer to. */
export function catalogOption(): Option<'--catalog <file>'> {
  return new Option(
    '--catalog <file>',
    'actions that the flows refer to, if not those of the sandbox: a JSON array of actions, or a page with items, as returned by GET /actions',
  );
}

/** The option for the folder with the links of flow files. */
export function rootOption(): Option<'--root <folder>', undefined, string> {
  return new Option('--root <folder>', 'folder of the project, whose links are used').default('.');
}

/** The option for the format of a plan or a result. */
export function formatOption(): Option<
  '--format <name>',
  undefined,
  DeployFormat,
  undefined,
  false,
  DeployFormat
> {
  return new Option('--format <name>', 'format of the plan or the result')
    .choices(DEPLOY_FORMATS)
    .default('text' as const);
}

/** Returns a parser of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return text => {
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}

/** Returns a parser of decimal numbers that are greater than `above` and at most `most`. */
export function decimalNumber(above: number, most: number): (text: string) => number {
  return text => {
    if (/^\d*\.?\d+$/.test(text) && Number(text) > above && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It takes a number greater than ${above}, such as 0.01, up to ${most}.`);
  };
}

/** Collects the ports of an option that may be repeated. */
export function collectPorts(text: string, ports: readonly number[] = []): readonly number[] {
  return [...ports, wholeNumber(1, 65_535)(text)];
}

/** Collects the names, such as of files or hosts, of an option that may be repeated. */
export function collectNames(name: string, names: readonly string[] = []): readonly string[] {
  return [...names, name];
}
