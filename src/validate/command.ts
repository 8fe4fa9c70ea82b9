import type { FlowValidation } from '../contract/records/flow.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { checkFlow, BATCH_LIMITS } from '../flow/check/checkFlow.ts';
import { serviceDiagnostics } from '../flow/check/serviceFindings.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { flowBodyOf } from '../flow/deploy/flowSource.ts';
import { readFileSecrets } from '../flow/secrets/readFileSecrets.ts';
import { mapLimit } from '../util/mapLimit.ts';
import { readCatalogFile } from './catalogFile.ts';
import { InputError } from './inputFile.ts';
import { type Finding, findingsOf, unreadFinding } from './finding.ts';
import { type FlowFileText, readFlowFiles } from './flowFiles.ts';
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

/** A service that checks flows, too. */
export interface CheckingService {
  readonly name: string;
  /** Reads the actions of the service. */
  readonly readCatalog: () => Promise<FlowCatalog>;
  /** Checks the request body of a flow; undefined if the service does not offer that. */
  readonly validate: (body: Readonly<Record<string, unknown>>) => Promise<FlowValidation | undefined>;
}

/** The maximum number of flows that a service checks at once. */
const AT_ONCE = 4;

/**
 * Checks flow files, with a service also there, and prints the findings. Resolves to the exit code: 0 without errors, 1
 * with errors. Throws InputError.
 */
export async function runValidate(
  options: ValidateOptions,
  program: Program,
  service?: CheckingService,
): Promise<number> {
  const { catalogFile } = options;
  const catalog =
    service && catalogFile === undefined ? await service.readCatalog() : await readCatalogFile(catalogFile);
  const files = await readFlowFiles(options.files);
  const found = await mapLimit(files, AT_ONCE, file => findIn(file, catalog, service));
  const findings = found.flat();
  process.stdout.write(`${reportOf(options.format, findings, files.length, program)}\n`);
  if (catalogFile === undefined && !service && findings.some(({ code }) => code === 'unknown-action'))
    process.stderr.write(`${LOOKED_UP_IN_SANDBOX}\n`);
  return findings.some(finding => finding.severity === 'error') ? 1 : 0;
}

async function findIn(
  { file, text, problem }: FlowFileText,
  catalog: FlowCatalog,
  service: CheckingService | undefined,
): Promise<readonly Finding[]> {
  if (problem !== undefined) return [unreadFinding(file, problem)];
  const document = parseFlow(text);
  const own = checkFlow(document, catalog, BATCH_LIMITS);
  const body = service && flowBodyOf(text);
  const validation = body && (await service.validate(body));
  if (body && !validation)
    throw new InputError(`${service.name} does not offer to check flows. Check them without --service.`);
  const reported = validation ? serviceDiagnostics(document, validation, own) : [];
  const found = findingsOf(file, document, [...own, ...reported]);
  // Findings are in the logs of pipelines and in the results of code scanning.
  const { mask } = readFileSecrets(text, catalog);
  return found.map(finding => ({
    ...finding,
    path: mask.text(finding.path),
    message: mask.text(finding.message),
    related: finding.related.map(other => ({ ...other, message: mask.text(other.message) })),
  }));
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
