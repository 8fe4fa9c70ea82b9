import { readFile, writeFile } from 'node:fs/promises';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { applyEdits } from '../../flow/document/textEdits.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';
import { repairEdits } from '../../flow/repair/repairEdits.ts';
import { isFlowPath } from '../../flowTest/testPath.ts';
import { outputLine } from '../../util/outputLine.ts';
import { readCatalog } from '../../validate/catalogFile.ts';
import { readingProblem } from '../../validate/inputFile.ts';
import { compareFiles } from '../diff/compareFiles.ts';
import { formatDiff } from '../diff/formatDiff.ts';
import { requireJsonOf } from '../files.ts';
import { ProposalFile, type ProposedRepair } from '../test/proposals.ts';

/** The bytes of a byte order mark. */
const MARK = [0xef, 0xbb, 0xbf];

/** The proposals to apply. */
export interface HealOptions {
  /** The file with the proposals. */
  readonly file: string;
  readonly catalogFile: string | undefined;
  /** False to show the changes only. */
  readonly isWriting: boolean;
  /** From 0 to 1. */
  readonly leastConfidence: number;
}

/**
 * Shows the repairs of a file and their changes, and writes them if asked. A flow with a step that has changed since is
 * left as it is. Resolves to the exit code: 1 if there is such a flow. Throws InputError.
 */
export async function healFlows(options: HealOptions): Promise<number> {
  const { file, catalogFile, isWriting, leastConfidence } = options;
  const { proposals } = await requireJsonOf(file, ProposalFile, 'a file of proposals');
  const catalog = await readCatalog(catalogFile);
  const byFlow = Map.groupBy(proposals, proposal => proposal.file);
  let exitCode = 0;
  let count = 0;
  for (const [flow, ofFlow] of byFlow) {
    const repairs = pickLikeliest(ofFlow.flatMap(proposal => proposal.repairs)).filter(
      ({ confidence }) => confidence >= leastConfidence,
    );
    if (repairs.length === 0) continue;
    const refusal = await healFlow(flow, repairs, catalog, isWriting);
    if (refusal === undefined) count += repairs.length;
    else {
      exitCode = 1;
      process.stdout.write(`${outputLine(`${flow} was not changed: ${refusal}`)}\n`);
    }
  }
  process.stdout.write(`${totalText(count, isWriting)}\n`);
  return exitCode;
}

function totalText(count: number, isWriting: boolean): string {
  const repairs = count === 1 ? '1 repair' : `${count} repairs`;
  if (count === 0) return 'There is nothing to repair.';
  return isWriting ? `${repairs} applied.` : `${repairs} shown. Add --yes to apply.`;
}

/** Several cases of a flow can fail at the same step, which gets one repair. */
function pickLikeliest(repairs: readonly ProposedRepair[]): readonly ProposedRepair[] {
  const byStep = Map.groupBy(repairs, ({ path }) => path.join('.'));
  return [...byStep.values()].flatMap(
    same => same.toSorted((one, other) => other.confidence - one.confidence)[0] ?? [],
  );
}

/** Repairs a flow file; resolves to a sentence if it cannot be repaired. */
async function healFlow(
  file: string,
  repairs: readonly ProposedRepair[],
  catalog: FlowCatalog,
  isWriting: boolean,
): Promise<string | undefined> {
  if (!isFlowPath(file)) return 'It is not a flow file.';
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return `It cannot be read: ${readingProblem(error)}.`;
  }
  const text = new TextDecoder().decode(bytes);
  // Decoding drops the byte order mark that some editors write.
  const mark = MARK.every((byte, at) => bytes[at] === byte) ? '\ufeff' : '';
  const found = repairEdits(
    text,
    catalog,
    repairs.map(({ path, from, isPart, to }) => ({ path, from: { selector: from, isPart }, to })),
  );
  if ('refusal' in found) return found.refusal;
  const after = applyEdits(text, found.edits);
  const change = compareFiles({ path: file, text }, { path: file, text: after }, catalog);
  const reasons = repairs.map(
    ({ path, reason, confidence }) =>
      `  ${outputLine(`Step ${stepNumber(path)}: ${reason}`)} (${Math.round(confidence * 100)} %)`,
  );
  process.stdout.write(`${formatDiff('text', [change]).trimEnd()}\n${reasons.join('\n')}\n`);
  if (!isWriting) return undefined;
  try {
    await writeFile(file, `${mark}${after}`);
    return undefined;
  } catch (error) {
    return `It cannot be written: ${readingProblem(error)}.`;
  }
}
