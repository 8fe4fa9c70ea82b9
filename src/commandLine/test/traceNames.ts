import { basename } from 'node:path';
import { plainFileName } from '../../util/plainText.ts';

/**
 * Adds the names of their trace files, without extension, to cases. The first case of a name keeps it, and later ones
 * get a number.
 */
export function withTraceNames<T extends { readonly file: string; readonly name: string }>(
  cases: readonly T[],
): readonly (T & { readonly traceName: string })[] {
  // Some file systems ignore the case of names.
  const reserved = new Set(cases.map(one => plainName(one).toLowerCase()));
  const used = new Set<string>();
  return cases.map(one => {
    const name = plainName(one);
    let traceName = name;
    for (let number = 2; used.has(traceName.toLowerCase()); number++) {
      const numbered = `${name}-${number}`;
      if (!reserved.has(numbered.toLowerCase())) traceName = numbered;
    }
    used.add(traceName.toLowerCase());
    return { ...one, traceName };
  });
}

function plainName({ file, name }: { readonly file: string; readonly name: string }): string {
  const flow = basename(file).replace(/\.flow\.json$/, '');
  return [flow, name].map(plainFileName).join('-');
}
