import { isObject } from '../../util/isObject.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { hideSecretsIn, hideSecret, type ShowSecret } from '../../util/secretText.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { mayMarkSecrets, secretParts, type ValueForm } from './markedSecrets.ts';

type Params = Readonly<Record<string, unknown>>;

/** A value by the object or list that holds it. */
interface Place {
  readonly owner: Record<string | number, unknown>;
  readonly key: string | number;
}

const PLACES: ValueForm<Place> = {
  membersOf: place => {
    const value = valueAt(place);
    return isObject(value) ? Object.keys(value).map(key => [key, { owner: value, key }]) : undefined;
  },
  leavesOf: leavesAt,
};

/**
 * Returns a copy of the parameters of a step with the secrets hidden that their schema marks, or that names or places
 * show.
 */
export function hideParams(params: Params, paramsSchema: unknown, show: ShowSecret = () => HIDDEN): Params {
  const copy = structuredClone(params) as Record<string, unknown>;
  if (mayMarkSecrets(paramsSchema)) {
    const form = readerOf(paramsSchema);
    for (const key of Object.keys(copy))
      for (const { owner, key: at } of secretParts(form, key, { owner: copy, key }, PLACES)) {
        const value = owner[at];
        owner[at] = typeof value === 'string' ? hideSecret(value, show) : show(Number(value));
      }
  }
  const hidden = hideSecretsIn(copy, show);
  return isObject(hidden) ? hidden : {};
}

function valueAt({ owner, key }: Place): unknown {
  return owner[key];
}

function leavesAt(place: Place): readonly Place[] {
  const value = valueAt(place);
  if (typeof value === 'string' || typeof value === 'number') return [place];
  if (typeof value !== 'object' || value === null) return [];
  const owner = value as Place['owner'];
  return Object.keys(owner).flatMap(key => leavesAt({ owner, key }));
}
