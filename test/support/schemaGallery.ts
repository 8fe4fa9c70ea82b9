import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An action of the schema gallery. */
export interface GalleryAction {
  /** File name. */
  readonly file: string;
  readonly name: string;
  readonly paramsSchema: unknown;
  /** Parameters of the action, which its steps inherit. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Valid parameters. */
  readonly right: Readonly<Record<string, unknown>>;
  /** Pointers of parameters that can only be entered as JSON, since the schema does not define them. */
  readonly asJson?: readonly string[];
  /** Invalid parameters, each with its problems as `code pointer`. */
  readonly wrong: readonly {
    readonly params: Readonly<Record<string, unknown>>;
    readonly found: readonly string[];
  }[];
}

/** Returns all actions of the gallery. */
export function schemaGallery(): readonly GalleryAction[] {
  const folder = join(import.meta.dirname, '../fixtures/schemas');
  return readdirSync(folder)
    .toSorted()
    .map(file => {
      const action = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<GalleryAction, 'file'>;
      return { ...action, file };
    });
}

/** Returns the keywords of a schema and its subschemas. */
export function keywordsIn(schema: unknown, isNames = false): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(item => keywordsIn(item));
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(isNames ? [] : [name]),
    ...(isNames || !VALUES.includes(name) ? keywordsIn(inner, !isNames && NAMED.includes(name)) : []),
  ]);
}

const VALUES = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];
