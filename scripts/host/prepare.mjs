import { assembleServer } from './assemble.mjs';
import { findBrowser } from './browser.mjs';
import { nodeBinary } from './nodeBinary.mjs';
import { NEWEST, OLDEST } from './versions.mjs';

// Puts together everything that tests in a window need, so that tests that run side by side find it ready.

await findBrowser();
for (const version of [NEWEST, OLDEST]) {
  await assembleServer(version);
  await nodeBinary(version.node);
}
