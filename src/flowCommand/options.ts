import { parseArgs } from 'node:util';

const TIME_SCALE = 0.02;

/** The help text of the command. */
export const USAGE = `Usage: flows test [options] FILES…

  --catalog FILE  actions that the flows refer to, where those are not the sandbox's: a JSON array of actions
                    or a page with items, as GET /actions answers it
  --junit FILE      writes the results as a JUnit report too
  --time-scale N    factor of the sandbox's waits (default: ${TIME_SCALE}, fifty times as fast)
  --loopback-port N port of this computer that webhooks.request steps may call; may be repeated (default: none)
  --help            print this

FILES are flow files, or folders whose *.flow.json files are tested, each by the cases of the *.flow.test.json
beside it, or else by one run that has to succeed. Every case runs in a sandbox of its own making on this
computer; no account is needed. The exit code is 0 when all cases pass, 1 when one fails or cannot be run, 2 when
the command cannot do its work.`;

/** The parsed command line. */
export interface FlowsOptions {
  readonly files: readonly string[];
  readonly catalogFile: string | undefined;
  readonly junitFile: string | undefined;
  /** The factor for waits in the sandbox, greater than 0. */
  readonly timeScale: number;
  /** Ports of this computer that steps may call. */
  readonly loopbackPorts: readonly number[];
}

/** Parses the command line. Returns the options, `help` if help is requested, or a sentence about the error. */
export function readFlowsOptions(
  args: readonly string[],
): FlowsOptions | 'help' | { readonly usage: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        catalog: { type: 'string' },
        junit: { type: 'string' },
        'time-scale': { type: 'string', default: String(TIME_SCALE) },
        'loopback-port': { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return 'help';
    const [verb, ...files] = positionals;
    if (verb !== 'test') return { usage: 'Say what to do with flows: “test”.' };
    if (files.length === 0) return { usage: 'Name at least one flow file or folder.' };
    const timeScale = Number(values['time-scale']);
    if (!(timeScale > 0 && timeScale <= 1000))
      return { usage: `--time-scale takes a number above 0, such as 0.01, not “${values['time-scale']}”.` };
    const ports = values['loopback-port'];
    const wrong = ports.find(text => !isPort(text));
    if (wrong !== undefined)
      return { usage: `--loopback-port takes a whole number from 1 to 65535, not “${wrong}”.` };
    const loopbackPorts = ports.map(Number);
    return { files, catalogFile: values.catalog, junitFile: values.junit, timeScale, loopbackPorts };
  } catch (error) {
    return { usage: error instanceof Error ? error.message : String(error) };
  }
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}
