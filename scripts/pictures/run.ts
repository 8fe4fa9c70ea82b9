import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { encodeAnimation } from './animatedPng.ts';
import { SCENES } from './scenes.ts';

// Makes the pictures of README.md from the real workbench. The names of pictures make only those.

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'media/readme');
/** The texts of the extension that each picture shows; a test fails when one of them is changed. */
const TEXTS = resolve(import.meta.dirname, 'texts.json');
const names = process.argv.slice(2);
const unknown = names.find(name => !(name in SCENES));
if (unknown !== undefined)
  throw new Error(`There is no picture “${unknown}”. There are ${Object.keys(SCENES).join(', ')}.`);

const sources = globSync('src/**/*.ts', { cwd: root }).map(name => readFile(resolve(root, name), 'utf8'));
const source = (await Promise.all(sources)).join('\n');
const texts = JSON.parse(await readFile(TEXTS, 'utf8')) as Record<string, readonly string[]>;
await mkdir(folder, { recursive: true });
for (const [name, film] of Object.entries(SCENES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const camera = await film();
  const file = encodeAnimation(camera.frames);
  await writeFile(resolve(folder, `${name}.png`), file);
  // The still picture at the top of the README is the end of the first scene.
  if (name === 'visual-editor')
    await writeFile(resolve(root, 'media/screenshot.png'), encodeAnimation(camera.frames.slice(-1)));
  texts[name] = [...camera.texts].filter(text => text.length > 2 && source.includes(text)).toSorted();
  await writeFile(TEXTS, `${JSON.stringify(texts, undefined, 2)}\n`);
  const size = `${camera.frames.length} frames, ${Math.round(file.length / 1000)} kB`;
  process.stdout.write(`media/readme/${name}.png: ${size}\n`);
}
// The browser and the server that the scenes share would keep the program running.
process.exit();
