import { type CatalogAction, createCatalog, type FlowCatalog } from '../flow/catalog.ts';
import { parseExact } from '../util/exactJson.ts';
import { isObject } from '../util/isObject.ts';
import { InputError, readingProblem, readText } from './inputFile.ts';
import { toError } from '../util/errors.ts';

/**
 * Reads the actions in a file: a JSON array of actions, or a page with `items`. Without a file, returns those of a new
 * sandbox. Throws InputError.
 */
export async function readCatalogFile(file: string | undefined): Promise<FlowCatalog> {
  if (file === undefined) return sandboxCatalog();
  const value = parse(file, await catalogText(file));
  // The `items` of an empty page can be null.
  const items = isObject(value) && 'items' in value ? (value['items'] ?? []) : value;
  if (!Array.isArray(items)) {
    throw new InputError(`${file} holds neither an array of actions nor an object with “items”.`);
  }
  refuseOnePageOfMany(file, value, items.length);
  return createCatalog(items.map((item: unknown, index) => readAction(file, item, index)));
}

/** Returns the actions of a new sandbox. */
export async function sandboxCatalog(): Promise<FlowCatalog> {
  const { demoCatalog } = await import('../sandbox/demo/demoCatalog.ts');
  return createCatalog(demoCatalog);
}

/** Throws InputError for one page of several, because actions on the other pages would be reported as unknown. */
function refuseOnePageOfMany(file: string, value: unknown, count: number): void {
  const pagination = isObject(value) ? value['pagination'] : undefined;
  const total = isObject(pagination) ? pagination['total'] : undefined;
  if (typeof total !== 'number' || total <= count) return;
  throw new InputError(
    `${file} is one page of several, with ${count} of ${total} actions; join all pages, as docs/validate.md shows.`,
  );
}

function readAction(file: string, item: unknown, index: number): CatalogAction {
  if (!isObject(item) || typeof item['id'] !== 'string' || typeof item['name'] !== 'string') {
    throw new InputError(`${file}: item ${index} is not an action with a text “id” and a text “name”.`);
  }
  const { id, name, description, service, method, params, paramsSchema, outputSchema } = item;
  return {
    id,
    name,
    description: typeof description === 'string' ? description : undefined,
    service: typeof service === 'string' ? service : undefined,
    method: typeof method === 'string' ? method : undefined,
    params,
    paramsSchema: paramsSchema ?? undefined,
    outputSchema,
  };
}

async function catalogText(file: string): Promise<string> {
  try {
    return await readText(file);
  } catch (error) {
    throw new InputError(`The catalog ${file} cannot be read: ${readingProblem(error)}.`);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    throw new InputError(`The catalog ${file} is not JSON: ${toError(error).message}.`);
  }
}
