import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { encodeAnimation } from './animatedPng.ts';
import { SCENES } from './scenes.ts';

// Makes the moving pictures of README.md from the real workbench. The names of pictures make only those.

const folder = resolve(import.meta.dirname, '../../media/readme');
const names = process.argv.slice(2);
const unknown = names.find(name => !(name in SCENES));
if (unknown !== undefined)
  throw new Error(`There is no picture “${unknown}”. There are ${Object.keys(SCENES).join(', ')}.`);

await mkdir(folder, { recursive: true });
for (const [name, film] of Object.entries(SCENES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const frames = await film();
  const file = encodeAnimation(frames);
  await writeFile(resolve(folder, `${name}.png`), file);
  const size = `${frames.length} frames, ${Math.round(file.length / 1000)} kB`;
  process.stdout.write(`media/readme/${name}.png: ${size}\n`);
}
