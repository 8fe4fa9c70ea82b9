import { counted } from '../util/counted.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { compareTexts } from '../flow/compare/compareTexts.ts';
import { describeDifference } from '../flow/compare/differenceText.ts';
import { plainText } from '../util/plainText.ts';

/** The maximum length of a version that is compared, in characters. */
const MAX_LENGTH = 1_000_000;

/** The changes of the meaning between two versions of a flow file, as plain text. */
export interface ChangeSentences {
  /** The number of changes, or that the meaning is the same. */
  readonly head: string;
  readonly sentences: readonly string[];
}

/** Describes the changes between two versions of a flow file; undefined if one is too long or holds no flow. */
export function changeSentences(
  before: string,
  after: string,
  catalog: Pick<FlowCatalog, 'action'>,
  nameOfDevice: (id: string) => string,
): ChangeSentences | undefined {
  if (before.length > MAX_LENGTH || after.length > MAX_LENGTH) return undefined;
  const differences = compareTexts(before, after, catalog);
  if (!differences) return undefined;
  const sentences = differences.map(difference => {
    const text = plainText(describeDifference(difference, nameOfDevice));
    return difference.graph ? `${text} (needs a new verification)` : text;
  });
  return {
    head: sentences.length === 0 ? 'The meaning is the same.' : counted(sentences.length, 'change'),
    sentences,
  };
}
