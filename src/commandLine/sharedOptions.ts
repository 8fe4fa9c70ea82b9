import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings';

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
