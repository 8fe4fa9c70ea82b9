import { checkFlow, BATCH_LIMITS } from '../flow/check/checkFlow.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { readFileSecrets } from '../flow/secrets/readFileSecrets.ts';
import { readCatalogFile } from './catalogFile.ts';
import { type Finding, findingsOf, unreadFinding } from './finding.ts';
import { readFlowFiles } from './flowFiles.ts';
import { jsonReport, textReport } from './reports.ts';
import { type Program, sarifReport } from './sarifReport.ts';

const LOOKED_UP_IN_SANDBOX =
  'Actions were looked up among those of the sandbox; --catalog FILE names those of your service.';

export const REPORT_FORMATS = ['text', 'json', 'sarif'] as const;
type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The files to check, the file of the actions to check against, and the format of the findings. */
export interface ValidateOptions {
  readonly files: readonly string[];
  readonly catalogFile: string | undefined;
  readonly format: ReportFormat;
}

/** Checks flow files and prints the findings. Resolves to the exit code: 0 without errors, 1 with errors. */
export async function runValidate(options: ValidateOptions, program: Program): Promise<number> {
  const { catalogFile } = options;
  const catalog = await readCatalogFile(catalogFile);
  const files = await readFlowFiles(options.files);
  const findings = files.flatMap(({ file, text, problem }) => {
    if (problem !== undefined) return [unreadFinding(file, problem)];
    const document = parseFlow(text);
    const found = findingsOf(file, document, checkFlow(document, catalog, BATCH_LIMITS));
    // Findings are in the logs of pipelines and in the results of code scanning.
    const { mask } = readFileSecrets(text, catalog);
    return found.map(finding => ({
      ...finding,
      path: mask.text(finding.path),
      message: mask.text(finding.message),
      related: finding.related.map(other => ({ ...other, message: mask.text(other.message) })),
    }));
  });
  process.stdout.write(`${reportOf(options.format, findings, files.length, program)}\n`);
  if (catalogFile === undefined && findings.some(({ code }) => code === 'unknown-action'))
    process.stderr.write(`${LOOKED_UP_IN_SANDBOX}\n`);
  return findings.some(finding => finding.severity === 'error') ? 1 : 0;
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
