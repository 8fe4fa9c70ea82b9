import * as z from 'zod';
import { isObject } from '../util/isObject.ts';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type Io = 'input' | 'output';

/** The name under which zod collects schemas that are referenced several times. */
const SHARED = '__shared';

/** The named schemas of an OpenAPI document, referenced by its operations. */
export class Components {
  readonly #requests = z.registry<{ id: string }>();
  readonly #responses = z.registry<{ id: string }>();

  /** Registers the schema of a request body and returns a reference to it. */
  request(name: string, schema: z.ZodType): JsonSchema {
    return registerSchema(this.#requests, name, schema);
  }

  /** Registers the schema of a response body and returns a reference to it. */
  response(name: string, schema: z.ZodType): JsonSchema {
    return registerSchema(this.#responses, name, schema);
  }

  /** Returns all registered schemas by name. */
  schemas(): Readonly<Record<string, JsonSchema>> {
    return { ...toJsonSchemas(this.#requests, 'input'), ...toJsonSchemas(this.#responses, 'output') };
  }
}

/** Converts the fields of an object schema to request parameters. */
export function parameterSchemas(
  object: z.ZodObject,
): readonly { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(object, conversionOptions('input'));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: isObject(schema) ? schema : {},
  }));
}

type Registry = z.core.$ZodRegistry<{ id: string }>;

// Several operations may use the same schema; it keeps its first name.
function registerSchema(registry: Registry, name: string, schema: z.ZodType): JsonSchema {
  const id = registry.get(schema)?.id ?? name;
  if (id === name) registry.add(schema, { id });
  return { $ref: referenceTo(id) };
}

function toJsonSchemas(registry: Registry, io: Io): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...conversionOptions(io), uri: referenceTo });
  // zod nests recursive schemas under one name; this lifts each to the top level like the others.
  const { [SHARED]: shared, ...schemasByName } = schemas;
  const inner = Object.entries(shared?.$defs ?? {});
  const entries = [
    ...Object.entries(schemasByName),
    ...inner.map(([name, schema]) => [`${io}_${name}`, schema] as const),
  ];
  const text = JSON.stringify(
    Object.fromEntries(entries.map(([name, schema]) => [name, withoutLocation(schema)])),
  );
  return JSON.parse(text.replaceAll(`${referenceTo(SHARED)}#/$defs/`, referenceTo(`${io}_`))) as Record<
    string,
    JsonSchema
  >;
}

// The OpenAPI document itself states the dialect and the location of its schemas.
function withoutLocation(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema);
  return Object.fromEntries(entries.filter(([keyword]) => keyword !== '$schema' && keyword !== '$id'));
}

function referenceTo(id: string): string {
  return `#/components/schemas/${id}`;
}

function conversionOptions(io: Io): z.core.ToJSONSchemaParams {
  return {
    io,
    unrepresentable: 'any',
    // A schema that parses text from a query documents its external type in its `jsonSchema` metadata.
    override: ({ jsonSchema }) => {
      const documented = jsonSchema['jsonSchema'];
      if (!isObject(documented)) return;
      for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
      Object.assign(jsonSchema, documented);
    },
  };
}
