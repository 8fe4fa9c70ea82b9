import * as vscode from 'vscode';
import type { FlowCatalog } from '../flow/catalog.ts';
import { changeFile } from '../appState/changeFile.ts';
import { topLevelSteps } from '../flow/data/flowSteps.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { applyEdits } from '../flow/document/textEdits.ts';
import { nameOfStep } from '../flow/document/stepName.ts';
import { runStepNumber } from '../flow/run/runSteps.ts';
import {
  addExpectation,
  type ExpectationFile,
  type NewExpectation,
  newTestFile,
  type UnnamedExpectation,
  type UnnamedPicture,
} from '../flowTest/addExpectation.ts';
import { isPictureName, PICTURE_NAME_RULE, pictureNameFrom } from '../flowTest/pictureNames.ts';
import { picturesIn, readTestFile, type TestCase } from '../flowTest/testFile.ts';
import { testPathOf } from '../flowTest/testPath.ts';
import { dialogs } from '../host/dialogs.ts';
import { reportFailure } from '../appState/report.ts';
import { exists, fileText } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';

const MAX_FILES = 500;
const [ACCEPT, OPEN] = ['Accept Pictures…', 'Open'];

/** The parts of a window that adding an expectation needs. */
interface ExpectationParts {
  readonly catalog: FlowCatalog;
  readonly log: vscode.LogOutputChannel;
  /** Accepts the pictures of a flow file. */
  readonly accept: (flow: vscode.Uri) => Promise<void>;
}

/**
 * Adds an expectation to a case of the flow test of a file, or of one that the user chooses. Does nothing on cancel. The
 * message about it can stay open longer.
 */
export async function expectInTest(
  wanted: UnnamedExpectation,
  given: ExpectationFile<vscode.Uri> | undefined,
  { catalog, log, accept }: ExpectationParts,
): Promise<void> {
  const flow = given?.file ?? (await chooseFlow());
  if (!flow) return;
  if (flow.scheme === 'untitled') {
    void dialogs.showInformationMessage('Save the flow first. Its test is a file beside it.');
    return;
  }
  const file = flow.with({ path: testPathOf(flow.path) });
  const name = vscode.workspace.asRelativePath(file);
  const text = (await exists(file)) ? await fileText(file) : undefined;
  const cases = text === undefined ? [] : casesOf(text, name);
  const caseIndex = cases.length > 1 ? await chooseCase(cases) : 0;
  if (caseIndex === undefined) return;
  const when =
    given?.step === undefined
      ? await chooseTime(await fileText(flow), catalog, given !== undefined)
      : { step: given.step, label: labelOf(given.step) };
  if (!when) return;
  const expected = 'check' in wanted ? wanted : await namePicture(wanted, cases);
  if (!expected) return;
  const { step, label } = when;
  const added = (now: string | undefined): string => {
    if (now !== text) throw new Error(`${name} has changed meanwhile. Try again.`);
    if (now === undefined) return newTestFile(expected, { step });
    return applyEdits(now, addExpectation(now, expected, { caseIndex, step }));
  };
  await changeFile(file, added, { leavesUnsaved: true });
  const isPicture = !('check' in expected);
  const next = isPicture ? ' Its picture is compared once you have accepted it.' : '';
  const sentence = `Added the expectation to ${name}: ${label}.${next}`;
  offerNext(sentence, { file, accept: isPicture ? async () => accept(flow) : undefined }).catch(
    (error: unknown) => reportFailure(error, log),
  );
}

/** Says what was added, and offers to open it and to accept its picture. */
async function offerNext(
  sentence: string,
  { file, accept }: { readonly file: vscode.Uri; readonly accept: (() => Promise<void>) | undefined },
): Promise<void> {
  const choice = await dialogs.showInformationMessage(sentence, ...(accept ? [ACCEPT] : []), OPEN);
  if (choice === OPEN) await vscode.window.showTextDocument(file);
  if (choice === ACCEPT) await accept?.();
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

/** Returns the cases of a test file. Throws an Error if the file is invalid. */
function casesOf(text: string, name: string): readonly TestCase[] {
  const read = readTestFile(text);
  if ('problem' in read) throw new Error(`${name} is not a file of tests. ${read.problem}`);
  return read.cases;
}

/** Asks for the name of a picture; returns undefined on cancel. */
async function namePicture(
  { element, title }: UnnamedPicture,
  cases: readonly TestCase[],
): Promise<NewExpectation | undefined> {
  const taken = cases.flatMap(({ expect }) => picturesIn(expect).map(picture => picture.name));
  const name = await dialogs.showInputBox({
    title: 'Name of the Picture',
    prompt: 'Its files begin with this name, such as “welcome.pixel-7.dark.png”',
    value: pictureNameFrom(title, taken),
    ignoreFocusOut: true,
    validateInput: given => {
      if (!isPictureName(given)) return PICTURE_NAME_RULE;
      return taken.includes(given) ? `Another picture of the test has the name “${given}”.` : undefined;
    },
  });
  return name === undefined ? undefined : { name, ...(element ? { element } : {}) };
}

/** Returns the index of the case that the user chooses. */
async function chooseCase(cases: readonly TestCase[]): Promise<number | undefined> {
  const items = cases.map((one, index) => ({ label: one.name, index }));
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
  isLastFirst: boolean,
): Promise<{ readonly step: string | undefined; readonly label: string } | undefined> {
  const steps = topLevelSteps(parseFlow(text)).flatMap(step => [step, ...step.children]);
  const after = steps.map(({ index, child, facts }) => {
    const step = runStepNumber({ index, child });
    const name = nameOfStep(facts.nameOverride, facts.actionId, catalog);
    return { label: labelOf(step), description: name, step };
  });
  const atEnd = { label: 'At the End of the Run', step: undefined };
  return dialogs.showQuickPick(isLastFirst ? [...after.toReversed(), atEnd] : [atEnd, ...after], {
    title: 'Expect It',
    placeHolder: 'Choose when the screen has to be like this',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
}

function labelOf(step: string): string {
  return `After Step ${step}`;
}
