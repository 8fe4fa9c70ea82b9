import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as esbuild from 'esbuild';

/** The name of the compressed page of test reports, next to the command line. */
export const REPORT_PAGE = 'testReport.html.br';

/**
 * Builds the page of test reports as one compressed HTML file, into which the command line writes a report. The content
 * security policy names the only script and style sheet by their hashes.
 *
 * @param {string} root the folder of the repository
 * @param {string} file
 * @returns {Promise<{ size: number, inputs: string[] }>} the size in bytes, and the bundled files
 */
export async function buildReportPage(root, file) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    stdin: {
      contents: `import '@vscode/codicons/dist/codicon.css'; import './src/webview/testReport/main.ts';`,
      resolveDir: root,
    },
    outdir: 'report',
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome120', 'firefox128', 'safari18'],
    format: 'esm',
    logLevel: 'warning',
    loader: { '.ttf': 'dataurl' },
  });
  const textOf = extension => outputFiles.find(({ path }) => path.endsWith(extension))?.text.trimEnd() ?? '';
  // HTML would read these characters as the start of a comment, in which a script does not end.
  const script = textOf('.js').replaceAll('<!--', String.raw`\x3C!--`);
  const style = textOf('.css');
  const policy = [
    `default-src 'none'`,
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'font-src data:',
    'img-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Flow Tests</title>
<style>${style}</style>
</head>
<body>
<!-- report -->
<script type="module">${script}</script>
</body>
</html>
`;
  const bytes = brotliCompressSync(html);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return { size: bytes.length, inputs: Object.keys(metafile.inputs) };
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
