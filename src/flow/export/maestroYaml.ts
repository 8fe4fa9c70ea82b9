import { Document, type Node, Scalar, visit, type YAMLSeq } from 'yaml';
import type { JsonObject } from '../../util/isObject.ts';

/** A line of a Maestro file: a command, which can have commands inside, or a comment. */
export type MaestroItem =
  | {
      readonly name: string;
      readonly value: unknown;
      readonly commands?: readonly MaestroItem[] | undefined;
    }
  | { readonly comment: string };

/** Control characters, which terminals obey, and line breaks of YAML 1.1, which parsers of Maestro know. */
const UNSAFE = /(?![\t\n\r])\p{Cc}|[\u2028\u2029\ufeff]/gu;

/** Formats a Maestro file. */
export function maestroYaml(settings: JsonObject, items: readonly MaestroItem[]): string {
  const header = new Document(settings);
  const body = new Document([]);
  body.contents = sequenceOf(body, items) as never;
  const parts = [...(Object.keys(settings).length > 0 ? [header] : []), body].map(format);
  return parts.join('---\n');
}

function format(document: Document): string {
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && scalar.value.search(UNSAFE) >= 0)
        scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  // In quotation marks and in comments, which contain JSON, an escape sequence stands for the same character.
  return document
    .toString({ lineWidth: 0, indentSeq: true })
    .replaceAll(UNSAFE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function sequenceOf(document: Document, items: readonly MaestroItem[]): YAMLSeq {
  const list = document.createNode([]) as YAMLSeq;
  let before: string[] = [];
  for (const item of items) {
    if ('comment' in item) {
      before.push(item.comment);
      continue;
    }
    const node = nodeOf(document, item);
    if (before.length > 0) node.commentBefore = commentOf(before);
    before = [];
    list.add(node);
  }
  if (before.length > 0) list.comment = commentOf(before);
  return list;
}

function nodeOf(document: Document, item: Exclude<MaestroItem, { readonly comment: string }>): Node {
  const { name, value, commands } = item;
  if (value === undefined && !commands) return document.createNode(name);
  const node = document.createNode({ [name]: value ?? {} });
  if (commands) node.setIn([name, 'commands'], sequenceOf(document, commands));
  return node;
}

function commentOf(lines: readonly string[]): string {
  return lines
    .flatMap(line => line.split(/\r\n?|\n/))
    .map(line => ` ${line}`)
    .join('\n');
}
