import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An action of the gallery of schemas, from simple to nasty. */
export interface GalleryAction {
  /** Name of its file. */
  readonly file: string;
  readonly name: string;
  readonly paramsSchema: unknown;
  /** Parameters of the action itself, which its steps inherit. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Parameters that fit. */
  readonly right: Readonly<Record<string, unknown>>;
  /** Pointers of those that only typing JSON brings in, since the schema says nothing of them. */
  readonly asJson?: readonly string[];
  /** Parameters that do not, each with what is found as `code pointer`. */
  readonly wrong: readonly {
    readonly params: Readonly<Record<string, unknown>>;
    readonly found: readonly string[];
  }[];
}

/** All actions of the gallery by their files. */
export function schemaGallery(): readonly GalleryAction[] {
  const folder = join(import.meta.dirname, '../fixtures/schemas');
  return readdirSync(folder)
    .toSorted()
    .map(file => {
      const action = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<GalleryAction, 'file'>;
      return { ...action, file };
    });
}

/** The keywords of a schema, those of its subschemas included. */
export function keywordsIn(schema: unknown, isNames = false): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(one => keywordsIn(one));
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(isNames ? [] : [name]),
    ...(isNames || !VALUES.includes(name) ? keywordsIn(inner, !isNames && NAMED.includes(name)) : []),
  ]);
}

const VALUES = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];
