import { isSince } from '../dialect.ts';
import type { KeywordReader } from '../keywordReader.ts';
import type { SchemaNode } from '../node.ts';
import type { Resource } from '../resources.ts';
import type { Run } from '../run.ts';

/** Adds `$ref`, `$dynamicRef` and `$recursiveRef`. */
export function addReferences(reader: KeywordReader): void {
  const reference = reader.has('$ref') ? reader.text('$ref') : undefined;
  if (reference !== undefined) {
    const node = reader.at(reader.resolve(reference));
    reader.node.inPlace.push(node);
    reader.checks.addCombined((value, run, marks) => node.check(value, run, marks));
  }
  if (isSince(reader.draft, '2020-12')) addDynamic(reader);
  if (reader.draft === '2019-09') addRecursive(reader);
}

function addDynamic(reader: KeywordReader): void {
  const reference = reader.text('$dynamicRef');
  if (reference === undefined) return;
  const first = reader.resolve(reference);
  const name = reference.slice(reference.indexOf('#') + 1);
  const start = reader.at(first);
  const dynamic = first.resource.dynamicAnchors.get(name) === first.schema && name !== '';
  const nodeOf = new Map<Resource, SchemaNode | undefined>();
  const find = (resource: Resource): SchemaNode | undefined => {
    if (!nodeOf.has(resource)) {
      const schema = resource.dynamicAnchors.get(name);
      nodeOf.set(resource, schema === undefined ? undefined : reader.at({ schema, resource }));
    }
    return nodeOf.get(resource);
  };
  addOutermost(reader, start, dynamic ? find : () => undefined);
}

function addRecursive(reader: KeywordReader): void {
  const reference = reader.text('$recursiveRef');
  if (reference === undefined) return;
  const first = reader.resolve(reference);
  const find = (resource: Resource): SchemaNode | undefined =>
    resource.recursiveAnchor ? reader.at({ schema: resource.root, resource }) : undefined;
  addOutermost(reader, reader.at(first), first.resource.recursiveAnchor ? find : () => undefined);
}

/** Checks against the target in the outermost entered resource that has it, else against the initial target. */
function addOutermost(
  reader: KeywordReader,
  start: SchemaNode,
  find: (resource: Resource) => SchemaNode | undefined,
): void {
  const target = (run: Run): SchemaNode => {
    run.spend(run.scope.length);
    for (const resource of run.scope) {
      const node = find(resource);
      if (node) return node;
    }
    return start;
  };
  reader.checks.addCombined((value, run, marks) => target(run).check(value, run, marks));
}
