import { isObject, type JsonObject, memberOf, withoutUndefined } from '../../util/isObject.ts';
import type { Deployed, VerifiedState } from '../compare/drift.ts';

/** A creation that was started and whose response is unknown; stored so that it is never sent twice. */
interface Creating {
  readonly name: string;
  /** The digest of the graph that was sent. */
  readonly graph: string;
  /** IDs of the flows that already had this name; undefined if the service cannot list flows. */
  readonly known?: readonly string[] | undefined;
  /** Differs for each creation; absent in the marks of earlier versions. */
  readonly token?: string | undefined;
}

/** The link of a flow file on one connection: the ID of its flow, and digests; no secrets. */
export interface FlowLink {
  /** Absent until the service has responded to the creation. */
  readonly flowId?: string | undefined;
  readonly deployed?: Deployed | undefined;
  readonly verified?: VerifiedState | undefined;
  readonly creating?: Creating | undefined;
  /** IDs of the flows that this one replaces and that are yet to be deleted. */
  readonly replaced?: readonly string[] | undefined;
}

/** The links of one connection by file path relative to the folder. */
export type FlowLinkTable = Readonly<Record<string, FlowLink>>;

/** Returns the link of a file for another flow; flows that are yet to be deleted stay recorded. */
export function relink(link: FlowLink | undefined, flowId: string): FlowLink {
  if (link?.flowId === flowId) return link;
  const replaced = link?.replaced?.filter(id => id !== flowId) ?? [];
  return { flowId, ...(replaced.length > 0 ? { replaced } : {}) };
}

/** Returns the link of a flow with the execution that verified it; a link to another flow stays as it is. */
export function withVerified(
  link: FlowLink | undefined,
  flowId: string,
  verified: VerifiedState,
): FlowLink | undefined {
  return link?.flowId === flowId ? { ...link, verified } : link;
}

/** Reads the links of a connection from the content of a links file; skips invalid ones. */
export function readLinks(content: unknown, connectionId: string): FlowLinkTable {
  const links = objectAt(objectAt(content, 'connections'), connectionId);
  return Object.fromEntries(
    Object.entries(links).flatMap(([path, value]) => {
      const link = linkOf(value);
      return link ? [[path, link]] : [];
    }),
  );
}

/** Returns the content of a links file with one link replaced or, if undefined, removed; the rest is unchanged. */
export function withLink(
  content: Readonly<Record<string, unknown>>,
  connectionId: string,
  path: string,
  link: FlowLink | undefined,
): Readonly<Record<string, unknown>> {
  const connections = objectAt(content, 'connections');
  const others = Object.entries(objectAt(connections, connectionId)).filter(([other]) => other !== path);
  const links: readonly (readonly [string, unknown])[] = link ? [...others, [path, link]] : others;
  const sorted = Object.fromEntries(links.toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return { ...content, connections: { ...connections, [connectionId]: sorted } };
}

function linkOf(value: unknown): FlowLink | undefined {
  const flowId = textAt(value, 'flowId');
  const creating = creatingOf(memberOf(value, 'creating'));
  if (flowId === undefined && !creating) return undefined;
  return withoutUndefined({
    flowId,
    deployed: deployedOf(memberOf(value, 'deployed')),
    verified: verifiedOf(memberOf(value, 'verified')),
    creating,
    replaced: textsAt(value, 'replaced'),
  });
}

function deployedOf(value: unknown): Deployed | undefined {
  const [file, flow] = [textAt(value, 'file'), textAt(value, 'flow')];
  return file === undefined || flow === undefined ? undefined : { file, flow };
}

function verifiedOf(value: unknown): VerifiedState | undefined {
  const [executionId, graph] = [textAt(value, 'executionId'), textAt(value, 'graph')];
  if (executionId === undefined || graph === undefined) return undefined;
  return { executionId, graph, steps: textsAt(value, 'steps') ?? [] };
}

function creatingOf(value: unknown): Creating | undefined {
  const [name, graph] = [textAt(value, 'name'), textAt(value, 'graph')];
  return name === undefined || graph === undefined
    ? undefined
    : withoutUndefined({ name, graph, known: textsAt(value, 'known'), token: textAt(value, 'token') });
}

function textAt(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' ? text : undefined;
}

function textsAt(value: unknown, name: string): readonly string[] | undefined {
  const texts = memberOf(value, name);
  return Array.isArray(texts) ? texts.filter(text => typeof text === 'string') : undefined;
}

function objectAt(value: unknown, name: string): JsonObject {
  const inner = memberOf(value, name);
  return isObject(inner) ? inner : {};
}
