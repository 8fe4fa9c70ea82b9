import { FlowChecker } from '../flow/check/flowChecker.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { readCatalog, sandboxCatalog } from './catalogFile.ts';
import { type Finding, findingsOf } from './finding.ts';
import { readFlowFiles } from './flowFiles.ts';
import { InputError } from './inputFile.ts';
import { readValidateOptions, type ReportFormat, USAGE } from './options.ts';
import { jsonReport, textReport } from './reports.ts';
import { type Program, sarifReport } from './sarifReport.ts';

const LOOKED_UP_IN_SANDBOX =
  'Actions were looked up among those of the sandbox; --catalog FILE names those of your service.';

/** Checks flow files. Resolves to the exit code: 0 without errors, 1 with errors, 2 for bad usage. */
export async function runValidate(args: readonly string[], program: Program): Promise<number> {
  const options = readValidateOptions(args);
  if (options === 'help') {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if ('usage' in options) {
    process.stderr.write(`${options.usage}\n\n${USAGE}\n`);
    return 2;
  }
  try {
    const { catalogFile } = options;
    const catalog = catalogFile === undefined ? await sandboxCatalog() : await readCatalog(catalogFile);
    const checker = new FlowChecker(catalog);
    const files = await readFlowFiles(options.files);
    const findings = files.flatMap(({ file, text }) => {
      const document = parseFlow(text);
      return findingsOf(file, document, checker.check(document));
    });
    process.stdout.write(`${reportOf(options.format, findings, files.length, program)}\n`);
    if (catalogFile === undefined && findings.some(({ code }) => code === 'unknown-action'))
      process.stderr.write(`${LOOKED_UP_IN_SANDBOX}\n`);
    return findings.some(finding => finding.severity === 'error') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

function reportOf(
  format: ReportFormat,
  findings: readonly Finding[],
  files: number,
  program: Program,
): string {
  if (format === 'json') return jsonReport(findings);
  return format === 'sarif' ? sarifReport(findings, program) : textReport(findings, files);
}
