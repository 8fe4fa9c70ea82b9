import { digest } from '../../deploy/digest.ts';
import { counted } from '../../util/counted.ts';
import { join } from 'node:path';
import {
  joinTrace,
  MAX_TRACE_BYTES,
  splitTrace,
  type Trace,
  TraceFileError,
  writeTrace,
} from '../../flow/trace/traceFile.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { isNotFound } from '../../util/errors.ts';
import { isSafePicture } from '../../util/safePicture.ts';
import { InputError, readingProblem, readUpTo } from '../../validate/inputFile.ts';
import { writeOutput } from '../files.ts';
import type { ReportedFailure } from './report.ts';

/** The maximum number of pictures in the trace of one attempt: those of the last screens. */
export const MAX_ATTEMPT_PICTURES = 40;
const MIB = 1024 * 1024;
/** The maximum size of all traces and pictures of a report in bytes. */
const MAX_BYTES = 32 * MIB;

/** The maximum size of what is read of picture checks, in multiples of the maximum size of a report. */
const READ_TIMES = 4;

/** The reason why the pictures of a check are not in a report that was merged. */
export const PICTURES_MISSING =
  'The pictures of this check were left out, because their files next to the JSON report are missing or damaged.';

type Bytes = Uint8Array<ArrayBuffer>;

/** The pictures of a picture check, or their digests. */
interface CheckPictures<Picture> {
  readonly actual: Picture;
  readonly expected?: Picture | undefined;
  readonly difference?: Picture | undefined;
}

/** The part of a failure that tells its pictures, or why they were left out. */
type KeptCheck = Pick<ReportedFailure, 'picture' | 'picturesLeftOut'>;

/** A trace file without its pictures, and the digests of these by the IDs of their screens. */
interface StoredTrace {
  readonly bare: Bytes;
  readonly pictures: ReadonlyMap<string, string>;
}

/**
 * The traces of failed attempts by the names of their files, and the pictures of picture checks. Equal pictures are kept
 * once, and the total size is limited.
 */
export class TraceStore {
  readonly #traces = new Map<string, StoredTrace>();
  readonly #pictures = new Map<string, Bytes>();
  /** The digests of the pictures of picture checks. */
  readonly #ofChecks = new Set<string>();
  readonly #mostBytes: number;
  #bytes = 0;
  #readBytes = 0;
  #withoutPictures = 0;
  #leftOut = 0;
  #notFound = 0;

