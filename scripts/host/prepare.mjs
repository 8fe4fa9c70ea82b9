import { assembleServer } from './assemble.mjs';
import { findBrowser } from './browser.mjs';
import { nodeBinary } from './nodeBinary.mjs';
import { NEWEST, OLDEST } from './versions.mjs';

// Prepares everything that window tests need, so that tests running in parallel find it ready.

await findBrowser();
for (const version of [NEWEST, OLDEST]) {
  await assembleServer(version);
  await nodeBinary(version.node);
}
