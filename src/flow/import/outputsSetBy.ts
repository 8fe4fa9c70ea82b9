import { memberOf } from '../../util/isObject.ts';
import { interpolate } from './expressions.ts';
import { pathBeside } from './flowPath.ts';
import type { MaestroCommand, MaestroFiles } from './maestroFile.ts';
import { assignedOutputs } from './maestroInput.ts';
import { plainScalar } from './plainScalar.ts';
import type { Variables } from './variables.ts';

/** Returns the outputs that the scripts of a command set, and those inside it and in the files that it runs. */
export function outputsSetBy(
  command: MaestroCommand,
  path: string,
  files: MaestroFiles,
  variables: Variables,
): readonly string[] {
  const seen = new Set<string>();
  const inFile = (name: string | undefined): readonly string[] => {
    const file = name === undefined || seen.has(name) ? undefined : files.get(name);
    if (name === undefined || file === undefined || typeof file === 'string') return [];
    seen.add(name);
    const { onFlowStart, commands, onFlowComplete } = file;
    return [...onFlowStart, ...commands, ...onFlowComplete].flatMap(one => inCommand(one, name));
  };
  const inCommand = ({ name, value, commands = [] }: MaestroCommand, from: string): readonly string[] => {
    const own = name === 'evalScript' ? assignedOutputs(value) : [];
    const isRun = name === 'runFlow' || name === 'retry';
    const named = isRun ? plainScalar(memberOf(value, 'file') ?? value) : '';
    const text = named === '' ? undefined : interpolate(named, variables.read);
    const run = text === undefined ? [] : inFile(pathBeside(from, text));
    return [...own, ...run, ...commands.flatMap(inner => inCommand(inner, from))];
  };
  return inCommand(command, path);
}
