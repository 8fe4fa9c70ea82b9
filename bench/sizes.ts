import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figures } from './figures.ts';

const STATIC_IMPORT = /\b(?:import|from)\s*"(\.[^"]+)"/g;

/** Measures the size of the code loaded at activation, and of the VSIX if it was built. */
export function measureSizes(figures: Figures): void {
  const activation = [...loadedWith(resolve('dist/extension.js'))].map(file => readFileSync(file));
  figures.add('activation, files', activation.length, '');
  figures.add('activation, minified', Buffer.concat(activation).length / 1000, 'kB');
  figures.add('activation, gzip', gzipSync(Buffer.concat(activation)).length / 1000, 'kB');
  for (const vsix of globSync('dist/*.vsix')) figures.add('VSIX', statSync(vsix).size / 1000, 'kB');
}

/** Returns a built file and all of its direct and indirect static imports. */
export function loadedWith(file: string): ReadonlySet<string> {
  const files = new Set([file]);
  for (const importer of files) {
    for (const [, name] of readFileSync(importer, 'utf8').matchAll(STATIC_IMPORT))
      files.add(resolve(dirname(importer), name ?? ''));
  }
  return files;
}
