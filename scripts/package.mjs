import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import JSZip from 'jszip';
import { mustRun } from './host/run.mjs';
import { VSIX } from './host/vsix.mjs';
import { thirdPartyNotices } from './notices.mjs';

// Builds the VSIX, and fails if it contains unexpected or lacks required files. `--pre-release` marks it as a pre-release.

const MAX_BYTES = 2_000_000;
const ALLOWED = [
  /^extension\.vsixmanifest$/,
  /^\[Content_Types\]\.xml$/,
  /^extension\/(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/i,
  /^extension\/dist\/(extension|cli)\.js$/,
  /^extension\/dist\/ThirdPartyNotices\.txt$/,
  /^extension\/dist\/chunks\/[\w.-]+\.js$/,
  /^extension\/dist\/webview\/[\w-]+\.(js|css)$/,
  /^extension\/media\/(icon\.png|activity\.svg|(device|trace)-(light|dark)\.svg|flow(-test)?\.schema\.json)$/,
  /^extension\/dist\/sandbox-catalog\.json$/,
  /^extension\/dist\/(testReport|agentView)\.html\.br$/,
  /^extension\/media\/skills\/[\w-]+\/SKILL\.md$/,
  /^extension\/media\/walkthrough\/\w+\.svg$/,
];
const SECRETS =
  /whsec_[A-Za-z0-9]{8}|sk_[a-z]+_[A-Za-z0-9]{8}|BEGIN [A-Z ]*PRIVATE KEY|\/(?:home|root|Users)\/\w+\//;

const NOTICES = 'dist/ThirdPartyNotices.txt';

const { values } = parseArgs({ options: { 'pre-release': { type: 'boolean', default: false } } });
const root = resolve(import.meta.dirname, '..');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

await mustRun(process.execPath, [join(root, 'esbuild.mjs'), '--production', '--meta'], { cwd: root });
await mkdir(join(root, 'dist'), { recursive: true });
const { inputs } = JSON.parse(await readFile(join(root, 'out/meta.json'), 'utf8'));
await writeFile(join(root, NOTICES), await thirdPartyNotices(root, Object.keys(inputs)));
await createVSIX({ cwd: root, packagePath: VSIX, dependencies: false, preRelease: values['pre-release'] });

const bytes = await readFile(VSIX);
const zip = await JSZip.loadAsync(bytes);
const files = Object.values(zip.files).filter(file => !file.dir);
const problems = [
  ...(bytes.length > MAX_BYTES ? [`it has ${bytes.length} bytes, more than ${MAX_BYTES}`] : []),
  ...files
    .filter(({ name }) => !ALLOWED.some(pattern => pattern.test(name)))
    .map(({ name }) => `${name} does not belong in it`),
  ...[...namedFiles(manifest), NOTICES]
    .map(path => `extension/${path.replace(/^\.\//, '')}`)
    .filter(path => !zip.file(path))
    .map(path => `${path} is missing`),
];
for (const file of files) {
  const text = await file.async('string');
  if (text.includes('sourceMappingURL=')) problems.push(`${file.name} names a source map`);
  if (SECRETS.test(text)) problems.push(`${file.name} holds what looks like a secret or a private path`);
}
if (problems.length > 0) {
  console.error(
    `The VSIX is not fit to be published:\n${problems.map(problem => `  ${problem}`).join('\n')}`,
  );
  process.exitCode = 1;
} else {
  console.log(`dist/${basename(VSIX)}: ${files.length} files, ${(bytes.length / 1000).toFixed(0)} kB`);
}

// Returns every extension file named by any value in package.json.
function namedFiles(value) {
  if (typeof value === 'string') return /^(\.\/)?(dist|media)\/\S+$/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namedFiles) : [];
}
