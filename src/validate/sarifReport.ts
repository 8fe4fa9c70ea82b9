import { DIAGNOSTIC_TITLES } from '../flow/document/diagnostic.ts';
import type { Finding, FileRange } from './finding.ts';
import { repositoryPath } from './repositoryPath.ts';
import { keysOf } from '../util/isObject.ts';
import { outputJson } from '../util/outputLine.ts';

const LEVELS = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/** Program information for reports. */
export interface Program {
  readonly version: string;
  /** The URL of the repository. */
  readonly homepage: string;
}

/** Formats findings as a SARIF 2.1.0 log with one run. */
export function sarifReport(findings: readonly Finding[], { version, homepage }: Program): string {
  const codes = keysOf(DIAGNOSTIC_TITLES);
  const informationUri = homepage.replace(/#.*$/, '');
  const helpUri = `${informationUri}/blob/main/docs/validate.md#what-is-found`;
  const rules = codes.map(id => ({
    id,
    shortDescription: { text: `${DIAGNOSTIC_TITLES[id]}.` },
    helpUri,
  }));
  const results = findings.map(finding => ({
    ruleId: finding.code,
    ruleIndex: codes.indexOf(finding.code),
    level: LEVELS[finding.severity],
    message: { text: finding.message },
    locations: [
      {
        ...locationOf(finding.file, finding),
        logicalLocations: [{ fullyQualifiedName: finding.path, kind: 'value' }],
      },
    ],
    relatedLocations: finding.related.map((location, id) => ({
      id,
      message: { text: location.message },
      ...locationOf(finding.file, location),
    })),
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'cloud-device-automation', version, informationUri, rules } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return outputJson(log);
}

function locationOf(file: string, location: FileRange): object {
  const { line, column, endLine, endColumn } = location;
  return {
    physicalLocation: {
      artifactLocation: { uri: addressOf(file) },
      region: { startLine: line, startColumn: column, endLine, endColumn },
    },
  };
}

/** Converts a file path to a URI reference from the root of its repository, or else to a file URI if it is absolute. */
function addressOf(file: string): string {
  const path = encodeURI(repositoryPath(file)).replaceAll('#', '%23').replaceAll('?', '%3F');
  if (/^[a-zA-Z]:\//.test(path)) return `file:///${path}`;
  return path.startsWith('/') ? `file://${path}` : path;
}
