import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

// Checks that a tag names the version of package.json and that the changelog describes it. Prints `pre-release=true` or
// `pre-release=false` for the release workflow: a version with an odd minor number is a pre-release.

const root = resolve(import.meta.dirname, '..');
const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');

const problem =
  tag !== `v${version}`
    ? `The tag ${tag} does not match the version ${version} in package.json. Change one of them.`
    : !changelog.split('\n').includes(`## ${version}`)
      ? `CHANGELOG.md has no section “## ${version}”. Rename “## Unreleased” to it.`
      : undefined;
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
} else console.log(`pre-release=${Number(version.split('.')[1]) % 2 === 1}`);
