#!/usr/bin/env node
// The entry point of the npm package. Older versions of Node.js cannot even load the program, because it imports
// node:sqlite, so this file checks the version first and uses only what they know.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 13)) {
  // node:sqlite is experimental in these versions, which is of no interest to the user.
  process.removeAllListeners('warning');
  process.on('warning', warning => {
    if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
  void import('./cli.ts');
} else {
  process.stderr.write(
    `cloud-device-automation needs Node.js 22.13 or newer, and this is ${process.version}. Install a newer version from https://nodejs.org.\n`,
  );
  process.exitCode = 2;
}
