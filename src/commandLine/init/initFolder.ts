import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { changeFile } from '../../files/changeFile.ts';
import { nodeDisk } from '../../files/disk.ts';
import { pathInside } from '../../files/insideFolder.ts';
import { demoActionId } from '../../sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../sandbox/demo/devices.ts';
import { demoTriggerId } from '../../sandbox/demo/triggers.ts';
import { isFlowPath } from '../../flowTest/testPath.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { decodeText, EncodingError } from '../../util/decodeText.ts';
import { filesBelow } from '../../validate/filesBelow.ts';
import { InputError, readingProblem } from '../../validate/inputFile.ts';
import { git } from '../git.ts';

const ATTRIBUTES = '*.flow.json diff=cloud-flow';
const PROGRAM = 'npx --yes cloud-device-automation';

/** The settings that let Git compare flow files by their meaning. */
const GIT_SETTINGS = {
  'diff.cloud-flow.textconv': `${PROGRAM} diff --textconv`,
  'diff.cloud-flow.cachetextconv': 'true',
  'difftool.cloud-flow.cmd': `${PROGRAM} diff "$LOCAL" "$REMOTE"`,
};

const WORKFLOW = `name: Flows
on: [push, pull_request]
permissions:
  contents: read
jobs:
  flows:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: actions/setup-node@v7
        with:
          node-version: 24
      - run: ${PROGRAM} validate flows
      - run: ${PROGRAM} test --reporter list --reporter github flows
`;

/** Prepares a folder for flows. Returns a sentence for each thing that was done. Throws InputError. */
export async function initFolder(
  folder: string,
  { github }: { readonly github: boolean },
): Promise<readonly string[]> {
  try {
    await mkdir(folder, { recursive: true });
    const files = await filesBelow(folder);
    const lines: string[] = [];
    const isNew = !files.some(isFlowPath);
    if (isNew) {
      lines.push(await create(folder, 'flows/first.flow.json', toJson(firstFlow())));
      lines.push(await create(folder, 'flows/first.flow.test.json', toJson(FIRST_TEST)));
    }
    if (github) lines.push(await create(folder, '.github/workflows/flows.yml', WORKFLOW));
    lines.push(...(await prepareGit(folder)));
    return [
      ...lines.filter(Boolean),
      `Next: cloud-device-automation test ${quoted(isNew ? join(folder, 'flows') : folder)}`,
    ];
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${folder} cannot be prepared: ${readingProblem(error)}.`);
  }
}

function quoted(path: string): string {
  return /^[\w./\\:@-]+$/.test(path) ? path : `"${path}"`;
}

const FIRST_TEST = {
  cases: [
    {
      name: 'shows the map',
      expect: { steps: [{ step: 2, status: 'success' }] },
    },
  ],
};

/** Opens the map on the demo phone of the sandbox and checks that it is shown. */
function firstFlow(): object {
  const steps = [
    ['device.launchApp', { platform: 'android', app: 'org.sandbox.maps' }],
    ['device.assertText', { contains: 'You are here' }],
    ['device.screenshot', {}],
  ] as const;
  return {
    name: 'First flow',
    triggerId: demoTriggerId('custom'),
    deviceIds: [demoDeviceId('phone')],
    actions: steps.map(([method, params], index) => ({
      actionId: demoActionId(method),
      position: index + 1,
      overrides: { params },
    })),
  };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Creates a file with its folders. Returns a sentence. */
async function create(folder: string, path: string, text: string): Promise<string> {
  const isNew = await changeInside(folder, path, before => (before === undefined ? text : undefined));
  const file = join(folder, path);
  return isNew ? `Created ${file}.` : `Kept ${file}, which exists.`;
}

/** Changes a file inside the folder. Resolves to false if it stays as it is. Throws InputError if a link leads out. */
async function changeInside(
  folder: string,
  path: string,
  change: (before: Uint8Array | undefined) => string | undefined,
): Promise<boolean> {
  const resolve = async (): Promise<string> => {
    const inside = await pathInside(nodeDisk, folder, join(folder, path));
    if (inside !== undefined) return join(await nodeDisk.realPath(folder), inside);
    throw new InputError(
      `${join(folder, path)} leads outside the folder by a symbolic link, so nothing is written there. Replace the link with a regular file or folder.`,
    );
  };
  const encoder = new TextEncoder();
  return changeFile({ disk: nodeDisk, resolve, most: BUDGETS.change.bytes }, before => {
    const after = change(before);
    return after === undefined ? undefined : encoder.encode(after);
  });
}

async function prepareGit(folder: string): Promise<readonly string[]> {
  try {
    await git('-C', folder, 'rev-parse', '--git-dir');
  } catch {
    return ['The folder is in no Git repository, so Git was not set up.'];
  }
  for (const [name, value] of Object.entries(GIT_SETTINGS))
    await git('-C', folder, 'config', '--local', name, value);
  const settings = 'Set up Git to compare flow files by their meaning.';
  const file = join(folder, '.gitattributes');
  const isAdded = await changeInside(folder, '.gitattributes', before => {
    const { text, mark } = decodeText(before ?? new Uint8Array());
    if (text.split(/\r?\n/).includes(ATTRIBUTES)) return undefined;
    const separator = text === '' || text.endsWith('\n') ? '' : '\n';
    return `${mark}${text}${separator}${ATTRIBUTES}\n`;
  }).catch((error: unknown) => {
    if (!(error instanceof EncodingError)) throw error;
    throw new InputError(`${file} cannot be changed: ${error.message}.`);
  });
  return isAdded ? [settings, `Added a line to ${file}.`] : [settings];
}
