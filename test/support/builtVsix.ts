import { globSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The package that was built last. Throws where there is none. */
export function builtVsix(): string {
  const [vsix] = globSync('dist/*.vsix', { cwd: root });
  if (!vsix) throw new Error('There is no VSIX in dist/; run "npm run package" first.');
  return resolve(root, vsix);
}
