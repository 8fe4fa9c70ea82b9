import { writeFile } from 'node:fs/promises';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { failureOffsets } from '../flowTest/failurePlace.ts';
import { type FileResult, formatJunitReport } from '../flowTest/junit.ts';
import { type CaseResult, runCase, type TestBench, createUnfitResult } from '../flowTest/runCase.ts';
import { PLAIN_CASE, readTestFile, type ReadTests } from '../flowTest/testFile.ts';
import { flowPathOf, testPathOf } from '../flowTest/testPath.ts';
import { formatTextReport } from '../flowTest/textReport.ts';
import { readCatalog, sandboxCatalog } from '../validate/catalogFile.ts';
import { isNotFound } from '../util/fileError.ts';
import { type FlowFile, readFlowFiles } from '../validate/flowFiles.ts';
import { InputError, readingProblem, readText } from '../validate/inputFile.ts';
import { type FlowsOptions, readFlowsOptions, USAGE } from './options.ts';
import { withSandbox } from './withSandbox.ts';

/** Tests flow files. Resolves to the exit code: 0 if all cases pass, 1 if one does not, 2 for bad usage. */
export async function runFlows(args: readonly string[]): Promise<number> {
  const options = readFlowsOptions(args);
  if (options === 'help') {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if ('usage' in options) {
    process.stderr.write(`${options.usage}\n\n${USAGE}\n`);
    return 2;
  }
  try {
    const results = await testFiles(options);
    process.stdout.write(`${formatTextReport(results)}\n`);
    if (options.junitFile !== undefined) await writeReport(options.junitFile, formatJunitReport(results));
    return results.some(({ cases }) => cases.some(result => result.outcome !== 'passed')) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function testFiles({ files, catalogFile, ...settings }: FlowsOptions): Promise<readonly FileResult[]> {
  const catalog = catalogFile === undefined ? await sandboxCatalog() : await readCatalog(catalogFile);
  const flows = await readFlowFiles(files.map(flowPathOf));
  return withSandbox(settings, async clients => {
    const bench: TestBench = { ...clients, catalog };
    const results: FileResult[] = [];
    for (const flow of flows) results.push({ file: flow.file, cases: await runCases(bench, flow) });
    return results;
  });
}

async function runCases(bench: TestBench, { file, text }: FlowFile): Promise<readonly CaseResult[]> {
  const read = await readCases(file);
  if ('problem' in read) return [createUnfitResult('its cases are read', read.problem)];
  const results: CaseResult[] = [];
  for (const test of read.cases) results.push(addLines(text, await runCase(bench, text, test)));
  return results;
}

function addLines(text: string, result: CaseResult): CaseResult {
  if (result.outcome !== 'failed') return result;
  const offsets = failureOffsets(parseFlow(text), result.execution, result.failures);
  const failures = result.failures.map((failure, index) => ({
    ...failure,
    line: text.slice(0, offsets[index]).split('\n').length,
  }));
  return { ...result, failures };
}

async function readCases(flowFile: string): Promise<ReadTests> {
  const file = testPathOf(flowFile);
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    if (isNotFound(error)) return { cases: [PLAIN_CASE] };
    return { problem: `${file} cannot be read: ${readingProblem(error)}.` };
  }
  const read = readTestFile(text);
  return 'problem' in read ? { problem: `${file} is not a file of tests. ${read.problem}` } : read;
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new InputError(`${file} cannot be written: ${readingProblem(error)}.`);
  }
}
