/** An attribute of the system (by its ID) or without a namespace (by its name); a reference is `{ reference: id }`. */
export interface TestAttribute {
  readonly name: string;
  readonly id?: number;
  readonly value: string | number | { readonly reference: number };
}

/** An element of a test manifest. */
export interface TestElement {
  readonly name: string;
  readonly attributes?: readonly TestAttribute[];
  readonly children?: readonly TestElement[];
}

/** The encoding of strings; `modified` is the UTF-8 of Java and aapt2, which encodes surrogates one by one. */
export type TestEncoding = 'utf8' | 'modified' | 'utf16le';

const NONE = 0xffffffff;

/** Returns numbers as little-endian bytes: each is a pair of its size in bytes and its value. */
export function packed(...fields: readonly (readonly [bytes: 1 | 2 | 4 | 8, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
      else buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

/** Returns a chunk of a binary Android file. */
export function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  const headerBytes = 8 + header.length;
  return Buffer.concat([packed([2, type], [2, headerBytes], [4, headerBytes + body.length]), header, body]);
}

/** Returns a chunk of strings, in UTF-8 or UTF-16. */
export function stringPool(strings: readonly string[], encoding: TestEncoding): Buffer {
  const offsets: Buffer[] = [];
  const texts: Buffer[] = [];
  let at = 0;
  for (const text of strings) {
    const encoded = encoding === 'utf16le' ? utf16(text) : utf8(text, encoding);
    offsets.push(packed([4, at]));
    texts.push(encoded);
    at += encoded.length;
  }
  texts.push(Buffer.alloc((4 - (at % 4)) % 4));
  const header = packed(
    [4, strings.length],
    [4, 0],
    [4, encoding === 'utf16le' ? 0 : 0x100],
    [4, 28 + 4 * strings.length],
    [4, 0],
  );
  return chunk(0x0001, header, Buffer.concat([...offsets, ...texts]));
}

function utf8(text: string, encoding: TestEncoding): Buffer {
  const bytes = encoding === 'modified' ? modifiedUtf8(text) : Buffer.from(text, 'utf8');
  const length = (value: number): Buffer =>
    value < 0x80 ? Buffer.of(value) : Buffer.of(0x80 | (value >> 8), value & 0xff);
  return Buffer.concat([length(text.length), length(bytes.length), bytes, Buffer.of(0)]);
}

function modifiedUtf8(text: string): Buffer {
  return Buffer.concat(
    text.split('').map(unit => {
      const code = unit.charCodeAt(0);
      return code >= 0xd800 && code < 0xe000
        ? Buffer.of(0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
        : Buffer.from(unit, 'utf8');
    }),
  );
}

function utf16(text: string): Buffer {
  const length =
    text.length < 0x8000
      ? packed([2, text.length])
      : packed([2, 0x8000 | (text.length >> 16)], [2, text.length & 0xffff]);
  return Buffer.concat([length, Buffer.from(text, 'utf16le'), packed([2, 0])]);
}

/** Returns a binary XML file. */
export function binaryXml(root: TestElement, encoding: TestEncoding = 'utf16le', type = 0x0003): Buffer {
  const attributes = allElements(root).flatMap(element => element.attributes ?? []);
  // The names with an ID come first, in the order of the resource map.
  const named = new Map(attributes.flatMap(({ name, id }) => (id === undefined ? [] : [[name, id]])));
  const strings = [...new Set([...named.keys(), ANDROID, ...textsOf(root)])];
  const index = (text: string): number => strings.indexOf(text);
  const start = ({ name, attributes: own = [] }: TestElement): Buffer =>
    chunk(
      0x0102,
      packed([4, 1], [4, NONE]),
      Buffer.concat([
        packed([4, NONE], [4, index(name)], [2, 20], [2, 20], [2, own.length], [2, 0], [2, 0], [2, 0]),
        ...own.map(({ name: attribute, id, value }) => {
          const isText = typeof value === 'string';
          return Buffer.concat([
            packed([4, id === undefined ? NONE : index(ANDROID)], [4, index(attribute)]),
            packed([4, isText ? index(value) : NONE], [2, 8], [1, 0]),
            valueOf(value, index),
          ]);
        }),
      ]),
    );
  const nodes = (element: TestElement): Buffer[] => [
    start(element),
    ...(element.children ?? []).flatMap(nodes),
    chunk(0x0103, packed([4, 1], [4, NONE]), packed([4, NONE], [4, index(element.name)])),
  ];
  const ids = packed(...[...named.values()].map(id => [4, id] as const));
  const space = packed([4, index(ANDROID)], [4, index(ANDROID)]);
  return chunk(
    type,
    Buffer.alloc(0),
    Buffer.concat([
      stringPool(strings, encoding),
      chunk(0x0180, Buffer.alloc(0), ids),
      chunk(0x0100, packed([4, 1], [4, NONE]), space),
      ...nodes(root),
      chunk(0x0101, packed([4, 1], [4, NONE]), space),
    ]),
  );
}

const ANDROID = 'http://schemas.android.com/apk/res/android';

function allElements(element: TestElement): TestElement[] {
  return [element, ...(element.children ?? []).flatMap(allElements)];
}

function textsOf(root: TestElement): string[] {
  return allElements(root).flatMap(({ name, attributes = [] }) => [
    name,
    ...attributes.flatMap(({ name: attribute, value }) =>
      typeof value === 'string' ? [attribute, value] : [attribute],
    ),
  ]);
}

function valueOf(value: TestAttribute['value'], index: (text: string) => number): Buffer {
  if (typeof value === 'string') return packed([1, 0x03], [4, index(value)]);
  return typeof value === 'number' ? packed([1, 0x10], [4, value]) : packed([1, 0x01], [4, value.reference]);
}

/** The values of one configuration, by the index of the entry. */
export interface TestResources {
  /** Empty for the configuration without a language. */
  readonly language: string;
  readonly values: readonly (TestAttribute['value'] | undefined)[];
  readonly layout?: 'plain' | 'sparse' | 'short' | 'compact';
}

/** Returns a resource table with one type, whose entries have the IDs 0x7f010000, 0x7f010001, and so on. */
export function resourceTable(configurations: readonly TestResources[]): Buffer {
  const strings = configurations.flatMap(({ values }) => values.filter(value => typeof value === 'string'));
  const index = (text: string): number => strings.indexOf(text);
  const name = Buffer.alloc(256);
  return chunk(
    0x0002,
    packed([4, 1]),
    Buffer.concat([
      stringPool(strings, 'utf8'),
      chunk(
        0x0200,
        Buffer.concat([packed([4, 0x7f]), name, packed([4, 0], [4, 0], [4, 0], [4, 0], [4, 0])]),
        Buffer.concat([
          stringPool(['string'], 'utf16le'),
          ...configurations.map(one => resourceType(one, index)),
        ]),
      ),
    ]),
  );
}

function resourceType(
  { language, values, layout = 'plain' }: TestResources,
  index: (text: string) => number,
): Buffer {
  const entries: Buffer[] = [];
  const offsets: Buffer[] = [];
  let at = 0;
  values.forEach((value, entry) => {
    if (value === undefined) {
      if (layout !== 'sparse') offsets.push(layout === 'short' ? packed([2, 0xffff]) : packed([4, NONE]));
      return;
    }
    const [kind, ...data] = valueOf(value, index);
    const bytes =
      layout === 'compact'
        ? Buffer.concat([packed([2, 0], [2, 8 | ((kind ?? 0) << 8)]), Buffer.from(data)])
        : Buffer.concat([packed([2, 8], [2, 0], [4, 0], [2, 8], [1, 0], [1, kind ?? 0]), Buffer.from(data)]);
    if (layout === 'sparse') offsets.push(packed([2, entry], [2, at / 4]));
    else offsets.push(layout === 'short' ? packed([2, at / 4]) : packed([4, at]));
    entries.push(bytes);
    at += bytes.length;
  });
  const table = Buffer.concat(offsets);
  const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
  const configuration = Buffer.alloc(64);
  configuration.writeUInt32LE(configuration.length);
  configuration.write(language, 8, 'latin1');
  const flags = layout === 'sparse' ? 1 : layout === 'short' ? 2 : 0;
  const count = layout === 'sparse' ? offsets.length : values.length;
  const start = 20 + configuration.length + table.length + padding.length;
  return chunk(
    0x0201,
    Buffer.concat([packed([1, 1], [1, flags], [2, 0], [4, count], [4, start]), configuration]),
    Buffer.concat([table, padding, ...entries]),
  );
}

/** Returns a resource table with many configurations of one type, which take a number of bytes, and a reference to itself. */
export function manyTypesTable(bytes: number): Buffer {
  const types = Buffer.alloc(bytes);
  for (let at = 0; at < types.length; at += 60_000) {
    const size = Math.min(60_000, types.length - at);
    types.writeUInt16LE(0x0201, at);
    types.writeUInt16LE(size, at + 2);
    types.writeUInt32LE(size, at + 4);
    types.writeUInt8(1, at + 8);
    types.writeUInt32LE(size, at + 20);
  }
  // The value that each of them could replace refers to itself.
  const value = packed([2, 8], [2, 0], [4, 0], [2, 8], [1, 0], [1, 1], [4, 0x7f010001]);
  const header = packed([1, 1], [1, 0], [2, 0], [4, 2], [4, 20 + 4 + 8], [4, 4]);
  const first = chunk(0x0201, header, Buffer.concat([packed([4, 0xffffffff], [4, 0]), value]));
  const all = chunk(0x0200, packed([4, 0x7f]), Buffer.concat([first, types]));
  return chunk(0x0002, packed([4, 1]), Buffer.concat([stringPool([], 'utf8'), all]));
}
