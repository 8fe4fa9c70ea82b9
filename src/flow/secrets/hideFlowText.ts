import { HIDDEN } from '../../util/hidden.ts';
import {
  hideSecretsInPlainText,
  hideSecretsInText,
  hideSecret,
  isPlainMember,
} from '../../util/secretText.ts';
import { isPairedSecret, isSecretMember } from '../../util/secretNames.ts';
import type { FlowCatalog } from '../catalog.ts';
import { type JsonNode, parseJson, valueOf } from '../document/jsonTree.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { mayMarkSecrets, secretParts, type ValueForm } from './markedSecrets.ts';

type Actions = Pick<FlowCatalog, 'action'>;

/** A text without its secrets. */
export interface HiddenText {
  readonly text: string;
  readonly secrets: readonly (string | number)[];
}

const NODES: ValueForm<JsonNode> = {
  membersOf: node => (node.type === 'object' ? membersOf(node) : undefined),
  leavesOf,
};
/** The members of an entry that hold no parameter themselves. */
const STRUCTURE: readonly string[] = [
  'actionId',
  'key',
  'overrides',
  'params',
  'children',
  'position',
  'nameOverride',
  'continueOnError',
  'recordingEnabled',
];
/** The maximum number of values that are read in a text that holds several; the rest is searched as plain text. */
const MAX_VALUES = 10;

/**
 * Hides the secrets in the text of a flow file by their positions: those that the schemas of the actions mark, and those
 * that names or places show. Everything else stays as it is. The text need not be valid: what cannot be read as JSON is
 * searched as plain text.
 */
export function hideFlowText(text: string, actions: Actions): HiddenText {
  const found = new Hidden(text, actions);
  let at = 0;
  for (let values = 0; values < MAX_VALUES && text.slice(at).trim() !== ''; values++) {
    const next = found.read(at);
    if (next === undefined) break;
    at = next;
  }
  return found.end();
}

/** Collects the secrets of a text and the texts that replace them. */
class Hidden {
  readonly #text: string;
  readonly #actions: Actions;
  readonly #secrets: (string | number)[] = [];
  /** The new texts of values and names, by their offsets in order. */
  readonly #tokens: { readonly start: number; readonly end: number; readonly shown: string | undefined }[] =
    [];
  #hasErrors = false;

  constructor(text: string, actions: Actions) {
    this.#text = text;
    this.#actions = actions;
  }

  /** Reads the value at an offset, and returns the offset behind it; undefined if there is none. */
  read(at: number): number | undefined {
    const { root, problems } = parseJson(this.#text.slice(at));
    this.#hasErrors ||= at > 0 || !root || problems.some(({ severity }) => severity === 'error');
    if (!root || root.length === 0) return undefined;
    const marked = new Set<JsonNode>();
    this.#findMarked(root, marked);
    this.#visit(root, at, marked, false);
    return at + root.offset + root.length;
  }

  end(): HiddenText {
    let shown = '';
    let at = 0;
    for (const { start, end, shown: token } of this.#tokens.toSorted((a, b) => a.start - b.start)) {
      // A comment can contain a secret.
      shown += this.#hidePlain(this.#text.slice(at, start)) + (token ?? this.#text.slice(start, end));
      at = end;
    }
    shown += this.#hidePlain(this.#text.slice(at));
    // Where a name and its value are not read as a member, they still stand next to each other.
    if (this.#hasErrors) shown = this.#hidePlain(shown);
    return { text: shown, secrets: this.#secrets };
  }

  readonly #show = (secret: string | number): string => {
    this.#secrets.push(secret);
    return HIDDEN;
  };

  #hidePlain(text: string): string {
    return /[\p{L}\d]/u.test(text) ? hideSecretsInPlainText(text, this.#show) : text;
  }

  /** Adds the values within an entry, and within everything that it contains, that the schema of its action marks. */
  #findMarked(node: JsonNode, marked: Set<JsonNode>): void {
    if (node.type === 'object') {
      const members = membersOf(node);
      for (const [name, { value }] of members)
        if (name === 'actionId' && typeof value === 'string') this.#findMarkedBy(value, node, marked);
      for (const [, value] of members) this.#findMarked(value, marked);
    } else for (const child of node.children ?? []) this.#findMarked(child, marked);
  }

  #findMarkedBy(actionId: string, entry: JsonNode, marked: Set<JsonNode>): void {
    const action = this.#actions.action(actionId) ?? this.#actions.action(actionId.toLowerCase());
    if (!action || !mayMarkSecrets(action.paramsSchema)) return;
    const form = readerOf(action.paramsSchema);
    const named = (nodes: readonly JsonNode[], name: string): readonly JsonNode[] =>
      nodes.flatMap(node => membersOf(node).flatMap(([key, value]) => (key === name ? [value] : [])));
    const overrides = named([entry], 'overrides');
    const find = (nodes: readonly JsonNode[], others: readonly string[]): void => {
      for (const [name, value] of nodes.flatMap(membersOf))
        if (!others.includes(name))
          for (const leaf of secretParts(form, name, value, NODES)) marked.add(leaf);
    };
    find(named([entry, ...overrides], 'params'), []);
    // Parameters in a wrong place have no effect, but are there to be read.
    find([entry, ...overrides], STRUCTURE);
  }

