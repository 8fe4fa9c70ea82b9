import { SaxesParser } from 'saxes';
import { BUDGETS } from '../util/budgets.ts';
import { damaged } from './packageProblem.ts';

/** Deeper than any realistic list. */
const MAX_DEPTH = BUDGETS.app.levels;
const MAX_ELEMENTS = BUDGETS.app.parts['XML elements'];
const MAX_LENGTH = 1000;
/** The depth of the values of the top dictionary, below `plist` and `dict`. */
const TOP = 2;

/**
 * Returns the texts and integers with these keys at the top of an XML property list. Other values, and texts of more
 * than 1,000 characters, are left out. Throws PackageProblem if it is damaged.
 */
export function readXmlPlist(text: string, keys: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const open: string[] = [];
  const parser = new SaxesParser();
  let key: string | undefined;
  let content = '';
  let elements = 0;
  const append = (part: string): void => {
    if (open.length === TOP + 1 && content.length <= MAX_LENGTH) content += part;
  };
  parser.on('error', () => {
    throw damaged('its file “Info.plist” is not valid XML');
  });
  parser.on('opentag', ({ name }) => {
    if (++elements > MAX_ELEMENTS) throw damaged('its file “Info.plist” has too many elements');
    if (open.length >= MAX_DEPTH) throw damaged('its file “Info.plist” is nested too deeply');
    if (['plist', 'dict'][open.length] !== name && open.length < TOP)
      throw damaged('its file “Info.plist” does not describe an app');
    open.push(name);
    content = '';
  });
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', ({ name }) => {
    open.pop();
    if (open.length !== TOP) return;
    if (name === 'key') {
      key = content;
      return;
    }
    const isText = (name === 'string' || name === 'integer') && content.length <= MAX_LENGTH;
    if (isText && key !== undefined && keys.has(key)) found.set(key, content);
    key = undefined;
  });
  parser.write(text).close();
  return found;
}
