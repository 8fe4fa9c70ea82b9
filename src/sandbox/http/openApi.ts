import { ErrorBodies } from '../../contract/errors.ts';
import type { ErrorModel, Operation } from '../../contract/operation.ts';
import { BASE_PATH, offeredOperations } from './routes.ts';
import { Components, type JsonSchema, parameterSchemas } from '../../contract/jsonSchemas.ts';

type OpenApiDocument = Readonly<Record<string, unknown>>;

/**
 * Generates the OpenAPI 3.1 document of a sandbox at `origin` from the operation tables; includes the control
 * operations if they are offered.
 */
export function openApiDocument(origin: string, hasControl: boolean): OpenApiDocument {
  const components = new Components();
  for (const [model, schema] of Object.entries(ErrorBodies)) components.response(errorName(model), schema);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { id, row, base } of offeredOperations(hasControl)) {
    const pathItem = (paths[row.path] ??= base === '' ? { servers: [{ url: origin }] } : {});
    pathItem[row.method.toLowerCase()] = operationItem(id, row, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cloud device automation service (sandbox)',
      version: 'v1',
      description: 'Generated from the table of operations that the sandbox itself is derived from.',
    },
    servers: [{ url: `${origin}${BASE_PATH}` }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: components.schemas(),
    },
  };
}

const FILE_FORM = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
  },
} as const;

function operationItem(
  id: string,
  row: Operation,
  components: Components,
): Readonly<Record<string, unknown>> {
  const name = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  const { body } = row.response;
  return {
    operationId: id,
    summary: row.summary,
    tags: [row.path.split('/')[1] ?? ''],
    'x-source': row.source,
    parameters: [
      ...toParameters('path', parameterSchemas(row.params)),
      ...toParameters('query', parameterSchemas(row.query)),
      ...toParameters('header', parameterSchemas(row.headers)),
    ],
    ...(row.body && {
      requestBody: {
        required: !row.body.safeParse(undefined).success,
        content:
          row.bodyType === 'multipart' ? FILE_FORM : json(components.request(`${name}Request`, row.body)),
      },
    }),
    responses: {
      [row.response.status]: {
        description: row.response.status === 302 ? 'A redirect to the bytes' : 'Success',
        ...(body === 'empty' || row.response.status === 302
          ? {}
          : { content: content(row, name, components) }),
      },
      401: errorResponse('The key is missing or not valid', 'api'),
      500: errorResponse('The service failed', 'api'),
      default: errorResponse('The request is refused', row.errors),
    },
  };
}

function content({ response }: Operation, name: string, components: Components): unknown {
  switch (response.body) {
    case 'empty':
      return undefined;
    case 'png':
      return { 'image/png': { schema: {} } };
    case 'bytes':
      return { '*/*': { schema: {} } };
    case 'text':
      return { 'text/plain': { schema: { type: 'string' } } };
    case 'events':
      return { 'text/event-stream': { schema: { type: 'string' } } };
    default:
      return json(components.response(`${name}Response`, response.body));
  }
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

function toParameters(
  location: 'path' | 'query' | 'header',
  fields: readonly Parameter[],
): readonly unknown[] {
  return fields.map(parameter => ({
    ...parameter,
    in: location,
    // An array is one comma-separated parameter (wire facts 2).
    ...(location === 'query' && parameter.schema['type'] === 'array'
      ? { style: 'form', explode: false }
      : {}),
  }));
}

function errorResponse(description: string, model: ErrorModel): unknown {
  return { description, content: json({ $ref: `#/components/schemas/${errorName(model)}` }) };
}

function errorName(model: string): string {
  return `${model.slice(0, 1).toUpperCase()}${model.slice(1)}Error`;
}

function json(schema: JsonSchema): unknown {
  return { 'application/json': { schema } };
}
