import type { FlowCatalog } from '../catalog.ts';
import { parseJson, stringsIn } from '../document/jsonTree.ts';
import { quote } from '../schema/cannotCheck.ts';
import { SecretMask } from '../trace/secretMask.ts';
import { isObject } from '../../util/isObject.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { hideFlowText } from './hideFlowText.ts';
import { hideParams } from './hideParams.ts';

function isCut(quoted: string): boolean {
  return quoted.endsWith('…');
}

/** Returns the text of a flow file without secrets, and a mask that knows them and those of the actions that it uses. */
export function readFileSecrets(
  text: string,
  catalog: Pick<FlowCatalog, 'action'>,
): { readonly mask: SecretMask; readonly shown: string } {
  const mask = new SecretMask();
  const learn = (secret: string | number): string => {
    mask.learn(secret);
    return HIDDEN;
  };
  const { text: shown, secrets } = hideFlowText(text, catalog);
  secrets.forEach(learn);
  const { root } = parseJson(text);
  const texts = new Set([...stringsIn(root)].map(({ value }) => String(value)));
  for (const id of texts) {
    const action = catalog.action(id) ?? catalog.action(id.toLowerCase());
    if (isObject(action?.params)) hideParams(action.params, action.paramsSchema, learn);
  }
  // Messages about a value show its beginning, which can end within a secret.
  const isHidden = (value: string): boolean => mask.text(value) !== value;
  const beginnings = [...texts].filter(isHidden).map(quote).filter(isCut);
  for (const beginning of beginnings) mask.learn(beginning.slice(1, -1));
  return { mask, shown };
}
