import { join } from 'node:path';
import { changeFile } from '../../files/changeFile.ts';
import { nodeDisk } from '../../files/disk.ts';
import { pathInside } from '../../files/insideFolder.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { decodeText, EncodingError } from '../../util/decodeText.ts';
import { InputError } from '../../validate/inputFile.ts';

/** Creates a file with its folders. Returns a sentence. */
export async function createInside(folder: string, path: string, text: string): Promise<string> {
  const isNew = await changeInside(folder, path, before => (before === undefined ? text : undefined));
  const file = join(folder, path);
  return isNew ? `Created ${file}.` : `Kept ${file}, which exists.`;
}

/** Changes the text of a file inside the folder. Resolves to false if it stays as it is. Throws InputError. */
export async function changeTextInside(
  folder: string,
  path: string,
  change: (before: string) => string | undefined,
): Promise<boolean> {
  try {
    return await changeInside(folder, path, before => {
      const { text, mark } = decodeText(before ?? new Uint8Array());
      const after = change(text);
      return after === undefined ? undefined : mark + after;
    });
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    throw new InputError(`${join(folder, path)} cannot be changed: ${error.message}.`);
  }
}

/** Changes a file inside the folder. Resolves to false if it stays as it is. Throws InputError if a link leads out. */
async function changeInside(
  folder: string,
  path: string,
  change: (before: Uint8Array | undefined) => string | undefined,
): Promise<boolean> {
  const resolve = async (): Promise<string> => {
    const inside = await pathInside(nodeDisk, folder, join(folder, path));
    if (inside !== undefined) return join(await nodeDisk.realPath(folder), inside);
    throw new InputError(
      `${join(folder, path)} leads outside the folder by a symbolic link, so nothing is written there. Replace the link with a regular file or folder.`,
    );
  };
  const encoder = new TextEncoder();
  return changeFile({ disk: nodeDisk, resolve, most: BUDGETS.change.bytes }, before => {
    const after = change(before);
    return after === undefined ? undefined : encoder.encode(after);
  });
}
