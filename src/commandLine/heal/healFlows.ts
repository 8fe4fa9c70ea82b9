import { counted } from '../../util/counted.ts';
import { resolve as resolvePath } from 'node:path';
import { writableFlow } from '../../deploy/writableFlow.ts';
import { changeText } from '../../files/changeFile.ts';
import { nodeDisk } from '../../files/disk.ts';
import { BusyFileError } from '../../files/fileLock.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { applyEdits } from '../../flow/document/textEdits.ts';
import { stepNumber } from '../../flow/edit/flowEdit.ts';
import { repairEdits } from '../../flow/repair/repairEdits.ts';
import { isFlowPath } from '../../flowTest/testPath.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { outputLine } from '../../util/outputLine.ts';
import { readCatalogFile } from '../../validate/catalogFile.ts';
import { readingProblem, readText } from '../../validate/inputFile.ts';
import { compareFiles } from '../diff/compareFiles.ts';
import { formatDiff } from '../diff/formatDiff.ts';
import { requireJsonOf } from '../files.ts';
import { ProposalFile, type ProposedRepair } from '../test/proposals.ts';

/** The proposals to apply. */
export interface HealOptions {
  /** The file with the proposals. */
  readonly file: string;
  /** The folder of the project, outside of which nothing is read or written. */
  readonly root: string;
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
  const { file, catalogFile, leastConfidence } = options;
  const { proposals } = await requireJsonOf(file, ProposalFile, 'a file of proposals');
  const catalog = await readCatalogFile(catalogFile);
  const byFlow = Map.groupBy(proposals, proposal => proposal.file);
  let exitCode = 0;
  let count = 0;
  for (const [flow, ofFlow] of byFlow) {
    const repairs = pickLikeliest(ofFlow.flatMap(proposal => proposal.repairs)).filter(
      ({ confidence }) => confidence >= leastConfidence,
    );
    if (repairs.length === 0) continue;
    const refusal = await healFlow(flow, repairs, catalog, options);
    if (refusal === undefined) count += repairs.length;
    else {
      exitCode = 1;
      process.stdout.write(`${outputLine(`${flow} was not changed: ${refusal}`)}\n`);
    }
  }
  process.stdout.write(`${totalText(count, options.isWriting)}\n`);
  return exitCode;
}

function totalText(count: number, isWriting: boolean): string {
  const repairs = counted(count, 'repair');
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
  { isWriting, root }: Pick<HealOptions, 'isWriting' | 'root'>,
): Promise<string | undefined> {
  let done = 'read';
  const steps = repairs.map(({ path, from, isPart, to }) => ({ path, from: { selector: from, isPart }, to }));
  const resolve = (): Promise<string> => requireWritable(root, file);
  const versions = { before: '', after: '' };
  const repair = (text: string): string => {
    const found = repairEdits(text, catalog, steps);
    if ('refusal' in found) throw new Refusal(found.refusal);
    versions.before = text;
    versions.after = applyEdits(text, found.edits);
    return versions.after;
  };
  try {
    repair(await readText(await resolve()));
    if (isWriting) {
      done = 'written';
      const target = { disk: nodeDisk, resolve, most: BUDGETS.change.bytes };
      await changeText(target, now => {
        if (now === undefined) throw new Refusal('It was deleted meanwhile.');
        return repair(now);
      });
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof BusyFileError) return error.message;
    return `It cannot be ${done}: ${readingProblem(error)}.`;
  }
  printRepairs(file, versions.before, versions.after, repairs, catalog);
  return undefined;
}

/** Returns the path of a flow file of the project with symbolic links resolved. Throws Refusal for any other path. */
async function requireWritable(root: string, file: string): Promise<string> {
  if (!isFlowPath(file)) throw new Refusal('It is not a flow file.');
  const path = await writableFlow(root, resolvePath(file));
  if (path !== undefined) return path;
  throw new Refusal(
    `It is not inside the folder ${root}, or it is in a hidden folder. Name the folder of the project with --root.`,
  );
}

function printRepairs(
  path: string,
  text: string,
  after: string,
  repairs: readonly ProposedRepair[],
  catalog: FlowCatalog,
): void {
  const change = compareFiles({ path, text }, { path, text: after }, catalog);
  const reasons = repairs.map(
    ({ path: step, reason, confidence }) =>
      `  ${outputLine(`Step ${stepNumber(step)}: ${reason}`)} (${Math.round(confidence * 100)} %)`,
  );
  process.stdout.write(`${formatDiff('text', [change]).trimEnd()}\n${reasons.join('\n')}\n`);
}

/** Thrown if a flow cannot be repaired; the message is a sentence for the user. */
class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}
