import * as z from 'zod';
import { testPathOf } from '../../flowTest/testPath.ts';
import { checkText, secretsOf, stepLines, withoutSecretsOf } from '../flowText.ts';
import { cutMarked, Marked, markLines, token } from '../marked.ts';
import { connectionInput, FindingOutput, FlowPath, StepLine } from '../schemas.ts';
import { defineTool, MAX_RESULT_LENGTH } from '../tool.ts';
import { requireFlowText } from './flowFiles.ts';

const MAX_LENGTH = 30_000;
/** The characters of a result that are kept free for its names and brackets. */
const RESERVE = 500;
const UNREADABLE = 'it is too large, no UTF-8 text, or a link to a file of another kind.';

/** Reads a flow file with its findings. */
export const readFlow = defineTool({
  name: 'read_flow',
  title: 'Read Flow',
  description:
    'Read a flow file: its text without secrets, its steps with paths for edit_flow, its tests, its flow on the connection, and the findings.',
  input: z.strictObject({ ...connectionInput, path: FlowPath }),
  output: z.object({
    path: z.string(),
    text: Marked,
    steps: z.array(StepLine),
    flowId: z.string().optional(),
    tests: Marked.optional().describe('Its test file.'),
    testsNote: z.string().optional().describe('Why there are no tests, although there is a test file.'),
    errors: z.int(),
    findings: z.array(FindingOutput),
    more: z.int(),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { path: 'flows/sign-in.flow.json' },
  run: async ({ path }, { connection, files, signal }) => {
    const text = await requireFlowText(files, path);
    const catalog = await connection.catalog(signal);
    const links = await files.links(connection.id).all();
    const output = {
      path,
      text: markLines('file', withoutSecretsOf(text, catalog), MAX_LENGTH),
      steps: stepLines(text, catalog, connection.sandboxClient !== undefined),
      flowId: token(links[path]?.flowId),
      ...checkText(text, catalog),
    };
    // JSON needs up to two characters for one of a text.
    const left = (MAX_RESULT_LENGTH - JSON.stringify(cutMarked(output)).length) / 2 - RESERVE;
    const testPath = testPathOf(path);
    let tests: string | undefined;
    try {
      tests = await files.read(testPath);
    } catch {
      return { output: { ...output, testsNote: `${testPath} cannot be read: ${UNREADABLE}` } };
    }
    if (tests === undefined) return { output };
    if (left <= 0) return { output: { ...output, testsNote: 'The flow leaves no room for its tests.' } };
    // Expectations can repeat secrets of the flow.
    const shown = secretsOf(text, catalog).text(withoutSecretsOf(tests, catalog));
    return {
      output: { ...output, tests: markLines('file', shown, Math.min(MAX_LENGTH, Math.floor(left))) },
    };
  },
});

/** Checks a flow file. */
export const checkFlow = defineTool({
  name: 'check_flow',
  title: 'Check Flow',
  description:
    'Check a flow file against the actions of a connection. The service refuses flows with errors, or their runs fail.',
  input: z.strictObject({ ...connectionInput, path: FlowPath }),
  output: z.object({ path: z.string(), errors: z.int(), findings: z.array(FindingOutput), more: z.int() }),
  effects: ['read'],
  runsOn: 'connection',
  example: { path: 'flows/sign-in.flow.json' },
  run: async ({ path }, { connection, files, signal }) => {
    const text = await requireFlowText(files, path);
    return { output: { path, ...checkText(text, await connection.catalog(signal)) } };
  },
});
