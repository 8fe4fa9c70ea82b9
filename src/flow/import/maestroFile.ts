import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Scalar,
  visit,
} from 'yaml';
import { BUDGETS } from '../../util/budgets.ts';
import { toError } from '../../util/errors.ts';
import { isObject, type JsonObject, listOf } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import { ImportError } from './imported.ts';

/** A command of a Maestro file. */
export interface MaestroCommand {
  readonly name: string;
  /** Undefined for a command without arguments. */
  readonly value: unknown;
  readonly line: number;
  readonly text: string;
  /** The commands inside it, such as those that a `repeat` repeats. */
  readonly commands: readonly MaestroCommand[] | undefined;
  /** True if it is no command, for example because it has several names. */
  readonly isInvalid: boolean;
}

/** A Maestro file: its settings, its commands, and its hooks. */
export interface MaestroFile {
  readonly path: string;
  readonly config: JsonObject;
  readonly commands: readonly MaestroCommand[];
  readonly onFlowStart: readonly MaestroCommand[];
  readonly onFlowComplete: readonly MaestroCommand[];
}

/** The files of an import by their paths: as read, or a sentence that says why one cannot be used. */
export type MaestroFiles = ReadonlyMap<string, MaestroFile | string>;

const MAX_ALIASES = 100;

/** Reads a Maestro file. Throws ImportError. */
export function readMaestroFile(path: string, text: string): MaestroFile {
  return new MaestroReading(path, text).read();
}

class MaestroReading {
  readonly #path: string;
  readonly #text: string;
  readonly #counter = new LineCounter();
  #count = 0;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  read(): MaestroFile {
    if (this.#text.length > BUDGETS.import.characters) this.#refuse('is too large');
    if (nestsDeeper(this.#text, BUDGETS.import.levels)) this.#refuse('is nested too deep');
    try {
      return this.#read();
    } catch (error) {
      if (error instanceof ImportError) throw error;
      if (error instanceof RangeError) return this.#refuse('is nested too deep or contains itself');
      // The parser rejects aliases that stand for too much.
      return this.#refuse(`cannot be read: ${plainText(toError(error).message, 200)}`);
    }
  }

  #read(): MaestroFile {
    const parsed = parseAllDocuments(this.#text, { lineCounter: this.#counter, logLevel: 'silent' });
    const documents = Array.isArray(parsed) ? parsed : [];
    for (const { errors } of documents) {
      const [error] = errors;
      if (error) this.#refuse(`is no YAML: ${plainText(error.message.split('\n')[0] ?? '', 200)}`);
    }
    for (const document of documents) visit(document, { Scalar: (_key, node) => keepWritten(node) });
    const header = documents.find(({ contents }) => isMap(contents));
    const body = documents.find(({ contents }) => isSeq(contents));
    const isFlow = body && documents.length === (header ? 2 : 1) && documents.at(-1) === body;
    if (!isFlow)
      return this.#refuse(
        'is no Maestro flow: a flow has settings, a line with three dashes, and a list of commands',
      );
    const settings: unknown = header?.toJS({ maxAliasCount: MAX_ALIASES });
    const config = isObject(settings) ? settings : {};
    const hook = (name: string): readonly MaestroCommand[] => {
      const node = isMap(header?.contents) ? header.contents.get(name, true) : undefined;
      return this.#commands(node, config[name], header);
    };
    return {
      path: this.#path,
      config,
      onFlowStart: hook('onFlowStart'),
      onFlowComplete: hook('onFlowComplete'),
      commands: this.#commands(body.contents, body.toJS({ maxAliasCount: MAX_ALIASES }), body),
    };
  }

  #commands(node: unknown, values: unknown, document: Document | undefined): readonly MaestroCommand[] {
    const list = isAlias(node) && document ? node.resolve(document) : node;
    if (!isSeq(list)) return [];
    return list.items.map((item, index) => this.#command(item, listOf(values)[index], document));
  }

  #command(item: unknown, value: unknown, document: Document | undefined): MaestroCommand {
    if (++this.#count > BUDGETS.import.parts.commands) this.#refuse('has too many commands');
    const node = isAlias(item) && document ? item.resolve(document) : item;
    const [start, end] = isNode(node) ? (node.range ?? [0, 0]) : [0, 0];
    const { line } = this.#counter.linePos(start);
    const text = this.#text.slice(start, end).trimEnd();
    const place = { line, text, commands: undefined };
    if (typeof value === 'string') return { ...place, name: value, value: undefined, isInvalid: false };
    const [name, ...others] = isObject(value) ? Object.keys(value) : [];
    if (!isObject(value) || name === undefined || !isMap(node))
      return { ...place, name: text, value: undefined, isInvalid: true };
    const own = value[name];
    const inner = node.get(name, true);
    const nested = isAlias(inner) && document ? inner.resolve(document) : inner;
    const commands =
      isMap(nested) && isObject(own) && Array.isArray(own['commands'])
        ? this.#commands(nested.get('commands', true), own['commands'], document)
        : undefined;
    return { ...place, name, value: own ?? undefined, commands, isInvalid: others.length > 0 };
  }

  #refuse(why: string): never {
    throw new ImportError(`The file ${plainText(this.#path, 200)} ${why}.`);
  }
}

/** Keeps the text of a number that would change, such as the zeros of a PIN. */
function keepWritten(node: Scalar): void {
  const { value, source } = node;
  if (typeof value === 'number' && source !== undefined && source !== String(value)) node.value = source;
}

/** Returns true if lists in brackets or on one line nest deeper than a number of levels, which takes long to read. */
function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(depth + ('[{'.includes(sign) ? 1 : -1), 0);
    if (depth > levels) return true;
  }
  return new RegExp(String.raw`(?:[-?:][ \t]+){${levels},}`).test(text);
}
