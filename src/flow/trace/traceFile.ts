import type { TraceRun, TraceScreen, TraceStep } from '../../contract/sandbox/traces.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { isObject } from '../../util/isObject.ts';
import { hasMoreValues } from '../../util/jsonSize.ts';
import { hasMoreNames, nestsDeeperThan } from '../../util/jsonText.ts';
import { createZip, type ZipFile } from '../../util/zip/createZip.ts';
import { readContent, readDirectory, type ZipEntry, ZipError, zipInMemory } from '../../util/zip/readZip.ts';
import { objectsIn, readHead, readRun, readTraceScreens, readStep } from './traceFields.ts';

/** The version of trace files that this code writes. */
const TRACE_VERSION = 1;

/** A kind of evidence that a service may not offer. */
export const TRACE_PARTS = [
  'params',
  'screens',
  'pictures',
  'gestures',
  'requests',
  'mails',
  'tasks',
] as const;
export type TracePart = (typeof TRACE_PARTS)[number];

/** The steps of an agent's task that a run started, as the service lists them. */
export interface TracedTask {
  readonly taskId: string;
  readonly trajectory: unknown;
}

/** The content of a trace file, except for its pictures; unknown fields are kept. */
export interface TraceDocument {
  readonly createdAt?: string;
  /** The name of the connection. */
  readonly source?: string;
  /** The kinds of evidence that the service did not offer. */
  readonly missing: readonly string[];
  readonly run: TraceRun;
  readonly steps: readonly TraceStep[];
  readonly screens: readonly TraceScreen[];
  readonly tasks: readonly TracedTask[];
}

/** A trace with the PNG picture of each screen by its ID. */
export interface Trace {
  readonly document: TraceDocument;
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Thrown for a file that is not a readable trace; the message is a sentence for people. */
export class TraceFileError extends Error {}

const DOCUMENT = 'trace.json';
const PICTURE = /^screens\/([\w-]{1,64})\.png$/;
const PNG = [0x89, 0x50, 0x4e, 0x47];
const { bytes: MAX_BYTES, unpackedBytes, parts: MAX, levels: MAX_LEVELS } = BUDGETS.trace;
const LIMITS = { files: MAX.files, directoryBytes: MAX_BYTES };
/** The maximum size of a trace file in bytes. */
export const MAX_TRACE_BYTES: number = MAX_BYTES;

/** Writes a trace as one file. */
export function writeTrace({ document, pictures }: Trace): Promise<Uint8Array<ArrayBuffer>> {
  const json = JSON.stringify({ ...document, format: 'flow-trace', version: TRACE_VERSION });
  return createZip([{ name: DOCUMENT, bytes: new TextEncoder().encode(json) }, ...filesOf(pictures)]);
}

/** Writes the evidence of a run as a trace file without pictures. */
export function writeEvidence(
  evidence: Pick<TraceDocument, 'run' | 'steps' | 'screens'>,
): Promise<Uint8Array<ArrayBuffer>> {
  return writeTrace({ document: { ...evidence, missing: ['pictures'], tasks: [] }, pictures: new Map() });
}

/** Reads a trace file. Throws TraceFileError if it is damaged, too large, or of another version. */
export async function readTrace(bytes: Uint8Array<ArrayBuffer>): Promise<Trace> {
  if (bytes.length > MAX_TRACE_BYTES) throw new TraceFileError('The trace file is too large.');
  const files = await readFiles(bytes);
  const document = files.find(({ name }) => name === DOCUMENT);
  if (!document) throw new TraceFileError('This file is not a trace.');
  return { document: readDocument(document.bytes), pictures: picturesIn(files) };
}

/** Splits a trace file into one without pictures, and its pictures by their IDs. Throws TraceFileError. */
export async function splitTrace(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly bare: Uint8Array<ArrayBuffer>; readonly pictures: Trace['pictures'] }> {
  const files = await readFiles(bytes);
  const pictures = picturesIn(files);
  const others = files.filter(({ name }) => !pictures.has(PICTURE.exec(name)?.[1] ?? ''));
  return { bare: await createZip(others), pictures };
}

/** Returns a trace file that has these pictures, too. Throws TraceFileError. */
export async function joinTrace(
  bare: Uint8Array<ArrayBuffer>,
  pictures: Trace['pictures'],
): Promise<Uint8Array<ArrayBuffer>> {
  return createZip([...(await readFiles(bare)), ...filesOf(pictures)]);
}

function filesOf(pictures: Trace['pictures']): readonly ZipFile[] {
  return [...pictures].map(([id, bytes]) => ({ name: `screens/${id}.png`, bytes }));
}

function picturesIn(files: readonly ZipFile[]): Trace['pictures'] {
  const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { name, bytes } of files) {
    const id = PICTURE.exec(name)?.[1];
    if (id !== undefined && PNG.every((byte, at) => bytes[at] === byte)) pictures.set(id, bytes);
  }
  return pictures;
}

async function readFiles(bytes: Uint8Array<ArrayBuffer>): Promise<readonly ZipFile[]> {
  try {
    return await readZipFiles(bytes);
  } catch (error) {
    if (error instanceof ZipError) throw new TraceFileError(`The trace file ${error.message}.`);
    throw error;
  }
}

async function readZipFiles(bytes: Uint8Array<ArrayBuffer>): Promise<readonly ZipFile[]> {
  const source = zipInMemory(bytes);
  const entries: ZipEntry[] = [];
  const directory = await readDirectory(source, LIMITS, entry => entries.push(entry));
  if (entries.reduce((sum, entry) => sum + entry.bytes, 0) > unpackedBytes)
    throw new ZipError(`has more than ${unpackedBytes} bytes of content`);
  const files: ZipFile[] = [];
  for (const entry of entries)
    files.push({ name: entry.name, bytes: await readContent(source, entry, directory, unpackedBytes) });
  return files;
}

function readDocument(bytes: Uint8Array): TraceDocument {
  // Building that many values would take seconds and a gigabyte.
  if (hasMoreValues(bytes, MAX.values))
    throw new TraceFileError(`The trace file has more than ${MAX.values} values, too many to open.`);
  const text = new TextDecoder().decode(bytes);
  if (hasMoreNames(text, MAX['different names']))
    throw new TraceFileError(
      `The trace file has more than ${MAX['different names']} different names, too many to open.`,
    );
  // Checked before parsing, because deep values exhaust the stack of whatever walks them.
  if (nestsDeeperThan(text, MAX_LEVELS)) throw new TraceFileError('The trace file is nested too deeply.');
  const content = parse(text);
  if (!isObject(content) || content['format'] !== 'flow-trace')
    throw new TraceFileError('This file is not a trace.');
  const { version, run, steps, screens, missing, tasks } = content;
  if (typeof version !== 'number' || version < 1) throw new TraceFileError('This file is not a trace.');
  if (version > TRACE_VERSION)
    throw new TraceFileError(
      'The trace was saved by a newer version of the extension. Update the extension to open it.',
    );
  if (!isObject(run) || typeof run['executionId'] !== 'string')
    throw new TraceFileError('The trace file is damaged.');
  return {
    ...readHead(content),
    run: readRun({ ...run, executionId: run['executionId'] }),
    steps: objectsIn(steps).map(readStep),
    screens: objectsIn(screens).flatMap(readTraceScreens),
    missing: Array.isArray(missing) ? missing.filter(part => typeof part === 'string') : [],
    tasks: objectsIn(tasks).flatMap(({ taskId, trajectory }) =>
      typeof taskId === 'string' ? [{ taskId, trajectory }] : [],
    ),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new TraceFileError('The trace file is damaged.');
  }
}
