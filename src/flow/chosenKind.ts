import type { JsonObject } from '../util/isObject.ts';
import type { FlowCatalog, KnownReferences } from './catalog.ts';
import { nameIn, namedTypes, type ReferenceKind, referenceKindOf, textIn } from './referenceKind.ts';
import type { PathSegment } from './template.ts';

/** A value that is chosen from a list: an ID of a resource, the name of a credential, or the package name of an app. */
export type ChosenKind = ReferenceKind | 'credential' | 'package';

const CREDENTIAL = /^credential(?:[-_ ]?name)?s?$/i;
const PACKAGE = /^(?:app|(?:app[-_ ]?)?package(?:[-_ ]?name)?|bundle(?:[-_ ]?id)?)s?$/i;

/** Returns what is chosen from a list for a value: a resource, a credential, or an app on the device; else undefined. */
export function chosenKindOf(
  path: readonly PathSegment[],
  schemas: readonly JsonObject[],
): ChosenKind | undefined {
  const kind = referenceKindOf(path, schemas);
  if (kind) return kind;
  if (isNamed(CREDENTIAL, path, schemas)) return 'credential';
  return isNamed(PACKAGE, path, schemas) ? 'package' : undefined;
}

/** Returns true for a text whose property, title, or format has one of some names. */
function isNamed(names: RegExp, path: readonly PathSegment[], schemas: readonly JsonObject[]): boolean {
  if (schemas.some(schema => 'enum' in schema || 'const' in schema)) return false;
  const format = textIn(schemas, 'format');
  if (!namedTypes(schemas).includes('string') || (format !== '' && !names.test(format))) return false;
  return [nameIn(path), textIn(schemas, 'title').trim(), format].some(text => names.test(text));
}

/** Returns true if the name of a property says that it holds the package name of an app. */
export function isPackageAt(path: readonly PathSegment[]): boolean {
  return PACKAGE.test(nameIn(path));
}

/** Returns the apps on some devices by package name; undefined if those of none are known. */
export function appsOn(deviceIds: readonly string[], { installedApps }: FlowCatalog): KnownReferences {
  const apps = deviceIds.flatMap(id => installedApps?.(id) ?? []);
  return apps.length === 0 ? undefined : [...new Map(apps.map(app => [app.id, app])).values()];
}
