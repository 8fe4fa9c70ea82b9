import * as vscode from 'vscode';
import type { FlowCatalog } from '../flow/catalog.ts';
import { changeFile } from '../appState/changeFile.ts';
import { topLevelSteps } from '../flow/data/flowSteps.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { applyEdits } from '../flow/document/textEdits.ts';
import { nameOfStep } from '../flow/document/stepName.ts';
import { runStepNumber } from '../flow/run/runSteps.ts';
import type { ExpectedElement } from '../flow/selector/elementCheck.ts';
import { addExpectation, newTestFile } from '../flowTest/addExpectation.ts';
import { readTestFile } from '../flowTest/testFile.ts';
import { testPathOf } from '../flowTest/testPath.ts';
import { dialogs } from './questions.ts';
import { exists, fileText } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';

const MAX_FILES = 500;

/** Adds an expectation to a case of a flow test that the user chooses. Does nothing on cancel. */
export async function expectInTest(expected: ExpectedElement, catalog: FlowCatalog): Promise<void> {
  const flow = await chooseFlow();
  if (!flow) return;
  const file = flow.with({ path: testPathOf(flow.path) });
  const name = vscode.workspace.asRelativePath(file);
  const text = (await exists(file)) ? await fileText(file) : undefined;
  const caseIndex = text === undefined ? 0 : await chooseCase(text, name);
  if (caseIndex === undefined) return;
  const when = await chooseTime(await fileText(flow), catalog);
  if (!when) return;
  const { step, label } = when;
  const added = (now: string | undefined): string => {
    if (now !== text) throw new Error(`${name} has changed meanwhile. Try again.`);
    if (now === undefined) return newTestFile(expected, { step });
    return applyEdits(now, addExpectation(now, expected, { caseIndex, step }));
  };
  await changeFile(file, added, { leavesUnsaved: true });
  const choice = await dialogs.showInformationMessage(`Added the expectation to ${name}: ${label}.`, 'Open');
  if (choice === 'Open') await vscode.window.showTextDocument(file);
}

async function chooseFlow(): Promise<vscode.Uri | undefined> {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all.filter(({ isActive }) => isActive));
  const shown = new Set(
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
        ? [input.uri.toString()]
        : [],
    ),
  );
  const files = (await findFlowFiles({ most: MAX_FILES })).toSorted(
    (one, other) =>
      Number(shown.has(other.toString())) - Number(shown.has(one.toString())) ||
      one.path.localeCompare(other.path),
  );
  if (files.length === 0) {
    void dialogs.showInformationMessage(
      'There is no flow file in the open folders, so there is no test to add it to.',
    );
    return undefined;
  }
  const items = files.map(uri => ({
    label: `$(file) ${uri.path.slice(uri.path.lastIndexOf('/') + 1)}`,
    description: vscode.workspace.asRelativePath(uri),
    uri,
  }));
  const picked = await dialogs.showQuickPick(items, {
    title: 'Expect It in the Test of',
    placeHolder: 'Choose a flow',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.uri;
}

/** Returns the index of a case of a test file; asks if there are several. Throws an Error if the file is invalid. */
async function chooseCase(text: string, name: string): Promise<number | undefined> {
  const read = readTestFile(text);
  if ('problem' in read) throw new Error(`${name} is not a file of tests. ${read.problem}`);
  if (read.cases.length === 1) return 0;
  const items = read.cases.map((one, index) => ({ label: one.name, index }));
  const picked = await dialogs.showQuickPick(items, {
    title: 'Expect It in the Case',
    placeHolder: 'Choose a case of the test',
    ignoreFocusOut: true,
  });
  return picked?.index;
}

async function chooseTime(
  text: string,
  catalog: FlowCatalog,
): Promise<{ readonly step: string | undefined; readonly label: string } | undefined> {
  const steps = topLevelSteps(parseFlow(text)).flatMap(step => [step, ...step.children]);
  const after = steps.map(({ index, child, facts }) => {
    const step = runStepNumber({ index, child });
    const name = nameOfStep(facts.nameOverride, facts.actionId, catalog);
    return { label: `After Step ${step}`, description: name, step };
  });
  return dialogs.showQuickPick([{ label: 'At the End of the Run', step: undefined }, ...after], {
    title: 'Expect It',
    placeHolder: 'Choose when the screen has to be like this',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
}
