import { parseArgs } from 'node:util';

const FORMATS = ['text', 'json', 'sarif'] as const;
/** The output format for findings. */
export type ReportFormat = (typeof FORMATS)[number];

/** The help text of the command. */
export const USAGE = `Usage: validate [options] FILES…

  --catalog FILE  actions to check against: a JSON array of actions or a page with items, as GET /actions
                    answers it (default: the actions of the sandbox)
  --format NAME     ${FORMATS.join(', ')} (default: text)
  --help            print this

FILES are flow files, or folders whose *.flow.json files are checked. The exit code is 0 when no errors are
found, 1 when there are errors, 2 when the command cannot do its work.`;

/** The parsed command line. */
export interface ValidateOptions {
  readonly files: readonly string[];
  readonly catalogFile: string | undefined;
  readonly format: ReportFormat;
}

/** Parses the command line. Returns the options, `help` if help is requested, or a sentence about the error. */
export function readValidateOptions(
  args: readonly string[],
): ValidateOptions | 'help' | { readonly usage: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        catalog: { type: 'string' },
        format: { type: 'string', default: 'text' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return 'help';
    const format = FORMATS.find(name => name === values.format);
    if (!format) return { usage: `--format takes one of ${FORMATS.join(', ')}, not “${values.format}”.` };
    if (positionals.length === 0) return { usage: 'Name at least one flow file or folder.' };
    return { files: positionals, catalogFile: values.catalog, format };
  } catch (error) {
    return { usage: error instanceof Error ? error.message : String(error) };
  }
}
