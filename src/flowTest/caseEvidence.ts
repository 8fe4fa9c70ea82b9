import { readEvidence } from '../deploy/explainExecution.ts';
import type { Evidence } from '../flow/explain/explanation.ts';
import type { CaseResult, TestBench } from './runCase.ts';

/** Reads the evidence of a case from its sandbox, which has it until the next case starts; undefined if there is none. */
export async function caseEvidence(
  { own }: Pick<TestBench, 'own'>,
  { execution }: Pick<CaseResult, 'execution'>,
): Promise<Evidence | undefined> {
  return execution && (await readEvidence(own, execution.id));
}
