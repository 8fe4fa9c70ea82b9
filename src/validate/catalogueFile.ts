import { readFile } from 'node:fs/promises';
import { type CatalogueAction, createCatalogue, type FlowCatalogue } from '../flow/catalogue.ts';
import { isObject } from '../util/isObject.ts';
import { InputError, readingProblem } from './inputError.ts';

/** The actions of a file: a JSON array of actions, or a page with `items`. Throws InputError. */
export async function readCatalogue(file: string): Promise<FlowCatalogue> {
  const value = parse(file, await readText(file));
  const items = isObject(value) ? value['items'] : value;
  if (!Array.isArray(items)) {
    throw new InputError(`${file} holds neither an array of actions nor an object with “items”.`);
  }
  return createCatalogue(items.map((item: unknown, index) => readAction(file, item, index)));
}

/** The actions of the sandbox, as a new one has them. */
export async function sandboxCatalogue(): Promise<FlowCatalogue> {
  const { demoActionId, demoCatalogue } = await import('../sandbox/demo/catalogue/demoCatalogue.ts');
  return createCatalogue(demoCatalogue.map(action => ({ ...action, id: demoActionId(action.method) })));
}

function readAction(file: string, item: unknown, index: number): CatalogueAction {
  if (!isObject(item) || typeof item['id'] !== 'string' || typeof item['name'] !== 'string') {
    throw new InputError(`${file}: item ${index} is not an action with a text “id” and a text “name”.`);
  }
  const { id, name, description, service, method, params, paramsSchema } = item;
  return {
    id,
    name,
    description: typeof description === 'string' ? description : undefined,
    service: typeof service === 'string' ? service : undefined,
    method: typeof method === 'string' ? method : undefined,
    params,
    paramsSchema: paramsSchema ?? undefined,
  };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new InputError(`The catalogue ${file} cannot be read: ${readingProblem(error)}.`);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new InputError(
      `The catalogue ${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
