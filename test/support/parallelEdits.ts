import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { connectClient } from './askingClient.ts';

/** A process that edits files. */
export interface Writer {
  /** Its number among those of its kind. */
  readonly number: number;
  readonly edits: number;
}

/** The edits that one writer does in each file before it goes on to the next one. */
const EDITS_PER_FILE = 25;
const PROGRAM = ['--disable-warning=ExperimentalWarning'];

/** Returns the file of an edit and the step that only this edit of this writer changes. */
export function locate({ number }: Writer, edit: number): { readonly path: string; readonly step: number } {
  const file = Math.floor(edit / EDITS_PER_FILE);
  return { path: `f${file}.flow.json`, step: number * EDITS_PER_FILE + (edit % EDITS_PER_FILE) };
}

/** Returns the name of the element in a step before its repair. */
export function oldName(step: number): string {
  return `org.sandbox.form:id/old_${step}`;
}

/** Returns the name of the element in a step after its repair. */
export function healedName({ number }: Writer, edit: number): string {
  return `org.sandbox.form:id/new_${number}_${edit}`;
}

/**
 * Lets agents and the command line, in processes of their own, edit the same files at the same time, and checks that no
 * edit is lost. Resolves to the number of edits.
 */
export async function editInParallel(agents: number, healers: number, edits: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'edits-'));
  try {
    const files = Math.ceil(edits / EDITS_PER_FILE);
    for (let file = 0; file < files; file++)
      writeFileSync(join(folder, `f${file}.flow.json`), flowText(healers * EDITS_PER_FILE));
    const writersOf = (count: number): Writer[] =>
      Array.from({ length: count }, (_, number) => ({ number, edits }));
    await Promise.all([
      ...writersOf(agents).map(writer => editAsAgent(folder, writer)),
      ...writersOf(healers).map(writer => heal(folder, writer)),
    ]);
    for (let file = 0; file < files; file++) checkFile(folder, file, writersOf(agents), writersOf(healers));
    const left = readdirSync(folder).filter(name => /\.(lock|tmp)/.test(name));
    assert.deepEqual(left, [], 'nothing is left behind');
    return (agents + healers) * edits;
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

function flowText(steps: number): string {
  const actions = Array.from({ length: steps }, (_, index) => ({
    actionId: demoActionId('device.tap'),
    position: index + 1,
    overrides: { params: { target: { by: 'resourceId', resourceId: oldName(index) } } },
  }));
  return JSON.stringify({ name: 'Edited', triggerId: demoTriggerId('custom'), actions }, undefined, 2);
}

async function editAsAgent(folder: string, writer: Writer): Promise<void> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, join(import.meta.dirname, 'agentWriter.ts'), folder],
    env: getDefaultEnvironment(),
    stderr: 'inherit',
  });
  const { call, client } = await connectClient({ transport, answer: () => 'accept' });
  const editOnce = async (edit: number): Promise<void> => {
    const location = { in: 'settings', path: [markOf(writer, edit)] };
    const edits = [{ kind: 'set', location, value: edit }];
    await call('edit_flow', { path: locate(writer, edit).path, edits });
  };
  for (let first = 0; first < writer.edits; first += EDITS_PER_FILE) {
    const count = Math.min(EDITS_PER_FILE, writer.edits - first);
    await Promise.all(Array.from({ length: count }, (_, index) => editOnce(first + index)));
  }
  await client.close();
}

async function heal(folder: string, writer: Writer): Promise<void> {
  const program = [...PROGRAM, join(import.meta.dirname, 'healWriter.ts'), folder, JSON.stringify(writer)];
  await promisify(execFile)(process.execPath, program, { maxBuffer: 1e9 });
}

function markOf({ number }: Writer, edit: number): string {
  return `mark-${number}-${edit}`;
}

function checkFile(
  folder: string,
  file: number,
  agents: readonly Writer[],
  healers: readonly Writer[],
): void {
  const text = readFileSync(join(folder, `f${file}.flow.json`), 'utf8');
  const flow = JSON.parse(text) as Readonly<Record<string, unknown>> & {
    readonly actions: readonly {
      readonly overrides: { readonly params: { readonly target: { readonly resourceId: string } } };
    }[];
  };
  const eachEdit = (writer: Writer, check: (edit: number) => void): void => {
    const first = file * EDITS_PER_FILE;
    for (let edit = first; edit < Math.min(first + EDITS_PER_FILE, writer.edits); edit++) check(edit);
  };
  for (const writer of agents)
    eachEdit(writer, edit => assert.equal(flow[markOf(writer, edit)], edit, `an edit of an agent is lost`));
  for (const writer of healers)
    eachEdit(writer, edit => {
      const { resourceId } = flow.actions[locate(writer, edit).step]!.overrides.params.target;
      assert.equal(resourceId, healedName(writer, edit), 'a repair is lost');
    });
}
