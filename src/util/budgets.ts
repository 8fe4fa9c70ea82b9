const KIB = 1024;
const MIB = 1024 * KIB;

/** The limits of one kind of input. What is absent has no limit of its own. */
export interface Budget {
  /** The maximum size in bytes as it arrives. */
  readonly bytes?: number;
  /** The maximum size in bytes once it is decompressed. */
  readonly unpackedBytes?: number;
  /** The maximum size in characters. */
  readonly characters?: number;
  /** The maximum numbers of parts, by their name. */
  readonly parts?: Readonly<Record<string, number>>;
  /** The maximum nesting depth. */
  readonly levels?: number;
  /** The maximum width or height, and number of pixels. */
  readonly pixels?: { readonly side: number; readonly area: number };
}

/** The budget of each file and message from outside. Readers take their limits from here, docs/security.md its table. */
export const BUDGETS = {
  reply: {
    bytes: 32 * MIB,
    parts: { values: 500_000 },
    levels: 500,
  },
  event: {
    bytes: 64 * MIB,
    parts: { 'characters of an event': 4 * MIB },
  },
  picture: {
    bytes: 32 * MIB,
    pixels: { side: 8192, area: 40_000_000 },
  },
  video: {
    bytes: 64 * MIB,
    pixels: { side: 8192, area: 40_000_000 },
  },
  trace: {
    bytes: 128 * MIB,
    unpackedBytes: 256 * MIB,
    parts: { files: 4000, values: 2_000_000, 'different names': 20_000 },
    levels: 64,
  },
  trajectory: {
    characters: 64_000_000,
    parts: { events: 10_000, calls: 300 },
  },
  app: {
    unpackedBytes: 32 * MIB,
    parts: { files: 200_000, chunks: 100_000, 'bytes of texts': 16 * MIB, 'XML elements': 100_000 },
    levels: 100,
  },
  flow: {
    parts: { values: 500_000 },
    levels: 500,
  },
  input: {
    bytes: 64 * MIB,
    parts: { values: 1_000_000 },
  },
  change: {
    bytes: 10_000_000,
  },
  import: {
    characters: 200_000,
    levels: 100,
    parts: { files: 200, 'characters of all files': 5_000_000, commands: 5000, steps: 2000 },
  },
  edits: {
    characters: 2_000_000,
    parts: { edits: 100, 'characters of all intermediate files': 10_000_000 },
  },
  links: {
    bytes: 16_000_000,
    levels: 100,
  },
  track: {
    bytes: 30_000_000,
    characters: 30_000_000,
    levels: 100,
  },
  delivery: {
    characters: 5_000_000,
    parts: { headers: 500 },
  },
  mail: { characters: 100_000 },
  receiver: {
    bytes: MIB,
  },
  request: { bytes: MIB },
  upload: { bytes: 8 * MIB },
  webhookAnswer: {
    bytes: 256 * KIB,
  },
  schema: {
    parts: { nodes: 100_000 },
    levels: 300,
  },
  form: {
    parts: { fields: 4000, 'units of work': 3_000_000 },
  },
  check: {
    parts: { 'units of work': 400_000, milliseconds: 1000 },
  },
  batchCheck: {
    parts: { 'units of work': 40_000_000, milliseconds: 30_000 },
  },
  tree: {
    parts: { elements: 20_000 },
    levels: 200,
  },
  standardInput: {
    bytes: 10 * MIB,
  },
  http: { bytes: 4 * MIB },
} as const satisfies Readonly<Record<string, Budget>>;
