import { basename, dirname, join } from 'node:path';
import { changeFile } from '../files/changeFile.ts';
import { nodeDisk } from '../files/disk.ts';
import { BUDGETS } from '../util/budgets.ts';
import { toError, unlessMissing } from '../util/errors.ts';
import type { TestFailure } from './checkRun.ts';
import { PictureError } from './pictureFormat.ts';
import { picturesPathOf } from './testPath.ts';

const MOST: number = BUDGETS.picture.bytes;

/** The accepted pictures of a flow file, in a folder next to it. Symbolic links are neither read nor written. */
export class AcceptedPictures {
  readonly #folder: string;

  /** `flowFile` is the path of the flow file on this computer. */
  constructor(flowFile: string) {
    this.#folder = picturesPathOf(flowFile);
  }

  /** Returns the name of a file with its folder, for messages. */
  nameOf(file: string): string {
    return `${basename(this.#folder)}/${file}`;
  }

  /** Returns the path of a file. */
  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  /** Reads a picture; undefined if there is none. Throws PictureError if it must not or cannot be read. */
  async read(file: string): Promise<Uint8Array | undefined> {
    await this.#refuseLinks(file);
    try {
      return await unlessMissing(nodeDisk.read(this.pathOf(file), MOST));
    } catch (error) {
      throw new PictureError(`cannot be read: ${toError(error).message}`);
    }
  }

  /** Writes a picture. Throws PictureError. */
  async write(file: string, bytes: Uint8Array): Promise<void> {
    const resolve = async (): Promise<string> => {
      await this.#refuseLinks(file);
      return this.pathOf(file);
    };
    try {
      await nodeDisk.makeFolder(this.#folder);
      await changeFile({ disk: nodeDisk, resolve, most: MOST }, () => bytes);
    } catch (error) {
      if (error instanceof PictureError) throw error;
      throw new PictureError(`cannot be written: ${toError(error).message}`);
    }
  }

  async #refuseLinks(file: string): Promise<void> {
    if (dirname(join('x', file)) !== 'x') throw new PictureError('is not in the folder of the pictures');
    if (await nodeDisk.isLink(this.#folder))
      throw new PictureError('is in a folder that is a symbolic link, which is not followed');
    if (await nodeDisk.isLink(this.pathOf(file)))
      throw new PictureError('is a symbolic link, which is not followed');
  }
}

/** The names of the files whose pictures were accepted, and the failures that remain. */
export interface Acceptance {
  readonly accepted: readonly string[];
  readonly failures: readonly TestFailure[];
}

/** The failure of a case whose pictures should be accepted. */
export const NOTHING_ACCEPTED: TestFailure = {
  message: 'No picture of this case was accepted, because something else fails.',
};

/**
 * Accepts the pictures of failures. Of several with the same file, it accepts the first, and those that look different remain
 * failures. Writes nothing if a failure has no picture.
 */
export async function acceptPictures(
  pictures: AcceptedPictures,
  failures: readonly TestFailure[],
): Promise<Acceptance> {
  const found = failures.flatMap(({ picture, ...failure }) => (picture ? [{ failure, picture }] : []));
  if (found.length < failures.length)
    return { accepted: [], failures: found.length > 0 ? [...failures, NOTHING_ACCEPTED] : failures };
  const accepted: string[] = [];
  const left: TestFailure[] = [];
  for (const [file, [first, ...others]] of Map.groupBy(found, ({ picture }) => picture.file)) {
    if (!first) continue;
    const same = [first, ...others];
    if (same.some(({ picture }) => picture.isAcceptedElsewhere === true)) {
      left.push(...same.map(({ failure, picture }) => withAdvice({ ...failure, picture })));
      continue;
    }
    try {
      await pictures.write(file, first.picture.actual);
      accepted.push(pictures.nameOf(file));
      left.push(
        ...others.flatMap(({ picture }) => picture.compareWith(first.picture.actual) ?? []).map(withAdvice),
      );
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      const message = `A picture was not accepted, because ${pictures.nameOf(file)} ${error.message}.`;
      left.push(...same.map(({ failure }) => ({ ...failure, message })));
    }
  }
  return { accepted: accepted.toSorted(), failures: left };
}

function withAdvice(failure: TestFailure): TestFailure {
  const advice =
    'Another round or device has the same file and looks different. Name the round or the device in the expectation, or use another name.';
  return { ...failure, message: `${failure.message} ${advice}` };
}
