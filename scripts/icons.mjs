import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';

const FOLDER = resolve(import.meta.dirname, '../node_modules/@vscode/codicons/dist');
/** A rule that shows an icon: its name, and the code of its character. */
const ICON = /^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gm;
/** The font holds the icons that the source names, a third of all, so that pages load less. */
const SOURCES = 'src/**/*.ts';

/** Made once for all pages of a build. */
let style;

/** An esbuild plugin that replaces the style sheet of icons by one with the icons that the source names. */
export const icons = {
  name: 'icons',
  setup(build) {
    build.onLoad({ filter: /codicons[\\/]dist[\\/]codicon\.css$/ }, async () => ({
      contents: await (style ??= iconStyle()),
      loader: 'css',
    }));
  },
};

async function iconStyle() {
  const all = readFileSync(`${FOLDER}/codicon.css`, 'utf8').replaceAll('\r\n', '\n');
  const named = namesInSource();
  const used = [...all.matchAll(ICON)].filter(([, name]) => named.has(name));
  const characters = used.map(([, , code]) => String.fromCodePoint(Number.parseInt(code, 16))).join('');
  const font = await subsetFont(readFileSync(`${FOLDER}/codicon.ttf`), characters, { targetFormat: 'woff2' });
  return all
    .replaceAll(ICON, (rule, name) => (named.has(name) ? rule : ''))
    .replace(/src: url\([^)]*\) format\([^)]*\)/, () => {
      return `src: url("data:font/woff2;base64,${font.toString('base64')}") format("woff2")`;
    });
}

/** Returns all words of the source. Most are no names of icons, which does no harm. */
function namesInSource() {
  const root = resolve(import.meta.dirname, '..');
  const texts = globSync(SOURCES, { cwd: root }).map(file => readFileSync(resolve(root, file), 'utf8'));
  const words = texts.flatMap(text => text.match(/[a-z][a-z0-9-]*/g) ?? []);
  return new Set(words.map(word => word.replace(/^codicon-/, '')));
}
