import * as z from 'zod';
import { readTaskFlow, TaskFlowError } from '../../deploy/readTaskFlow.ts';
import { DEFAULT_TARGET, ImportError } from '../../flow/import/imported.ts';
import { importFile } from '../../flow/import/importFile.ts';
import { commandLineOf, importSummary } from '../../flow/import/importReport.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { platformOf } from '../../wording/deviceLabels.ts';
import { mark, Marked } from '../marked.ts';
import type { FlowFiles, ToolConnection } from '../ports.ts';
import { connectionInput, FlowPath } from '../schemas.ts';
import { defineTool, ToolError } from '../tool.ts';

const MAX_NOTES = 100;
const MAX_NOTE = 300;

/** A new flow, and sentences about it. */
interface NewFlow {
  readonly text: string;
  readonly stepCount: number;
  readonly notes: readonly ReturnType<typeof mark>[];
}

/** Writes what a finished task did, or the flow of another tool, into a new flow file. */
export const saveTask = defineTool({
  name: 'save_task',
  title: 'Save Task',
  description:
    'Write a finished task, or a Maestro, macro, or Appium file, into a new flow file. Check it with run_flow.',
  input: z.strictObject({
    ...connectionInput,
    taskId: z.string().optional(),
    file: z.string().optional(),
    path: FlowPath,
  }),
  output: z.object({ steps: z.int(), notes: z.array(Marked) }),
  effects: ['edit'],
  runsOn: 'connection',
  example: { taskId: '3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10', path: 'flows/sign-in.flow.json' },
  run: async ({ taskId, file, path }, { connection, files, signal }) => {
    if ((taskId === undefined) === (file === undefined)) throw new ToolError('Give either taskId or file.');
    const { text, stepCount, notes } =
      file === undefined
        ? await flowOfTask(connection, taskId ?? '', signal)
        : await flowOfFile(connection, files, file, signal);
    if (text.length > BUDGETS.edits.characters)
      throw new ToolError('The flow would be too large. Nothing was written.');
    const create = (before: string | undefined): string => {
      if (before === undefined) return text;
      throw new ToolError(
        'The file exists already, and nothing was changed. Call save_task with the path of a new file.',
      );
    };
    await files.change(path, create, signal);
    return { output: { steps: stepCount, notes: notes.slice(0, MAX_NOTES) } };
  },
});

async function flowOfTask(
  { client, readState, catalog }: ToolConnection,
  taskId: string,
  signal: AbortSignal,
): Promise<NewFlow> {
  const source = { client, catalog: await catalog(signal), readState, platformOf };
  const flow = await readTaskFlow(source, taskId, signal).catch((error: unknown) => {
    throw error instanceof TaskFlowError ? new ToolError(error.message) : error;
  });
  return { ...flow, notes: flow.notes.map(({ sentence }) => mark('device', sentence, MAX_NOTE)) };
}

async function flowOfFile(
  connection: ToolConnection,
  files: FlowFiles,
  path: string,
  signal: AbortSignal,
): Promise<NewFlow> {
  const source = { path, text: await files.readOther(path), readFile: files.readOther };
  const result = await importFile(source, DEFAULT_TARGET, await connection.catalog(signal)).catch(
    (error: unknown) => {
      throw error instanceof ImportError
        ? new ToolError(
            'The file cannot be imported. The text says why.',
            mark('file', error.message, MAX_NOTE),
          )
        : error;
    },
  );
  const different = result.commands.filter(({ outcome }) => outcome !== 'translated');
  const notes = [importSummary(result), ...different.map(commandLineOf), ...result.notes];
  return { ...result, notes: notes.map(note => mark('file', note, MAX_NOTE)) };
}
