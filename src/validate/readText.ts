import { readFile } from 'node:fs/promises';

/** Reads a UTF-8 file, without the byte order mark that some editors add. */
export async function readText(file: string): Promise<string> {
  return new TextDecoder().decode(await readFile(file));
}
