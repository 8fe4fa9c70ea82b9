import type { CatalogueAction } from '../flow/catalogue.ts';
import type { NewStep } from '../flow/edit/gesture.ts';
import { without } from '../util/without.ts';
import { newEntry } from '../flow/language/entrySnippet.ts';

/** A step for an action with the parameters that it needs; its position is given by where it is put. */
export function newStep(action: CatalogueAction): NewStep {
  return without(newEntry(action, 0), ['position']);
}
