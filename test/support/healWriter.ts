import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { healFlows } from '../../src/commandLine/heal/healFlows.ts';
import { healedName, locate, oldName, type Writer } from './parallelEdits.ts';

// Repairs steps one after another like the command `heal --yes`, each by its own file of proposals.

const [, , folder = '', text = ''] = process.argv;
const writer = JSON.parse(text) as Writer;
const file = join(folder, `proposals-${writer.number}.json`);
const place = { screen: '1' };
for (let edit = 0; edit < writer.edits; edit++) {
  const { path, step } = locate(writer, edit);
  const repair = {
    ...{ path: [step], from: { resourceId: oldName(step) }, isPart: false },
    ...{ to: { resourceId: healedName(writer, edit) }, confidence: 1, reason: 'It was renamed.' },
    ...{ before: place, now: place },
  };
  const proposals = [{ file: join(folder, path), case: 'a', repairs: [repair], alternatives: [] }];
  writeFileSync(file, JSON.stringify({ version: 1, proposals }));
  const options = { root: folder, catalogFile: undefined, isWriting: true, leastConfidence: 0 };
  assert.equal(await healFlows({ file, ...options }), 0);
}
