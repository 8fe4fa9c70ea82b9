import { damaged } from './packageProblem.ts';
import { ChunkType, type ResourceChunk, readResourceChunks, readRoot } from './resourceChunks.ts';
import { readResourceValue, type ResourceValue } from './resourceValue.ts';
import { NO_STRING, StringPool } from './stringPool.ts';

const WHAT = 'its manifest';
const ATTRIBUTE_BYTES = 20;

/** An element of a binary XML file. */
export class XmlElement {
  /** The number of elements around it. */
  readonly depth: number;
  readonly #content: Buffer;
  readonly #strings: StringPool;
  readonly #ids: Buffer;

  constructor({ bytes, headerBytes }: ResourceChunk, depth: number, strings: StringPool, ids: Buffer) {
    this.depth = depth;
    this.#content = bytes.subarray(headerBytes);
    this.#strings = strings;
    this.#ids = ids;
  }

  get name(): string | undefined {
    return this.#strings.text(this.#content.readUInt32LE(4));
  }

  /** Returns the value of an attribute of the system, by the ID of its name. */
  attribute(id: number): ResourceValue | undefined {
    return this.#find(
      (_, name) => 4 * name + 4 <= this.#ids.length && this.#ids.readUInt32LE(4 * name) === id,
    );
  }

  /** Returns the value of an attribute without a namespace. */
  plainAttribute(wanted: string): ResourceValue | undefined {
    return this.#find((space, name) => space === NO_STRING && this.#strings.text(name) === wanted);
  }

  #find(matches: (namespace: number, name: number) => boolean): ResourceValue | undefined {
    const content = this.#content;
    const start = content.readUInt16LE(8);
    const step = content.readUInt16LE(10);
    const count = content.readUInt16LE(12);
    if (count > 0 && step < ATTRIBUTE_BYTES) throw damaged('its manifest has attributes of a wrong size');
    for (let index = 0, at = start; index < count; index++, at += step)
      if (matches(content.readUInt32LE(at), content.readUInt32LE(at + 4)))
        return readResourceValue(content.readUInt8(at + 15), content.readUInt32LE(at + 16), this.#strings);
    return undefined;
  }
}

/** Returns the elements of a binary XML file in order. Throws PackageProblem or RangeError if it is damaged. */
export function* readXmlElements(bytes: Buffer): Generator<XmlElement> {
  // Android does not look at the type of the file.
  const root = readRoot(bytes, [ChunkType.xml, ChunkType.none], WHAT);
  let strings: StringPool | undefined;
  let ids: Buffer = Buffer.alloc(0);
  let depth = 0;
  for (const chunk of readResourceChunks(root.bytes.subarray(root.headerBytes), WHAT)) {
    if (chunk.type === ChunkType.stringPool) strings ??= new StringPool(chunk);
    else if (chunk.type === ChunkType.resourceMap) ids = chunk.bytes.subarray(chunk.headerBytes);
    else if (chunk.type === ChunkType.endElement) {
      // Nothing after the outermost element counts.
      if (--depth === 0) return;
    } else if (chunk.type === ChunkType.startElement) {
      if (!strings) throw damaged('its manifest has no strings');
      yield new XmlElement(chunk, depth++, strings, ids);
    }
  }
}
