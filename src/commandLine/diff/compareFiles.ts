import type { FlowCatalog } from '../../flow/catalog.ts';
import { compareFlows } from '../../flow/compare/compareFlows.ts';
import type { FlowDifference } from '../../flow/compare/difference.ts';
import { meaningOfText } from '../../flow/compare/compareTexts.ts';
import type { FlowMeaning } from '../../flow/compare/flowMeaning.ts';
import { hideSecretsInText } from '../../util/secretText.ts';
import { InputError } from '../../validate/inputFile.ts';

/** A version of a flow file. */
export interface FileVersion {
  readonly path: string;
  readonly text: string;
}

/** The changes of one flow file. */
export interface FileChange {
  readonly path: string;
  /** The earlier path of a file that was renamed. */
  readonly formerPath?: string | undefined;
  readonly kind: 'added' | 'removed' | 'changed' | 'unreadable';
  /** The name of the flow, if it can be read. */
  readonly flow?: string | undefined;
  /** Empty if only the notation changed, and for kinds other than `changed`. */
  readonly differences: readonly FlowDifference[];
  /** The reason that the file cannot be compared, as a sentence. */
  readonly problem?: string | undefined;
}

/** Compares two versions of a flow file by their meaning. At least one is defined. */
export function compareFiles(
  before: FileVersion | undefined,
  after: FileVersion | undefined,
  catalog: FlowCatalog,
): FileChange {
  const path = (after ?? before)?.path ?? '';
  try {
    const [old, now] = [before && readMeaning(before, catalog), after && readMeaning(after, catalog)];
    const flow = nameOf(now ?? old);
    if (!old) return { path, kind: 'added', flow, differences: [] };
    if (!now) return { path, kind: 'removed', flow, differences: [] };
    const formerPath = before?.path === path ? undefined : before?.path;
    const differences = compareFlows(old, now, { keepsAbsent: false });
    return { path, formerPath, kind: 'changed', flow, differences };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { path, kind: 'unreadable', differences: [], problem: error.message };
  }
}

/** Reads the meaning of a flow file, even if it has errors. Throws InputError if it is not a JSON object. */
export function readMeaning({ path, text }: FileVersion, catalog: FlowCatalog): FlowMeaning {
  const read = meaningOfText(text, catalog);
  if ('problem' in read) throw new InputError(`${path} does not hold a flow. ${read.problem}`);
  return read;
}

function nameOf(meaning: FlowMeaning | undefined): string | undefined {
  const name = meaning?.settings.name;
  return typeof name === 'string' ? hideSecretsInText(name) : undefined;
}
