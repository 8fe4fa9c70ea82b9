import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the path of a folder that is created before the tests of the surrounding suite and deleted after its hooks. */
export function useFolder(name: string): string {
  const folder = join(tmpdir(), `${name}-${randomUUID()}`);
  before(function () {
    mkdirSync(folder);
    // Added last, so that it runs after hooks that stop programs using the folder.
    this.test?.parent?.afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }));
  });
  return folder;
}
