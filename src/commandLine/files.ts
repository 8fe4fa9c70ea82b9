import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type * as z from 'zod';
import { MAX_TRACE_BYTES, readTrace, type Trace, TraceFileError } from '../flow/trace/traceFile.ts';
import { InputError, readingProblem, readText, readUpTo } from '../validate/inputFile.ts';

/** Awaits an access to a file. Throws InputError with the failure, such as `flows.xml cannot be written`, and its reason. */
export async function orInputError<T>(access: Promise<T>, failure: string): Promise<T> {
  try {
    return await access;
  } catch (error) {
    throw new InputError(`${failure}: ${readingProblem(error)}.`);
  }
}

/** Reads a text file. `name` is that of the file in messages. Throws InputError. */
export function requireText(file: string, name = file): Promise<string> {
  return orInputError(readText(file), `${name} cannot be read`);
}

/** Reads a JSON file. `name` is that of the file in messages. Throws InputError. */
export function requireJson(file: string, name = file): Promise<unknown> {
  const reading = readText(file).then((text): unknown => JSON.parse(text));
  return orInputError(reading, `${name} cannot be read`);
}

/** Reads a JSON file with a schema; `kind` says what the file should be, such as `a file of proposals`. Throws InputError. */
export async function requireJsonOf<T>(file: string, schema: z.ZodType<T>, kind: string): Promise<T> {
  const { success, data, error } = schema.safeParse(await requireJson(file));
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  throw new InputError(`${file} is not ${kind}. ${path === '' ? '' : `${path}: `}${issue?.message ?? ''}`);
}

/** Writes a file, and creates its folder if needed. Throws InputError. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  const writing = mkdir(dirname(file), { recursive: true }).then(() => writeFile(file, content));
  await orInputError(writing, `${file} cannot be written`);
}

/** Reads a trace file. Throws InputError. */
export async function requireTrace(file: string): Promise<Trace> {
  try {
    const bytes = await readUpTo(file, MAX_TRACE_BYTES);
    if (!bytes) throw new TraceFileError('The trace file is too large.');
    return await readTrace(bytes);
  } catch (error) {
    if (error instanceof TraceFileError) throw new InputError(`${file}: ${error.message}`);
    throw new InputError(`${file} cannot be read: ${readingProblem(error)}.`);
  }
}
