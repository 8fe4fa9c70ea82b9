import * as z from 'zod';
import { readTaskFlow, TaskFlowError } from '../../deploy/readTaskFlow.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { platformOf } from '../../wording/deviceLabels.ts';
import { mark, Marked } from '../marked.ts';
import { connectionInput, FlowPath } from '../schemas.ts';
import { defineTool, ToolError } from '../tool.ts';

const MAX_NOTES = 100;
const MAX_NOTE = 300;

/** Writes what a finished task did into a new flow file. */
export const saveTask = defineTool({
  name: 'save_task',
  title: 'Save Task',
  description: 'Write what a finished task did into a new flow file. Check uncertain steps with run_flow.',
  input: z.strictObject({ ...connectionInput, taskId: z.string(), path: FlowPath }),
  output: z.object({ steps: z.int(), notes: z.array(Marked) }),
  effects: ['edit'],
  runsOn: 'connection',
  example: { taskId: '3f2b7d0e-52a4-4c58-9d3b-1f9f8f7f6a10', path: 'flows/sign-in.flow.json' },
  run: async ({ taskId, path }, { connection, files, signal }) => {
    const { client, readState } = connection;
    const catalog = await connection.catalog(signal);
    const source = { client, catalog, readState, platformOf };
    const { text, stepCount, notes } = await readTaskFlow(source, taskId, signal).catch((error: unknown) => {
      throw error instanceof TaskFlowError ? new ToolError(error.message) : error;
    });
    if (text.length > BUDGETS.edits.characters)
      throw new ToolError('The flow would be too large. Nothing was written.');
    const create = (before: string | undefined): string => {
      if (before === undefined) return text;
      throw new ToolError(
        'The file exists already, and nothing was changed. Call save_task with the path of a new file.',
      );
    };
    await files.change(path, create, signal);
    const sentences = notes.slice(0, MAX_NOTES).map(({ sentence }) => mark('device', sentence, MAX_NOTE));
    return { output: { steps: stepCount, notes: sentences } };
  },
});
