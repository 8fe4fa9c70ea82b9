import * as z from 'zod';
import { testPathOf } from '../../flowTest/testPath.ts';
import { checkText, secretsOf, stepLines, withoutSecretsOf } from '../flowText.ts';
import { Marked, markLines, token } from '../marked.ts';
import { connectionInput, Finding, FlowPath, StepLine } from '../schemas.ts';
import { defineTool } from '../tool.ts';
import { requireFlow } from './flowFiles.ts';

const MAX_LENGTH = 30_000;

/** Reads a flow file with its findings. */
export const readFlow = defineTool({
  name: 'read_flow',
  title: 'Read Flow',
  description:
    'Read a flow file: its text without secrets, its steps with their paths for edit_flow, its tests, the flow on the connection it is linked to, and what the checks found.',
  input: z.strictObject({ ...connectionInput, path: FlowPath }),
  output: z.object({
    path: z.string(),
    text: Marked,
    steps: z.array(StepLine),
    flowId: z.string().optional(),
    tests: Marked.optional().describe('Its test file.'),
    errors: z.int(),
    findings: z.array(Finding),
    more: z.int(),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { path: 'flows/sign-in.flow.json' },
  run: async ({ path }, { connection, files, signal }) => {
    const text = await requireFlow(files, path);
    const catalog = await connection.catalog(signal);
    const tests = await files.read(testPathOf(path));
    // Expectations can repeat secrets of the flow.
    const hide = (of: string): string => secretsOf(text, catalog).text(withoutSecretsOf(of, catalog));
    const links = await files.links(connection.id).all();
    return {
      output: {
        path,
        text: markLines('file', withoutSecretsOf(text, catalog), MAX_LENGTH),
        steps: stepLines(text, catalog, connection.sandboxClient !== undefined),
        flowId: token(links[path]?.flowId),
        tests: tests === undefined ? undefined : markLines('file', hide(tests), MAX_LENGTH),
        ...checkText(text, catalog),
      },
    };
  },
});

/** Checks a flow file. */
export const checkFlow = defineTool({
  name: 'check_flow',
  title: 'Check Flow',
  description:
    'Check a flow file against the actions of a connection. Errors make the service refuse the flow or fail its runs.',
  input: z.strictObject({ ...connectionInput, path: FlowPath }),
  output: z.object({ path: z.string(), errors: z.int(), findings: z.array(Finding), more: z.int() }),
  effects: ['read'],
  runsOn: 'connection',
  example: { path: 'flows/sign-in.flow.json' },
  run: async ({ path }, { connection, files, signal }) => {
    const text = await requireFlow(files, path);
    return { output: { path, ...checkText(text, await connection.catalog(signal)) } };
  },
});
