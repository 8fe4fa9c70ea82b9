import { join } from 'node:path';
import { writeTrace } from '../../flow/trace/traceFile.ts';
import { readEvidence } from '../../deploy/explainExecution.ts';
import type { CaseResult, TestBench } from '../../flowTest/runCase.ts';
import { writeOutput } from '../files.ts';
import type { PlannedCase } from './planCases.ts';

/** Saves the trace of a case, without pictures, in a folder. Throws InputError if it cannot be written. */
export async function saveTrace(
  folder: string,
  { sandboxClient }: Pick<TestBench, 'sandboxClient'>,
  { traceName }: Pick<PlannedCase, 'traceName'>,
  { execution }: Pick<CaseResult, 'execution'>,
): Promise<void> {
  const evidence = execution && (await readEvidence(sandboxClient, execution.id));
  if (!evidence) return;
  const document = { ...evidence, source: 'Test', missing: ['pictures'], tasks: [] };
  const bytes = await writeTrace({ document, pictures: new Map() });
  await writeOutput(join(folder, `${traceName}.flow-trace`), bytes);
}
