import { isObject } from '../../util/isObject.ts';
import type { FlowCatalogue } from '../catalogue.ts';
import { FlowChecker } from '../check/flowChecker.ts';
import { type FlowMeaning, meaningOfBody } from '../compare/flowMeaning.ts';
import { parseJson, valueOf } from '../document/jsonTree.ts';
import { parseFlow } from '../document/flowDocument.ts';

/** A flow file that can be brought to a service. */
export interface FlowSource {
  /** The path by which links know the file. */
  readonly path: string;
  readonly name: string;
  /** The body of the flow's creation (spec 4.4), without `$schema`, which is for editors. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly meaning: FlowMeaning;
}

/** A flow file that cannot be, with the sentence that says why. */
export interface RefusedSource {
  readonly path: string;
  readonly refusal: string;
}

/** A reader of flow files that refuses one with errors; schemas are made ready once for all of its files. */
export function flowSourceReader(
  catalogue: FlowCatalogue,
): (path: string, text: string) => FlowSource | RefusedSource {
  const checker = new FlowChecker(catalogue);
  return (path, text) => readFlowSource(path, text, catalogue, checker);
}

function readFlowSource(
  path: string,
  text: string,
  catalogue: FlowCatalogue,
  checker: FlowChecker,
): FlowSource | RefusedSource {
  const document = parseFlow(text);
  const errors = checker.check(document).filter(({ severity }) => severity === 'error');
  const [first, ...more] = errors.toSorted((one, other) => one.start - other.start);
  if (first) {
    const line = text.slice(0, first.start).split('\n').length;
    const rest =
      more.length === 0 ? '' : ` There ${more.length === 1 ? 'is 1 more' : `are ${more.length} more`}.`;
    return { path, refusal: `Line ${line}: ${first.message}${rest}` };
  }
  const { root } = parseJson(text);
  const value = root && valueOf(root);
  if (!isObject(value)) return { path, refusal: 'The file does not hold a flow; a flow is a JSON object.' };
  const body = Object.fromEntries(Object.entries(value).filter(([field]) => field !== '$schema'));
  const name = typeof body['name'] === 'string' ? body['name'] : path;
  return { path, name, body, meaning: meaningOfBody(body, catalogue) };
}
