import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { icons as iconsInUse } from './icons.mjs';

/** The pages that are one compressed HTML file each, next to the command line. They run outside VS Code. */
const PAGES = [
  {
    name: 'testReport',
    title: 'Flow Tests',
    // The command line writes the report here.
    content: '<!-- report -->\n',
    icons: `import '@vscode/codicons/dist/codicon.css';`,
    fonts: 'data:',
    pictures: 'blob:',
  },
  { name: 'agentView', title: 'Cloud Devices', content: '', icons: '', fonts: `'none'`, pictures: 'data:' },
];

/** The names of the files that `buildSinglePages` writes. */
export const SINGLE_PAGES = PAGES.map(({ name }) => fileOf(name));

/**
 * Builds the pages. The content security policy of each names its only script and style sheet by their hashes.
 *
 * @param {string} root the folder of the repository
 * @param {string} folder
 * @returns {Promise<{ size: number, inputs: string[] }>} the size of all in bytes, and the bundled files
 */
export async function buildSinglePages(root, folder) {
  await mkdir(folder, { recursive: true });
  const built = await Promise.all(PAGES.map(page => buildPage(root, folder, page)));
  return {
    size: built.reduce((sum, { size }) => sum + size, 0),
    inputs: [...new Set(built.flatMap(({ inputs }) => inputs))],
  };
}

async function buildPage(root, folder, { name, title, content, icons, fonts, pictures }) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    stdin: { contents: `${icons} import './src/webview/${name}/main.ts';`, resolveDir: root },
    outdir: name,
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome120', 'firefox128', 'safari18'],
    format: 'esm',
    logLevel: 'warning',
    plugins: [iconsInUse],
  });
  const textOf = extension => outputFiles.find(({ path }) => path.endsWith(extension))?.text.trimEnd() ?? '';
  // HTML would read these characters as the start of a comment, in which a script does not end.
  const script = textOf('.js').replaceAll('<!--', String.raw`\x3C!--`);
  const style = textOf('.css');
  const policy = [
    `default-src 'none'`,
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    `font-src ${fonts}`,
    `img-src ${pictures}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${content}<script type="module">${script}</script>
</body>
</html>
`;
  const bytes = brotliCompressSync(html);
  await writeFile(join(folder, fileOf(name)), bytes);
  return { size: bytes.length, inputs: Object.keys(metafile.inputs) };
}

function fileOf(name) {
  return `${name}.html.br`;
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
