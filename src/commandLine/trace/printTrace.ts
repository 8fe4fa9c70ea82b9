import { readSandboxTrace, type TraceReadingOptions } from '../../deploy/readSandboxTrace.ts';
import { ifOffered } from '../../deploy/remoteFlow.ts';
import { readServiceTrace } from '../../deploy/readServiceTrace.ts';
import { type Trace, writeTrace } from '../../flow/trace/traceFile.ts';
import { TraceReading } from '../../traceReading/traceReading.ts';
import { type ConnectionOptions, withConnection } from '../connection/chosenConnection.ts';
import { InputError } from '../../validate/inputFile.ts';
import { requireTrace, writeOutput } from '../files.ts';
import { formatTrace, type TraceFormat } from './formatTrace.ts';

/** The ending of a trace file. */
const ENDING = '.flow-trace';
/** A printed trace shows no pictures. */
const NO_PICTURES = { mostPictures: 0 } as const;

/** Options of the command that prints a trace. */
export interface PrintOptions extends ConnectionOptions {
  /** A trace file, or the ID of an execution. */
  readonly source: string;
  readonly format: TraceFormat;
  /** The file in which the trace of an execution is saved. */
  readonly output: string | undefined;
}

/** Prints the explanation and the steps of a trace, and saves that of an execution if wanted. Throws InputError. */
export async function printTrace({ source, format, output, ...connection }: PrintOptions): Promise<void> {
  const isFile = source.endsWith(ENDING);
  if (output !== undefined && isFile)
    throw new InputError(`--output saves the trace of an execution, and ${source} is a file already.`);
  if (output !== undefined && !output.endsWith(ENDING))
    throw new InputError(`${output} does not end with ${ENDING}, by which the trace viewer finds its files.`);
  const trace = isFile
    ? await requireTrace(source)
    : await readExecution(source, connection, output === undefined ? NO_PICTURES : {});
  if (output !== undefined) await writeOutput(output, await writeTrace(trace));
  process.stdout.write(`${formatTrace(format, new TraceReading(trace))}\n`);
}

function readExecution(
  executionId: string,
  options: ConnectionOptions,
  reading: TraceReadingOptions,
): Promise<Trace> {
  return withConnection(options, async ({ client, sandboxClient, connection }) => {
    const { data } = (await client.getExecution({ params: { executionId } })).value;
    // Another service on this computer lacks the operations of the sandbox.
    const recorded =
      sandboxClient && (await ifOffered(readSandboxTrace(sandboxClient, executionId, reading)));
    const trace = recorded ?? (await readServiceTrace(client, data, reading));
    const createdAt = new Date().toISOString();
    return { ...trace, document: { ...trace.document, createdAt, source: connection.name } };
  });
}
