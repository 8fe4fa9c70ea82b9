import { readTestFile, PLAIN_CASE, type ReadTests, type TestCase } from '../../flowTest/testFile.ts';
import { flowPathOf, picturesPathOf, testPathOf } from '../../flowTest/testPath.ts';
import { isNotFound } from '../../util/errors.ts';
import { hideSecretsInText } from '../../util/secretText.ts';
import { type FlowFileText, readFlowFiles } from '../../validate/flowFiles.ts';
import { InputError, readingProblem, readText } from '../../validate/inputFile.ts';
import { GitChanges } from '../git.ts';
import { plainFileName } from '../../util/plainText.ts';
import { basename } from 'node:path';

/** A case to run: the flow, and its test or the reason that the tests cannot be read. */
export interface PlannedCase extends FlowFileText {
  readonly name: string;
  /** The number of the case among all cases, from 0. */
  readonly order: number;
  /** The name of the file for its trace, without extension. */
  readonly traceName: string;
  readonly test: TestCase | { readonly problem: string };
}

/** The selection of cases. */
export interface CaseSelection {
  readonly files: readonly string[];
  /** Only cases whose path and name contain this text, in any case. */
  readonly grep?: string | undefined;
  /** Only cases of flows that changed since this commit; true: since the last commit. */
  readonly onlyChanged?: string | true | undefined;
  /** One of `total` equal parts, from 1. */
  readonly shard?: { readonly index: number; readonly total: number } | undefined;
}

/** Returns the selected cases in the order of their files. Throws InputError. */
export async function planCases(selection: CaseSelection): Promise<readonly PlannedCase[]> {
  const { files, grep, onlyChanged, shard } = selection;
  let flows = await readFlowFiles(files.map(flowPathOf));
  if (onlyChanged !== undefined) {
    const changes = await GitChanges.since(onlyChanged === true ? 'HEAD' : onlyChanged);
    flows = flows.filter(
      ({ file }) =>
        changes.hasChanged(file) ||
        changes.hasChanged(testPathOf(file)) ||
        changes.hasChangedBelow(picturesPathOf(file)),
    );
  }
  const lists = await Promise.all(flows.map(readCases));
  // All cases are named, so that parts of a run do not use the same names.
  const cases = withTraceNames(lists.flat()).map((one, order) => ({ ...one, order }));
  const text = grep?.toLowerCase() ?? '';
  const chosen = cases.filter(({ file, name }) => `${file}: ${name}`.toLowerCase().includes(text));
  if (grep !== undefined && chosen.length === 0)
    throw new InputError(`No case of ${cases.length} contains “${grep}”; --list prints all.`);
  if (!shard) return chosen;
  // Neighboring cases often take equally long, so they go to different parts.
  return chosen.filter((_, index) => index % shard.total === shard.index - 1);
}

async function readCases(flow: FlowFileText): Promise<readonly Omit<PlannedCase, 'order' | 'traceName'>[]> {
  const { problem } = flow;
  if (problem !== undefined) return [{ ...flow, name: 'the file is read', test: { problem } }];
  const read = await readTests(testPathOf(flow.file));
  if ('problem' in read) return [{ ...flow, name: 'its cases are read', test: read }];
  return read.cases.map(test => ({ ...flow, name: hideSecretsInText(test.name), test }));
}

async function readTests(file: string): Promise<ReadTests> {
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

/**
 * Adds the names of their trace files, without extension, to cases. The first case of a name keeps it, and later ones
 * get a number.
 */
function withTraceNames<T extends { readonly file: string; readonly name: string }>(
  cases: readonly T[],
): readonly (T & { readonly traceName: string })[] {
  // Some file systems ignore the case of names.
  const reserved = new Set(cases.map(one => plainName(one).toLowerCase()));
  const used = new Set<string>();
  return cases.map(one => {
    const name = plainName(one);
    let traceName = name;
    for (let number = 2; used.has(traceName.toLowerCase()); number++) {
      const numbered = `${name}-${number}`;
      if (!reserved.has(numbered.toLowerCase())) traceName = numbered;
    }
    used.add(traceName.toLowerCase());
    return { ...one, traceName };
  });
}

function plainName({ file, name }: { readonly file: string; readonly name: string }): string {
  const flow = basename(file).replace(/\.flow\.json$/, '');
  return [flow, name].map(plainFileName).join('-');
}
