import { readFile } from 'node:fs/promises';

/** The text of a file in UTF-8, without the byte order mark that some editors put before it. */
export async function readText(file: string): Promise<string> {
  return new TextDecoder().decode(await readFile(file));
}
