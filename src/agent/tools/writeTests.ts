import * as z from 'zod';
import { applyEdits } from '../../flow/document/textEdits.ts';
import { applyEdit } from '../../flow/edit/applyEdit.ts';
import type { FlowEdit, ValueLocation } from '../../flow/edit/flowEdit.ts';
import { readTestFile, type TestCase } from '../../flowTest/testFile.ts';
import { testPathOf } from '../../flowTest/testPath.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { plainText } from '../../util/plainText.ts';
import { testsHider } from '../flowText.ts';
import { mark, Marked } from '../marked.ts';
import { FlowPath } from '../schemas.ts';
import { defineTool, ToolError } from '../tool.ts';
import { requireFlowText } from './flowFiles.ts';

const { characters: MAX_LENGTH, parts: MAX } = BUDGETS.edits;
const MAX_WORK = MAX['characters of all intermediate files'];
const MAX_CASES = 100;
const MAX_PROBLEM = 300;
const UNCHANGED = 'Nothing was changed.';

const DESCRIPTION = `Add cases to the tests of a flow (NAME.flow.test.json beside it), replace those with the same name, or remove some. Each case runs the flow in a reset sandbox; read_flow shows them. A case: {name, payload?, deviceIds?, messages?: [{mailboxId, subject?, text?, passcode?}], timeoutSeconds?, expect?: {status?, error?, steps?: [{step: 2 or "2.1", status?, output?, error?, runs?, screen?}], screen?}}; screen: [{element: {text?, description?, resourceId?, role?}, check: exists|gone|checked|notChecked, or textIs|textContains with value}]. Without expect, the run must succeed.`;

type Case = Readonly<Record<string, unknown>> & Pick<TestCase, 'name'>;

/** Writes the test file of a flow. */
export const writeTests = defineTool({
  name: 'write_tests',
  title: 'Write Tests',
  description: DESCRIPTION,
  input: z.strictObject({
    path: FlowPath,
    cases: z
      .array(z.looseObject({ name: z.string() }))
      .max(MAX_CASES)
      .default([]),
    remove: z.array(z.string()).max(MAX_CASES).default([]).describe('Names of cases.'),
  }),
  output: z.object({ path: z.string(), created: z.boolean(), cases: z.array(Marked) }),
  effects: ['edit'],
  runsOn: 'sandbox',
  example: { path: 'flows/sign-in.flow.json', cases: [{ name: 'signs in', expect: { status: 'success' } }] },
  run: async ({ path, cases, remove }, { connection, files, signal }) => {
    const flow = await requireFlowText(files, path);
    const catalog = await connection.catalog(signal);
    if (cases.length === 0 && remove.length === 0)
      throw new ToolError('Give cases to write, or names to remove.');
    if (JSON.stringify(cases).includes(HIDDEN))
      throw new ToolError(
        `The cases contain ${HIDDEN}, which stands for a hidden value. ${UNCHANGED} Leave out cases with hidden values, so that the file keeps them.`,
      );
    const testPath = testPathOf(path);
    let created = false;
    let names: readonly string[] = [];
    const change = (before: string | undefined): string => {
      created = before === undefined;
      if ((before?.length ?? 0) > MAX_LENGTH)
        throw new ToolError(`The test file is too large to be changed here. ${UNCHANGED}`);
      const after = withCases(before, { cases, remove }, testsHider(flow, before ?? '', catalog), signal);
      names = after.names.map(testsHider(flow, after.text, catalog));
      return after.text;
    };
    await files.change(testPath, change, signal);
    return { output: { path: testPath, created, cases: names.map(name => mark('file', name)) } };
  },
});

/** A test file that was checked, and the names of its cases. */
interface CheckedTests {
  readonly text: string;
  readonly names: readonly string[];
}

/** Returns a test file with some cases added or replaced, and others removed. */
function withCases(
  before: string | undefined,
  { cases, remove }: { readonly cases: readonly Case[]; readonly remove: readonly string[] },
  hide: (text: string) => string,
  signal: AbortSignal,
): CheckedTests {
  if (before === undefined || before.trim() === '') {
    if (remove.length === 0) return checked(textOf({ cases }), hide);
    throw new ToolError(`This flow has no tests, so none can be removed. ${UNCHANGED}`);
  }
  const read = readTestFile(before);
  if ('problem' in read)
    throw new ToolError(
      `The test file of this flow is invalid. ${UNCHANGED} The text says where.`,
      mark('file', hide(read.problem), MAX_PROBLEM),
    );
  let text = before;
  let work = 0;
  for (const edit of editsFor(
    read.cases.map(({ name }) => name),
    cases,
    remove,
  )) {
    signal.throwIfAborted();
    // Each edit reads the whole file, and can make it larger.
    work += text.length;
    if (work > MAX_WORK)
      throw new ToolError(`These are too many changes of a large file. ${UNCHANGED} Make fewer at once.`);
    const outcome = applyEdit(text, edit);
    if (outcome.kind === 'refused')
      throw new ToolError(
        `The test file cannot be changed. ${UNCHANGED}`,
        mark('file', hide(outcome.sentence)),
      );
    text = applyEdits(text, outcome.edits);
    if (text.length > MAX_LENGTH) break;
  }
  return checked(text, hide);
}

/** Returns the edits of a test file whose cases have some names. */
function editsFor(names: string[], cases: readonly Case[], remove: readonly string[]): readonly FlowEdit[] {
  const edits: FlowEdit[] = [];
  const location = (index?: number): ValueLocation => ({
    in: 'settings',
    path: index === undefined ? ['cases'] : ['cases', index],
  });
  // A case that is added first keeps the list from becoming empty, which would lose its format.
  for (const one of cases) {
    const index = names.indexOf(one.name);
    if (index === -1) {
      edits.push({ kind: 'insertItem', location: location(), index: names.length, value: one });
      names.push(one.name);
    } else edits.push({ kind: 'set', location: location(index), value: one });
  }
  for (const name of remove) {
    const index = names.indexOf(name);
    if (index === -1) throw new ToolError(`There is no case named “${plainText(name, 100)}”. ${UNCHANGED}`);
    edits.push({ kind: 'remove', location: location(index) });
    names.splice(index, 1);
  }
  return edits;
}

/** Returns a test file with the names of its cases. Throws ToolError if it is invalid or too large. */
function checked(text: string, hide: (text: string) => string): CheckedTests {
  if (text.length > MAX_LENGTH) throw new ToolError(`The test file would become too large. ${UNCHANGED}`);
  const read = readTestFile(text);
  if (!('problem' in read)) return { text, names: read.cases.map(({ name }) => name) };
  throw new ToolError(
    `The test file would not be valid. ${UNCHANGED} The text says where.`,
    mark('file', hide(read.problem), MAX_PROBLEM),
  );
}

function textOf(content: object): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
