import * as vscode from 'vscode';
import { SECTION, Setting } from '../manifest.ts';

/** The options of the sandbox with the maximum of each setting, as in package.json. */
const OPTIONS = [
  ['--trace-runs', Setting.traceRuns, 10_000],
  ['--trace-days', Setting.traceDays, 3650],
] as const;

/** Returns the command-line options for the traces that the sandbox keeps; those with an invalid setting are omitted. */
export function traceOptions(): readonly string[] {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return OPTIONS.flatMap(([option, setting, most]) => {
    const value: unknown = settings.get(setting);
    const isValid = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
    return isValid ? [option, String(value)] : [];
  });
}
