import { readSandboxTrace } from '../../deploy/readSandboxTrace.ts';
import { readServiceTrace } from '../../deploy/readServiceTrace.ts';
import type { Trace } from '../../flow/trace/traceFile.ts';
import { TraceReading } from '../../traceReading/traceReading.ts';
import { type ConnectionOptions, withConnection } from '../connection/chosenConnection.ts';
import { requireTrace } from '../files.ts';
import { formatTrace, type TraceFormat } from './formatTrace.ts';

/** A printed trace shows no pictures. */
const NO_PICTURES = { mostPictures: 0 } as const;

/** Options of the command that prints a trace. */
export interface PrintOptions extends ConnectionOptions {
  /** A trace file, or the ID of an execution. */
  readonly source: string;
  readonly format: TraceFormat;
}

/** Prints the explanation and the steps of a trace. Throws InputError. */
export async function printTrace({ source, format, ...connection }: PrintOptions): Promise<void> {
  const trace = source.endsWith('.flow-trace')
    ? await requireTrace(source)
    : await readExecution(source, connection);
  process.stdout.write(`${formatTrace(format, new TraceReading(trace))}\n`);
}

function readExecution(executionId: string, options: ConnectionOptions): Promise<Trace> {
  return withConnection(options, async ({ client, sandboxClient, connection }) => {
    const { data } = (await client.getExecution({ params: { executionId } })).value;
    const recorded = sandboxClient && (await readSandboxTrace(sandboxClient, executionId, NO_PICTURES));
    const trace = recorded ?? (await readServiceTrace(client, data, NO_PICTURES));
    return { ...trace, document: { ...trace.document, source: connection.name } };
  });
}
