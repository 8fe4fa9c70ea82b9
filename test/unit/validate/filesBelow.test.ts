import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initFolder } from '../../../src/commandLine/init/initFolder.ts';
import { filesBelow } from '../../../src/validate/filesBelow.ts';
import { readFlowFiles, requireAll } from '../../../src/validate/flowFiles.ts';
import { InputError } from '../../../src/validate/inputFile.ts';
import { useFolder } from '../../support/useFolder.ts';

describe('validate/filesBelow', () => {
  const root = useFolder('below');

  const folder = join(root, 'project');

  before(() => {
    for (const path of ['flows/deep', 'node_modules/package', 'other'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const path of ['flows/b.flow.json', 'flows/deep/a.flow.json', 'node_modules/package/c.flow.json'])
      writeFileSync(join(folder, path), '{}');
    // Two links to a folder above double the paths with each level, so following them would not end.
    for (const path of ['flows/up', 'flows/deep/up', 'flows/up.flow.json'])
      symlinkSync(folder, join(folder, path), 'junction');
  });

  /** Links to files need a right that users of Windows may not have. */
  function linkFile(target: string, path: string): boolean {
    try {
      symlinkSync(target, join(folder, path), 'file');
      return true;
    } catch {
      return false;
    }
  }

  it('the files below a folder do not include those of packages and of links to folders', async () => {
    const paths = await filesBelow(folder);
    assert.deepEqual(
      paths.map(path => path.replaceAll('\\', '/')),
      ['flows/b.flow.json', 'flows/deep/a.flow.json'],
    );
    const flows = await readFlowFiles([folder]);
    assert.deepEqual(
      flows.map(({ file }) => file),
      paths.map(path => join(folder, path)),
    );
  });

  it('the files below a folder are in the order of the numbers in their names', async () => {
    mkdirSync(join(root, 'numbered'));
    for (const name of ['f10', 'f2', 'f1']) writeFileSync(join(root, 'numbered', name), '');
    assert.deepEqual(await filesBelow(join(root, 'numbered')), ['f1', 'f2', 'f10']);
  });

  it('the files below a folder are read through the link that is given', async () => {
    const flows = await readFlowFiles([join(folder, 'flows/up/flows/deep')]);
    assert.equal(flows.length, 1);
  });

  it('the files below a folder let a folder with flows stay without a first one', async () => {
    const lines: string[] = [];
    const agents = (): Promise<boolean> => Promise.resolve(false);
    for await (const line of initFolder(folder, { github: false, gitProgram: undefined, agents }))
      lines.push(line);
    assert.equal(lines.filter(line => line.startsWith('Created')).length, 0);
  });

  it('the files below a folder include links to files, and broken ones, which are reported', async function () {
    if (!linkFile(join(folder, 'flows/b.flow.json'), 'other/linked.flow.json')) this.skip();
    const linked = await readFlowFiles([join(folder, 'other')]);
    assert.deepEqual(
      linked.map(({ text }) => text),
      ['{}'],
    );
    linkFile(join(folder, 'nowhere.flow.json'), 'other/broken.flow.json');
    const files = await readFlowFiles([join(folder, 'other')]);
    assert.deepEqual(
      files.map(({ text }) => text),
      ['', '{}'],
    );
    const problem = 'broken.flow.json cannot be read: it is a link to a file that does not exist.';
    assert.ok(files[0]?.problem?.endsWith(problem));
    assert.throws(
      () => requireAll(files),
      (error: Error) => error instanceof InputError && error.message.endsWith(problem),
    );
  });
});
