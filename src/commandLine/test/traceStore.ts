import { counted } from '../../util/counted.ts';
import { join } from 'node:path';
import { MAX_TRACE_BYTES, type Trace, writeTrace } from '../../flow/trace/traceFile.ts';
import { isNotFound } from '../../util/errors.ts';
import { InputError, readingProblem, readUpTo } from '../../validate/inputFile.ts';
import { writeOutput } from '../files.ts';

/** The maximum number of pictures in the trace of one attempt: those of the last screens. */
export const MAX_PICTURES = 40;
/** The maximum size of all traces of a report in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** The traces of failed attempts, as trace files by their names. Their total size is limited. */
export class TraceStore {
  readonly #files = new Map<string, Bytes>();
  readonly #mostBytes: number;
  #bytes = 0;
  #withoutPictures = 0;
  #leftOut = 0;
  #notFound = 0;

  constructor(mostBytes = MAX_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Adds the trace of an attempt, without pictures if they do not fit. Returns its name; undefined if it does not fit. */
  async add(order: number, attempt: number, trace: Trace): Promise<string | undefined> {
    const name = `${order + 1}-${attempt + 1}.flow-trace`;
    if (this.#keep(name, await writeTrace(trace))) return name;
    const { document } = trace;
    const missing = [...new Set([...document.missing, 'pictures'])];
    const bare = await writeTrace({ document: { ...document, missing }, pictures: new Map() });
    if (!this.#keep(name, bare)) {
      this.#leftOut++;
      return undefined;
    }
    this.#withoutPictures++;
    return name;
  }

  get(name: string): Bytes | undefined {
    return this.#files.get(name);
  }

  /** Sentences about what is missing. */
  get notes(): readonly string[] {
    const limit = `, because the traces of a report are limited to ${this.#mostBytes / 1024 / 1024} MB.`;
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
    for (const [name, bytes] of this.#files) await writeOutput(join(folder, name), bytes);
  }

  /** Reads a file from the folder of a JSON report. Returns true if it is there and fits. Throws InputError. */
  async read(report: string, name: string): Promise<boolean> {
    const file = join(traceFolder(report), name);
    try {
      const bytes = await readUpTo(file, MAX_TRACE_BYTES);
      if (bytes && this.#keep(name, bytes)) return true;
      this.#leftOut++;
    } catch (error) {
      if (!isNotFound(error)) throw new InputError(`${file} cannot be read: ${readingProblem(error)}.`);
      this.#notFound++;
    }
    return false;
  }

  #keep(name: string, bytes: Bytes): boolean {
    if (this.#bytes + bytes.length > this.#mostBytes) return false;
    this.#bytes += bytes.length;
    this.#files.set(name, bytes);
    return true;
  }
}

function traceFolder(report: string): string {
  return `${report.replace(/\.json$/, '')}-traces`;
}

function noteOf(count: number, one: string, many: string, reason: string): readonly string[] {
  if (count === 0) return [];
  return [`${counted(count, `failed attempt ${one}`, `failed attempts ${many}`)}${reason}`];
}
