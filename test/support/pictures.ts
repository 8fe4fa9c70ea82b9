import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Page } from 'playwright-core';

const folder = resolve(import.meta.dirname, '../artifacts/ui');

/** True if this run saves screenshots (`npm test -- --pictures`). */
export const arePicturesSaved = process.env['CLOUD_DEVICES_TEST_PICTURES'] === 'on';

/** Saves a screenshot of a page as `name`.png under test/artifacts/ui if this run saves screenshots. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (!arePicturesSaved) return;
  const path = resolve(folder, `${name}.png`);
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}
