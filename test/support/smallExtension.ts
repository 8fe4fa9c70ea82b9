import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes an extension with a single file, to observe or measure VS Code itself. */
export async function writeExtension(
  folder: string,
  name: string,
  main: string,
  properties: object = {},
): Promise<void> {
  const manifest = {
    name,
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
    capabilities: { untrustedWorkspaces: { supported: true } },
    ...properties,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), main);
}
