import { InvalidArgumentError } from '@commander-js/extra-typings';

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
