const KIB = 1024;
const MIB = 1024 * KIB;

/** The limits of one kind of input. What is absent has no limit of its own. */
export interface Budget {
  /** The input, as docs/security.md names it. */
  readonly input: string;
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
  /** The consequence of exceeding a limit. */
  readonly beyond: string;
}

/** The budget of each file and message from outside. Readers take their limits from here, docs/security.md its table. */
export const BUDGETS = {
  reply: {
    input: 'JSON response of a service',
    bytes: 32 * MIB,
    parts: { values: 500_000 },
    levels: 500,
    beyond: 'The call fails',
  },
  event: {
    input: 'Event stream of a service',
    bytes: 64 * MIB,
    parts: { 'characters of an event': 4 * MIB },
    beyond: 'The stream ends with an error',
  },
  picture: {
    input: 'Picture of a screen',
    bytes: 32 * MIB,
    pixels: { side: 8192, area: 40_000_000 },
    beyond: 'It is not decoded; the call fails, or the screen is drawn from its elements',
  },
  video: {
    input: 'Screen recording',
    bytes: 64 * MIB,
    pixels: { side: 8192, area: 40_000_000 },
    beyond: 'It is not played, and can be saved',
  },
  trace: {
    input: 'Trace file',
    bytes: 128 * MIB,
    unpackedBytes: 256 * MIB,
    parts: { files: 4000, values: 2_000_000, 'different names': 20_000 },
    levels: 64,
    beyond: 'It is not opened',
  },
  app: {
    input: 'App file (.apk, .ipa)',
    unpackedBytes: 32 * MIB,
    parts: { files: 200_000, chunks: 100_000, 'bytes of texts': 16 * MIB, 'XML elements': 100_000 },
    levels: 100,
    beyond: 'It is refused before it is uploaded',
  },
  flow: {
    input: 'Flow file or test file',
    levels: 500,
    beyond: 'It is reported as unreadable, and not changed',
  },
  input: {
    input: 'Flow, test, or report file that the command line reads',
    bytes: 64 * MIB,
    beyond: 'It is reported as unreadable',
  },
  change: {
    input: 'File that an agent or the command line changes',
    bytes: 10_000_000,
    beyond: 'It stays as it is, and the call or the command says so',
  },
  edits: {
    input: 'Edits of an agent',
    characters: 2_000_000,
    parts: { edits: 100, 'characters of all intermediate files': 10_000_000 },
    beyond: 'Nothing is changed',
  },
  links: { input: 'Links file', bytes: 16_000_000, beyond: 'Deployments stop; the file is kept' },
  track: {
    input: 'Track (GPX, GeoJSON)',
    bytes: 30_000_000,
    characters: 30_000_000,
    levels: 100,
    beyond: 'It is not played',
  },
  delivery: {
    input: 'Pasted delivery of a webhook',
    characters: 5_000_000,
    parts: { headers: 500 },
    beyond: 'It is refused',
  },
  mail: { input: 'Mail to the sandbox', characters: 100_000, beyond: 'It is refused' },
  receiver: {
    input: 'Webhook that the local receiver gets',
    bytes: MIB,
    beyond: 'It is answered with 413',
  },
  request: { input: 'Request to the sandbox', bytes: MIB, beyond: 'It is answered with 413' },
  webhookAnswer: {
    input: 'Answer to a request of a flow in the sandbox',
    bytes: 256 * KIB,
    beyond: 'The step fails',
  },
  schema: {
    input: 'Schema of an action',
    parts: { nodes: 100_000 },
    levels: 300,
    beyond: 'Values are reported as not checked, and shown as JSON',
  },
  form: {
    input: 'Form and completion for the parameters of an action',
    parts: { fields: 4000, 'units of work': 3_000_000 },
    beyond: 'The rest is shown as JSON, and completed without stops',
  },
  check: {
    input: 'Check of one value against a schema',
    parts: { 'units of work': 400_000, milliseconds: 1000 },
    beyond: 'The rest is reported as not checked',
  },
  tree: {
    input: 'Elements of a screen',
    parts: { elements: 20_000 },
    levels: 200,
    beyond: 'The rest is left out',
  },
  standardInput: {
    input: 'Message of an agent on standard input',
    bytes: 10 * MIB,
    beyond: 'It is answered with an error, and the next one is read',
  },
  http: { input: 'Message of an agent over HTTP', bytes: 4 * MIB, beyond: 'It is answered with 413' },
} as const satisfies Readonly<Record<string, Budget>>;
