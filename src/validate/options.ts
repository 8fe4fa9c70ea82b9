import { parseArgs } from 'node:util';

const FORMATS = ['text', 'json', 'sarif'] as const;
/** How findings are written. */
export type ReportFormat = (typeof FORMATS)[number];

/** How to call the command from a terminal. */
export const USAGE = `Usage: validate [options] FILES…

  --catalogue FILE  actions to check against: a JSON array of actions or a page with items, as GET /actions
                    answers it (default: the actions of the sandbox)
  --format NAME     ${FORMATS.join(', ')} (default: text)
  --help            print this

FILES are flow files, or folders whose *.flow.json files are checked. The exit code is 0 when no errors are
found, 1 when there are errors, 2 when the command cannot do its work.`;

/** What the command line asks for. */
export interface ValidateOptions {
  readonly files: readonly string[];
  readonly catalogueFile: string | undefined;
  readonly format: ReportFormat;
}

/** Reads the command line: what it asks for, a wish for help, or the sentence that says what is wrong with it. */
export function readValidateOptions(
  args: readonly string[],
): ValidateOptions | 'help' | { readonly usage: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        catalogue: { type: 'string' },
        format: { type: 'string', default: 'text' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return 'help';
    const format = FORMATS.find(name => name === values.format);
    if (!format) return { usage: `--format takes one of ${FORMATS.join(', ')}, not “${values.format}”.` };
    if (positionals.length === 0) return { usage: 'Name at least one flow file or folder.' };
    return { files: positionals, catalogueFile: values.catalogue, format };
  } catch (error) {
    return { usage: error instanceof Error ? error.message : String(error) };
  }
}
