import type * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import type { Flow } from '../../contract/records/flow.ts';
import { templateExpressions } from '../../flow/template.ts';
import { readTestFile, type TestCase } from '../../flowTest/testFile.ts';
import { testPathOf } from '../../flowTest/testPath.ts';
import { dialogs } from '../../host/dialogs.ts';
import { fileText } from '../../host/files.ts';
import { readIfOffered } from '../../stores/notOffered.ts';
import { askPayload, type Sample, sampleOf } from '../prompts/payload.ts';

/**
 * Returns the payload for a verification run: a sample of the trigger if no step reads it, otherwise from a test case or
 * entered by the user. Undefined if canceled.
 */
export async function choosePayload(
  client: Client,
  flow: Flow,
  file: vscode.Uri | undefined,
): Promise<Sample | undefined> {
  const { data: steps } = (await client.listFlowActions({ params: { flowId: flow.id } })).value;
  if (!readsTrigger(JSON.stringify(steps))) return triggerSample(client, flow);
  const cases = file ? await casesWithPayload(file) : [];
  const title = `Verify “${flow.name}”: Trigger Payload`;
  const other = { label: '$(json) Write JSON…', description: 'starting with a sample of the trigger' };
  const items = [...cases.map(itemOf), { ...other, payload: undefined }];
  const picked = cases.length === 0 ? items[0] : await dialogs.showQuickPick(items, { title });
  if (!picked) return undefined;
  return picked.payload ?? askPayload(title, await triggerSample(client, flow));
}

function readsTrigger(text: string): boolean {
  return templateExpressions(text).some(({ source }) => /^event\b/.test(source));
}

function itemOf({ name, payload }: TestCase & { readonly payload: Sample }) {
  return { label: `$(beaker) ${name}`, description: JSON.stringify(payload), payload };
}

// Only successful runs verify a flow, so cases that expect another status are useless here.
async function casesWithPayload(file: vscode.Uri) {
  const tests = file.with({ path: testPathOf(file.path) });
  const text = await fileText(tests).catch(() => undefined);
  const read = text === undefined ? undefined : readTestFile(text);
  if (!read || 'problem' in read) return [];
  return read.cases.flatMap(({ payload, ...testCase }) =>
    payload && (testCase.expect?.status ?? 'success') === 'success' ? [{ ...testCase, payload }] : [],
  );
}

async function triggerSample(client: Client, { triggerId }: Flow): Promise<Sample> {
  if (triggerId == null) return {};
  const reply = await readIfOffered(client.getTrigger({ params: { triggerId } }), undefined);
  return reply ? sampleOf(client, reply.value.data) : {};
}
