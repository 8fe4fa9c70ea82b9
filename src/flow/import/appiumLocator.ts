import type { ElementParams } from './maestroSelector.ts';

/** Returns the parameters by which a step finds what a locator of Appium finds; a sentence if it cannot. */
export function readLocator(strategy: string, value: string): ElementParams | string {
  switch (strategy.toLowerCase().replaceAll(/[^a-z]/g, '')) {
    case 'accessibilityid':
    case 'name':
      return found('description', value);
    case 'id':
      return found('resourceId', value);
    case 'androiduiautomator':
      return readAttribute(UI_SELECTOR.exec(value));
    case 'xpath':
      return readAttribute(XPATH.exec(value));
    case 'iospredicate':
    case 'iosnspredicatestring':
    case 'iospredicatestring':
      return readAttribute(PREDICATE.exec(value));
    default:
      return `Steps do not find elements by ${strategy.slice(0, 40)}.`;
  }
}

const UI_SELECTOR =
  /^new UiSelector\(\)\.(?<name>text|textContains|description|resourceId)\((?<quote>["'])(?<value>[^"']+)\k<quote>\)(?:\.instance\(0\))?;?$/;
const XPATH =
  /^\(?\/\/[\w.*]+\[@(?<name>text|content-desc|resource-id|name|label)=(?<quote>["'])(?<value>[^"']+)\k<quote>\]\)?(?:\[1\])?$/;
const PREDICATE = /^(?<name>name|label)\s*==\s*(?<quote>["'])(?<value>[^"']+)\k<quote>$/;

const PROPERTIES: Readonly<Record<string, 'text' | 'description' | 'resourceId'>> = {
  text: 'text',
  label: 'text',
  description: 'description',
  'content-desc': 'description',
  name: 'description',
  resourceId: 'resourceId',
  'resource-id': 'resourceId',
};

function readAttribute(match: RegExpExecArray | null): ElementParams | string {
  const { name = '', value = '' } = match?.groups ?? {};
  if (name === 'textContains')
    return { element: { by: 'text', text: value, exact: false }, notes: [], named: value };
  const property = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
  return property ? found(property, value) : 'Steps find elements by one text, description, or ID.';
}

function found(by: 'text' | 'description' | 'resourceId', value: string): ElementParams | string {
  if (value === '' || value.includes('{{')) return 'The locator cannot be read.';
  return { element: { by, [by]: value }, notes: [], named: value };
}
