import { isObject } from '../../util/isObject.ts';
import type { FlowCatalog } from '../catalog.ts';
import { parseJson, valueOf } from '../document/jsonTree.ts';
import { compareFlows } from './compareFlows.ts';
import type { FlowDifference } from './difference.ts';
import { type FlowMeaning, meaningOfBody } from './flowMeaning.ts';

/** Reads the meaning of the text of a flow file, even if it has errors, or returns why it holds no flow. */
export function meaningOfText(
  text: string,
  catalog: Pick<FlowCatalog, 'action'>,
): FlowMeaning | { readonly problem: string } {
  const { root, problems } = parseJson(text);
  const problem = problems.find(({ severity }) => severity === 'error');
  const value = problem || !root ? undefined : valueOf(root);
  if (isObject(value)) return meaningOfBody(value, catalog);
  return { problem: problem?.message ?? 'A flow is a JSON object.' };
}

/** Compares two versions of a flow file by their meaning; undefined if one of them holds no flow. */
export function compareTexts(
  before: string,
  after: string,
  catalog: Pick<FlowCatalog, 'action'>,
): readonly FlowDifference[] | undefined {
  const [old, now] = [meaningOfText(before, catalog), meaningOfText(after, catalog)];
  return 'problem' in old || 'problem' in now ? undefined : compareFlows(old, now, { keepsAbsent: false });
}
