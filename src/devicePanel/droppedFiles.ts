import { rmSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Device } from '../contract/records/device.ts';
import { DROPPED_PART } from '../protocol/droppedFile.ts';
import { byteSize } from '../util/byteSize.ts';
import type { Disposable } from '../util/disposables.ts';
import { plainText } from '../util/plainText.ts';
import { otherPlatformProblem } from '../wording/deviceLabels.ts';

/** Larger than any app that a store accepts. */
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_NAME_LENGTH = 100;

interface OpenFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
  received: number;
}

/** Throws if a file cannot be an app, or one for a device, with a sentence that names it. */
export function requireAppFile(name: string, device: Pick<Device, 'name' | 'type'> = {}): void {
  const shown = plainText(name, MAX_NAME_LENGTH);
  const [, ending] = /\.(apk|ipa)$/i.exec(name) ?? [];
  if (ending === undefined) throw new Error(`“${shown}” is not an app. Drop an .apk or .ipa file.`);
  const problem = otherPlatformProblem(shown, ending.toLowerCase() === 'ipa' ? 'ios' : 'android', device);
  if (problem !== undefined) throw new Error(problem);
}

/**
 * Files whose content a page sends in parts, because it does not know where they are. Complete ones are kept in temporary
 * folders until the window closes, so that an interrupted upload can be resumed meanwhile.
 */
export class DroppedFiles implements Disposable {
  readonly #parent: string;
  readonly #open = new Map<number, OpenFile>();
  readonly #folders = new Set<string>();
  #count = 0;
  #isDisposed = false;

  /** `parent` is the folder of the temporary folders. */
  constructor(parent = tmpdir()) {
    this.#parent = parent;
  }

  /** Begins a file of a size in bytes and returns its number. Rejects if it is not an app or too large. */
  async begin(name: string, size: number): Promise<number> {
    requireAppFile(name);
    if (!(size > 0 && size <= MAX_BYTES))
      throw new Error(
        `“${plainText(name, MAX_NAME_LENGTH)}” has ${byteSize(size)}. An app has at most ${byteSize(MAX_BYTES)}.`,
      );
    const folder = await mkdtemp(join(this.#parent, 'cloud-devices-'));
    this.#folders.add(folder);
    if (this.#isDisposed) this.dispose();
    // The name comes from a page and becomes a path.
    const path = join(
      folder,
      basename(name)
        .replaceAll(/[^\w.-]/g, '_')
        .slice(-MAX_NAME_LENGTH),
    );
    const number = ++this.#count;
    this.#open.set(number, { path, handle: await open(path, 'wx'), size, received: 0 });
    return number;
  }

  /** Adds the next part of a file. Rejects if it is too long. */
  async add(number: number, bytes: Uint8Array): Promise<void> {
    const file = this.#require(number);
    if (bytes.length > DROPPED_PART || file.received + bytes.length > file.size)
      throw new Error('The page sent more of the file than it announced. Drop the file again.');
    file.received += bytes.length;
    await file.handle.writeFile(bytes);
  }

  /** Ends a file and returns its path. Rejects if a part is missing. */
  async end(number: number): Promise<string> {
    const { path, size, received } = await this.#close(number);
    if (received === size) return path;
    await this.#remove(path);
    throw new Error(`Only ${byteSize(received)} of ${byteSize(size)} arrived. Drop the file again.`);
  }

  /** Removes a file that is not complete. */
  async cancel(number: number): Promise<void> {
    await this.#remove((await this.#close(number)).path);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const { handle } of this.#open.values()) void handle.close().catch(() => undefined);
    this.#open.clear();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  async #close(number: number): Promise<OpenFile> {
    const file = this.#require(number);
    this.#open.delete(number);
    await file.handle.close();
    return file;
  }

  async #remove(path: string): Promise<void> {
    const folder = dirname(path);
    await rm(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }

  #require(number: number): OpenFile {
    const file = this.#open.get(number);
    if (file) return file;
    throw new Error('The file is not open anymore. Drop it again.');
  }
}
