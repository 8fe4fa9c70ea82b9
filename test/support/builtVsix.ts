import { existsSync } from 'node:fs';
import { VSIX } from '../../scripts/host/vsix.mjs';

/** Returns the path of the package. Throws if it was not built. */
export function builtVsix(): string {
  if (!existsSync(VSIX)) throw new Error('There is no VSIX in dist/; run "npm run package" first.');
  return VSIX;
}
