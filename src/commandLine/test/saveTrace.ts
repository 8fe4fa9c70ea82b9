import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { writeTrace } from '../../flow/trace/traceFile.ts';
import { caseEvidence } from '../../flowTest/caseEvidence.ts';
import type { CaseResult, TestBench } from '../../flowTest/runCase.ts';
import { plainFileName } from '../../util/plainText.ts';
import { InputError, readingProblem } from '../../validate/inputFile.ts';
import type { PlannedCase } from './planCases.ts';

/** Saves the trace of a case, without pictures, in a folder. Throws InputError if it cannot be written. */
export async function saveTrace(
  folder: string,
  bench: Pick<TestBench, 'own'>,
  { file, name }: Pick<PlannedCase, 'file' | 'name'>,
  result: Pick<CaseResult, 'execution'>,
): Promise<void> {
  const evidence = await caseEvidence(bench, result);
  if (!evidence) return;
  const document = { ...evidence, source: 'Test', missing: ['pictures'], tasks: [] };
  const bytes = await writeTrace({ document, pictures: new Map() });
  const flow = basename(file).replace(/\.flow\.json$/, '');
  const path = join(folder, `${[flow, name].map(plainFileName).join('-')}.flow-trace`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, bytes);
  } catch (error) {
    throw new InputError(`${path} cannot be written: ${readingProblem(error)}.`);
  }
}
