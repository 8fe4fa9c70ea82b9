import { globSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Figures } from './figures.ts';

/** Sizes of what is loaded at activation and of the VSIX, where one was built. */
export function measureSizes(figures: Figures): void {
  const activation = readFileSync('dist/extension.js');
  figures.add('activation file, minified', activation.length / 1000, 'kB');
  figures.add('activation file, gzip', gzipSync(activation).length / 1000, 'kB');
  for (const vsix of globSync('dist/*.vsix')) figures.add('VSIX', statSync(vsix).size / 1000, 'kB');
}
