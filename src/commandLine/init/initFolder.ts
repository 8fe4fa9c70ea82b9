import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { demoActionId } from '../../sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../sandbox/demo/devices.ts';
import { demoTriggerId } from '../../sandbox/demo/triggers.ts';
import { isFlowPath } from '../../flowTest/testPath.ts';
import { filesBelow } from '../../validate/filesBelow.ts';
import { InputError, readingProblem } from '../../validate/inputFile.ts';
import { git } from '../git.ts';
import { createInside } from './changeInside.ts';
import { prepareAgents } from './prepareAgents.ts';
import { prepareGit, shellText } from './prepareGit.ts';

const PROGRAM = 'npx --yes cloud-device-automation';

/** The parts that are prepared besides a first flow. */
export interface InitOptions {
  /** True to write a workflow of GitHub Actions. */
  readonly github: boolean;
  /** The program with which Git compares flow files; undefined to leave Git as it is. */
  readonly gitProgram: URL | undefined;
  /** Resolves to true if coding agents may use the flows. */
  readonly agents: () => Promise<boolean>;
}

/** Prepares a folder for flows. Yields a sentence for each thing when it is done. Throws InputError. */
export async function* initFolder(
  folder: string,
  { github, gitProgram, agents }: InitOptions,
): AsyncGenerator<string> {
  try {
    await mkdir(folder, { recursive: true });
    const files = await filesBelow(folder);
    const isNew = !files.some(isFlowPath);
    if (isNew) {
      yield await createInside(folder, 'flows/first.flow.json', toJson(firstFlow()));
      yield await createInside(folder, 'flows/first.flow.test.json', toJson(FIRST_TEST));
    }
    const flows = isNew ? join(folder, 'flows') : folder;
    if (github) yield await createWorkflow(folder, flows);
    if (gitProgram) yield* await prepareGit(folder, gitProgram);
    if (await agents()) yield* prepareAgents(folder);
    yield `Next: npx cloud-device-automation test ${quoted(flows)}`;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${folder} cannot be prepared: ${readingProblem(error)}.`);
  }
}

/** Creates a workflow for the flows of a folder, in the repository that contains it. Returns a sentence. */
async function createWorkflow(folder: string, flows: string): Promise<string> {
  // GitHub reads workflows only at the top of a repository.
  const top = await git('-C', folder, 'rev-parse', '--show-toplevel').catch(() => folder);
  const root = await realpath(top.trimEnd());
  const path = relative(root, await realpath(flows)) || '.';
  const shown = relative(await realpath('.'), root) || '.';
  return createInside(shown, '.github/workflows/flows.yml', workflowFor(path.split(sep).join('/')));
}

function workflowFor(flows: string): string {
  const path = /^[\w./@-]+$/.test(flows) ? flows : shellText(flows);
  const command = (text: string): string => {
    const line = `${PROGRAM} ${text} ${path}`;
    return path === flows ? line : JSON.stringify(line);
  };
  return `name: Flows
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
          package-manager-cache: false
      - run: ${command('validate')}
      - run: ${command('test --reporter list --reporter github')}
`;
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
