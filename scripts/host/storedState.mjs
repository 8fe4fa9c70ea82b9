import { setTimeout as delay } from 'node:timers/promises';

const STORED_MS = 60_000;
const PAUSE_MS = 20;

/**
 * Waits until a window has stored a text, such as state of the extension, which the browser writes after a delay. Rejects
 * after a minute.
 */
export async function untilStored(page, text) {
  // `page.waitForFunction` cannot be used: Playwright takes the promise of an async function for its truth value.
  const deadline = Date.now() + STORED_MS;
  while (!(await page.evaluate(isStored, text))) {
    if (Date.now() > deadline) throw new Error(`The window did not store ${text}`);
    await delay(PAUSE_MS);
  }
}

// Runs in the page. Looks for a text in all IndexedDB databases of the window, where it is part of a JSON string.
async function isStored(text) {
  const answer = request =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    const values = await Promise.all(
      stores.map(store => answer(database.transaction(store).objectStore(store).getAll())),
    );
    database.close();
    if (JSON.stringify(values).includes(JSON.stringify(text).slice(1, -1))) return true;
  }
  return false;
}
