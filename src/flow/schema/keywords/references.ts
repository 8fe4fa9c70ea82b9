import type { KeywordReader } from '../keywordReader.ts';
import type { SchemaNode } from '../node.ts';
import type { Located, Resource } from '../resources.ts';
import type { Run } from '../run.ts';

/** Adds `$ref`, `$dynamicRef` and `$recursiveRef`. */
export function addReferences(reader: KeywordReader): void {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) reader.text(keyword);
  for (const { address, target, replacement } of reader.references()) {
    if (!target) reader.leaveUnchecked(address);
    else if (replacement) addOutermost(reader, reader.at(target), replacement);
    else {
      const node = reader.at(target);
      reader.node.inPlace.push(node);
      reader.checks.addCombined((value, run, marks) => node.check(value, run, marks));
    }
  }
}

/** Checks against the replacement in the outermost entered resource that has one, else against the initial target. */
function addOutermost(
  reader: KeywordReader,
  start: SchemaNode,
  replacement: (resource: Resource) => Located | undefined,
): void {
  const nodeOf = new Map<Resource, SchemaNode | undefined>();
  const nodeIn = (resource: Resource): SchemaNode | undefined => {
    if (!nodeOf.has(resource)) {
      const found = replacement(resource);
      nodeOf.set(resource, found && reader.at(found));
    }
    return nodeOf.get(resource);
  };
  const target = (run: Run): SchemaNode => {
    run.spend(run.scope.length);
    for (const resource of run.scope) {
      const node = nodeIn(resource);
      if (node) return node;
    }
    return start;
  };
  reader.checks.addCombined((value, run, marks) => target(run).check(value, run, marks));
}