  constructor(mostBytes = MAX_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Adds the trace of an attempt, without pictures if they do not fit. Returns its name; undefined if it does not fit. */
  async add(order: number, attempt: number, trace: Trace): Promise<string | undefined> {
    const name = `${order + 1}-${attempt + 1}.flow-trace`;
    const { document, pictures } = trace;
    if (this.#keep(name, await writeTrace({ document, pictures: NONE }), pictures)) return name;
    const missing = [...new Set([...document.missing, 'pictures'])];
    const poor = await writeTrace({ document: { ...document, missing }, pictures: NONE });
    if (!this.#keep(name, poor, NONE)) {
      this.#leftOut++;
      return undefined;
    }
    this.#withoutPictures++;
    return name;
  }

  /** Keeps the pictures of a picture check, all or none. */
  addCheck({ actual, expected, difference }: CheckPictures<Uint8Array>): KeptCheck {
    const added = new Map<string, Bytes>();
    const add = (bytes: Uint8Array): string => {
      const key = digest(bytes);
      if (!this.#pictures.has(key)) added.set(key, new Uint8Array(bytes));
      return key;
    };
    const picture = {
      actual: add(actual),
      expected: expected && add(expected),
      difference: difference && add(difference),
    };
    if (!this.#fits([...added.values()])) return this.#full;
    for (const [key, bytes] of added) this.#pictures.set(key, bytes);
    for (const key of digestsOf(picture)) this.#ofChecks.add(key);
    return { picture };
  }

  get #full(): KeptCheck {
    const most = this.#mostBytes / MIB;
    return {
      picturesLeftOut: `The pictures of this check were left out, because the pictures and traces of a report are limited to ${most} MB.`,
    };
  }

  get(name: string): StoredTrace | undefined {
    return this.#traces.get(name);
  }

  /** The pictures of all traces and picture checks by their digests. */
  get pictures(): ReadonlyMap<string, Bytes> {
    return this.#pictures;
  }

  /** Sentences about what is missing. */
  get notes(): readonly string[] {
    const limit = `, because the pictures and traces of a report are limited to ${this.#mostBytes / MIB} MB.`;
    return [
      ...noteOf(
        this.#withoutPictures,
        'has no pictures of its screens',
        'have no pictures of their screens',
        limit,
      ),
      ...noteOf(this.#leftOut, 'has no trace', 'have no trace', limit),
      ...noteOf(
        this.#notFound,
        'has no trace',
        'have no trace',
        ', because its file is not next to the JSON report.',
      ),
    ];
  }

  /** Writes all files to the folder of a JSON report. Throws InputError. */
  async write(report: string): Promise<void> {
    const folder = traceFolder(report);
    for (const [name, { bare, pictures }] of this.#traces) {
      const own = [...pictures].flatMap(([id, key]) => {
        const picture = this.#pictures.get(key);
        return picture ? [[id, picture] as const] : [];
      });
      // A file that could not be read is passed on as it is.
      const bytes = own.length === 0 ? bare : await joinTrace(bare, new Map(own));
      await writeOutput(join(folder, name), bytes);
    }
    for (const key of this.#ofChecks) {
      const picture = this.#pictures.get(key);
      if (picture) await writeOutput(pictureFile(report, key), picture);
    }
  }

  /** Reads a file from the folder of a JSON report. Returns true if it is there and fits. Throws InputError. */
  async read(report: string, name: string): Promise<boolean> {
    const file = join(traceFolder(report), name);
    try {
      const bytes = await readUpTo(file, MAX_TRACE_BYTES);
      const trace = bytes && (await split(bytes));
      if (trace && this.#keep(name, trace.bare, trace.pictures)) return true;
      this.#leftOut++;
    } catch (error) {
      if (!isNotFound(error)) throw new InputError(`${file} cannot be read: ${readingProblem(error)}.`);
      this.#notFound++;
    }
    return false;
  }

  /** Reads the pictures of a picture check from the folder of a JSON report, all or none. */
  async readCheck(
    report: string,
    { actual, expected, difference }: CheckPictures<string>,
  ): Promise<KeptCheck> {
    const found = new Map<string, Bytes>();
    for (const key of digestsOf({ actual, expected, difference })) {
      const bytes = this.#pictures.get(key) ?? (await this.#readPicture(report, key));
      if (bytes === 'tooMuch') return this.#full;
      if (!bytes) return { picturesLeftOut: PICTURES_MISSING };
      found.set(key, bytes);
    }
    const read = (key: string | undefined): Bytes | undefined =>
      key === undefined ? undefined : found.get(key);
    const own = read(actual);
    return own
      ? this.addCheck({ actual: own, expected: read(expected), difference: read(difference) })
      : { picturesLeftOut: PICTURES_MISSING };
  }

  /** Reads a picture that has its digest. A report can name the same large file many times, so the total is limited. */
  async #readPicture(report: string, key: string): Promise<Bytes | 'tooMuch' | undefined> {
    if (this.#readBytes > READ_TIMES * this.#mostBytes) return 'tooMuch';
    const bytes = await readUpTo(pictureFile(report, key), BUDGETS.picture.bytes).catch(() => undefined);
    this.#readBytes += bytes?.length ?? 0;
    return bytes && isSafePicture(bytes) && digest(bytes) === key ? bytes : undefined;
  }

  /** Counts parts that are to be kept, if they fit. */
  #fits(parts: readonly Bytes[]): boolean {
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    if (this.#bytes + size > this.#mostBytes) return false;
    this.#bytes += size;
    return true;
  }

  #keep(name: string, bare: Bytes, pictures: Trace['pictures']): boolean {
    const digests = new Map<string, string>();
    const added = new Map<string, Bytes>();
    for (const [id, bytes] of pictures) {
      const key = digest(bytes);
      digests.set(id, key);
      if (!this.#pictures.has(key)) added.set(key, bytes);
    }
    if (!this.#fits([bare, ...added.values()])) return false;
    for (const [key, bytes] of added) this.#pictures.set(key, bytes);
    this.#traces.set(name, { bare, pictures: digests });
    return true;
  }
}

const NONE: Trace['pictures'] = new Map();

/** Splits a trace file; the page of a report says what is wrong with a file that cannot be read. */
async function split(bytes: Bytes): ReturnType<typeof splitTrace> {
  try {
    return await splitTrace(bytes);
  } catch (error) {
    if (error instanceof TraceFileError) return { bare: bytes, pictures: NONE };
    throw error;
  }
}

function traceFolder(report: string): string {
  return `${report.replace(/\.json$/, '')}-traces`;
}

function pictureFile(report: string, key: string): string {
  return join(traceFolder(report), `${key}.png`);
}

/** Returns the digests of the pictures that a check has. */
export function digestsOf({ actual, expected, difference }: CheckPictures<string>): readonly string[] {
  return [actual, expected, difference].flatMap(key => key ?? []);
}

function noteOf(count: number, one: string, many: string, reason: string): readonly string[] {
  if (count === 0) return [];
  return [`${counted(count, `failed attempt ${one}`, `failed attempts ${many}`)}${reason}`];
}