  #visit(node: JsonNode, from: number, marked: ReadonlySet<JsonNode>, isSecret: boolean): void {
    if (node.type === 'object') {
      const values = (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
        key ? [{ key, name: String(key.value), value }] : [],
      );
      const entries = values.map(({ name, value }) => [name, value?.value] as const);
      for (const { key, name, value } of values) {
        this.#add(key, from, hideSecretsInText(name, this.#show), name);
        if (!value) continue;
        const isOwn =
          isSecretMember(name, value.type === 'null' ? null : (value.value ?? value)) ||
          isPairedSecret(entries, name, outlineOf(value));
        this.#visit(value, from, marked, isOwn || (isSecret && !isPlainMember(name)));
      }
    } else if (node.type === 'array') {
      const items = node.children ?? [];
      const hasPairs =
        items.length > 0 && items.every(item => item.type === 'array' && item.children?.length === 2);
      for (const item of items) {
        const [name, value] = hasPairs ? (item.children ?? []) : [];
        if (
          name &&
          value &&
          typeof name.value === 'string' &&
          isSecretMember(name.value, value.value ?? value)
        ) {
          this.#visit(name, from, marked, false);
          this.#visit(value, from, marked, true);
        } else this.#visit(item, from, marked, isSecret);
      }
    } else this.#addLeaf(node, from, isSecret || marked.has(node));
  }

  #addLeaf(node: JsonNode, from: number, isSecret: boolean): void {
    const value = valueOf(node);
    if (typeof value === 'string')
      this.#add(
        node,
        from,
        isSecret ? hideSecret(value, this.#show) : hideSecretsInText(value, this.#show),
        value,
      );
    else if (isSecret && node.type === 'number')
      this.#add(
        node,
        from,
        this.#show(this.#text.slice(from + node.offset, from + node.offset + node.length)),
        '',
      );
    else this.#add(node, from, '', '');
  }

  #add({ offset, length }: JsonNode, from: number, shown: string, value: string): void {
    const start = from + offset;
    const text = shown === value ? undefined : JSON.stringify(shown);
    this.#tokens.push({ start, end: start + length, shown: text });
  }
}

/** Returns all members of an object, also several of the same name. */
function membersOf(node: JsonNode): readonly (readonly [string, JsonNode])[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as const] : [],
  );
}

/** Returns a scalar, or a list with its scalars. */
function outlineOf({ type, value, children = [] }: JsonNode): unknown {
  if (type === 'array') return children.map(child => child.value ?? {});
  return type === 'object' ? {} : value;
}

function leavesOf(node: JsonNode): readonly JsonNode[] {
  if (node.type === 'string' || node.type === 'number') return [node];
  if (node.type === 'object') return membersOf(node).flatMap(([, value]) => leavesOf(value));
  return (node.children ?? []).flatMap(leavesOf);
}
