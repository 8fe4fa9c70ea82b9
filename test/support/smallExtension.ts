import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes an extension of one file beside the one under test, to know or measure something of VS Code itself. */
export async function writeExtension(
  folder: string,
  name: string,
  main: string,
  more: object = {},
): Promise<void> {
  const manifest = {
    name,
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    activationEvents: ['onStartupFinished'],
    capabilities: { untrustedWorkspaces: { supported: true } },
    ...more,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), main);
}
