import { existsSync } from 'node:fs';
import { readTaskFlow, type TaskFlow } from '../../deploy/readTaskFlow.ts';
import { readCatalog } from '../../stores/readCatalog.ts';
import { outputJson, outputLine } from '../../util/outputLine.ts';
import { InputError } from '../../validate/inputFile.ts';
import { platformOf } from '../../wording/deviceLabels.ts';
import { type ConnectionOptions, withConnection } from '../connection/chosenConnection.ts';
import { writeOutput } from '../files.ts';

/** Options of the command that saves a task. */
export interface SaveTaskOptions extends ConnectionOptions {
  readonly taskId: string;
  /** The new flow file; undefined for standard output. */
  readonly output: string | undefined;
}

/** Prints or writes the flow of a task, and prints its notes. Throws InputError. */
export async function saveTask({ taskId, output, ...connection }: SaveTaskOptions): Promise<void> {
  if (output !== undefined && existsSync(output))
    throw new InputError(`${output} already exists. Name a new file with --output.`);
  const { text, notes } = await readFlow(taskId, connection);
  if (output === undefined) process.stdout.write(`${outputJson(JSON.parse(text) as object)}\n`);
  else await writeOutput(output, text);
  for (const { sentence } of notes) process.stderr.write(`${outputLine(sentence)}\n`);
}

function readFlow(taskId: string, options: ConnectionOptions): Promise<TaskFlow> {
  return withConnection(options, async ({ client, readState }) => {
    const { catalog } = (await readCatalog(client, new AbortController().signal)).known;
    return readTaskFlow({ client, catalog, readState, platformOf }, taskId);
  });
}
