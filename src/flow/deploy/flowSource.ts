import { readFileSecrets } from '../secrets/readFileSecrets.ts';
import { isObject } from '../../util/isObject.ts';
import type { FlowCatalog } from '../catalog.ts';
import { checkFlow } from '../check/checkFlow.ts';
import { type FlowMeaning, meaningOfBody } from '../compare/flowMeaning.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { parseValue } from '../document/jsonTree.ts';
import { parseFlow } from '../document/flowDocument.ts';

/** A flow file that can be deployed. */
export interface FlowSource {
  /** The key of the file in the links. */
  readonly key: string;
  /** The path for display. */
  readonly path: string;
  readonly name: string;
  /** The request body for creating the flow (spec 4.4), without `$schema`. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly meaning: FlowMeaning;
}

/** A flow file that cannot be deployed; `refusal` is a sentence with the reason. */
export interface RefusedSource {
  readonly key: string;
  readonly path: string;
  readonly refusal: string;
  /** The range of the first problem in the text; undefined if no part of it is the reason. */
  readonly problem?: TextRange;
}

/** The words about a file that holds no flow, after its name. */
export const NO_FLOW = 'does not hold a flow; a flow is a JSON object.';

/** Returns the request body for creating the flow of a file, without `$schema`; undefined if its text is no object. */
export function flowBodyOf(text: string): FlowSource['body'] | undefined {
  const value = parseValue(text);
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([field]) => field !== '$schema'));
}

/** Returns a reader of flow files that refuses files with errors. The key of a file defaults to its path. */
export function createFlowSourceReader(
  catalog: FlowCatalog,
): (path: string, text: string, key?: string) => FlowSource | RefusedSource {
  return (path, text, key = path) => readFlowSource({ key, path }, text, catalog);
}

function readFlowSource(
  file: Pick<FlowSource, 'key' | 'path'>,
  text: string,
  catalog: FlowCatalog,
): FlowSource | RefusedSource {
  const errors = checkFlow(parseFlow(text), catalog).filter(({ severity }) => severity === 'error');
  const [first, ...more] = errors.toSorted((left, right) => left.start - right.start);
  if (first) {
    const line = text.slice(0, first.start).split('\n').length;
    const rest = more.length === 0 ? '' : ` There ${more.length === 1 ? 'is' : 'are'} ${more.length} more.`;
    const { mask } = readFileSecrets(text, catalog);
    const problem = { start: first.start, end: first.end };
    return { ...file, refusal: `Line ${line}: ${mask.text(first.message)}${rest}`, problem };
  }
  const body = flowBodyOf(text);
  if (!body) return { ...file, refusal: `The file ${NO_FLOW}` };
  const name = typeof body['name'] === 'string' ? body['name'] : file.path;
  return { ...file, name, body, meaning: meaningOfBody(body, catalog) };
}
