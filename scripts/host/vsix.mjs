import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Path of the package that `npm run package` creates. */
export const VSIX = join(root, 'dist', `${name}-${version}.vsix`);

/** Path of the npm package of the command line that `npm run package:cli` creates. */
export const NPM_PACKAGE = join(root, 'out', `${name}-${version}.tgz`);
