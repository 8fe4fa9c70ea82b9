import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const folder = resolve(import.meta.dirname, '../artifacts/ui');

/** Tells whether this run keeps pictures of what it shows, which `npm test -- --pictures` asks for. */
export const arePicturesKept = process.env['CLOUD_DEVICES_TEST_PICTURES'] === 'on';

/** Keeps a picture of a page as `name`.png under test/artifacts/ui if this run keeps pictures. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!arePicturesKept) return;
  const path = resolve(folder, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}
