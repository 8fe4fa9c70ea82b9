import * as vscode from 'vscode';
import type { ExpectationFile, UnnamedExpectation } from '../flowTest/addExpectation.ts';
import { isFlowPath, isTestPath } from '../flowTest/testPath.ts';
import { reportFailure } from '../appState/report.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { RestrictedError } from '../wording/explain.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { once } from '../util/once.ts';
import type { TestRunParts } from './runTests.ts';

/** The test controller of flows, exposed to tests in VS Code. */
export interface FlowTests extends Disposable {
  readonly controller: vscode.TestController;
  readonly coverageProfile: vscode.TestRunProfile;
  /** Runs or debugs the requested tests, or all of them if the request has no `include`; resolves when they have ended. */
  readonly run: (request: vscode.TestRunRequest, token: vscode.CancellationToken) => Promise<void>;
  /** Runs the tests of a flow file, and asks which of their pictures to accept. */
  readonly acceptPictures: (file: vscode.Uri) => Promise<void>;
  /** Adds an expectation to the test of a flow file, or of one that the user chooses. */
  readonly expect: (wanted: UnnamedExpectation, given?: ExpectationFile<vscode.Uri>) => Promise<void>;
}

/**
 * Creates a Test Explorer item for each flow file. Searches for files only when the tests are shown or a flow file is
 * opened.
 */
export function startTestExplorer(parts: TestRunParts & { readonly catalog: CatalogStore }): FlowTests {
  const disposables = new Disposables();
  const disposal = new AbortController();
  disposables.add({ dispose: () => disposal.abort() });
  const controller = disposables.add(vscode.tests.createTestController('cloudDevices.flows', 'Flows'));
  const openItems = once(async () => {
    const { FlowTestItems } = await import('./flowTestItems.ts');
    return disposables.add(new FlowTestItems(controller));
  });
  const discover = async (): Promise<void> => (await openItems()).discover();
  controller.resolveHandler = async item => {
    if (!item) await discover();
  };
  controller.refreshHandler = discover;
  const run: FlowTests['run'] = async (request, token) => {
    if (!vscode.workspace.isTrusted) {
      void reportFailure(new RestrictedError(), parts.log);
      return;
    }
    const { runTests } = await import('./runTests.ts');
    await runTests(controller, await openItems(), { ...parts, disposed: disposal.signal }, request, token);
  };
  const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
  controller.createRunProfile('Run in a Sandbox', Run, run, true);
  const accepting = controller.createRunProfile('Accept Pictures', Run, run);
  controller.createRunProfile('Debug in a Sandbox', Debug, run, true);
  const coverageProfile = controller.createRunProfile('Run with Coverage in a Sandbox', Coverage, run, true);
  const details = async () => import('./testCoverage.ts');
  coverageProfile.loadDetailedCoverage = async (_, file) => (await details()).detailsOf(file);
  coverageProfile.loadDetailedCoverageForTest = async (_, file, item) =>
    (await details()).detailsOf(file, item);
  const acceptPictures = async (file: vscode.Uri): Promise<void> => {
    const item = await (await openItems()).update(file);
    if (!item) throw new Error(`${vscode.workspace.asRelativePath(file)} is missing.`);
    const source = new vscode.CancellationTokenSource();
    try {
      await run(new vscode.TestRunRequest([item], undefined, accepting), source.token);
    } finally {
      source.dispose();
    }
  };
  const expect: FlowTests['expect'] = async (wanted, given) => {
    const { expectInTest } = await import('./expectInTest.ts');
    if (parts.catalog.state.count === 0) await parts.catalog.refresh();
    const { catalog, log } = parts;
    await expectInTest(wanted, given, { catalog: catalog.catalog, log, accept: acceptPictures });
  };
  disposables.add(
    vscode.languages.registerCodeActionsProvider(
      { scheme: 'file', pattern: '**/*.flow.test.json' },
      {
        provideCodeActions: async (document, range) =>
          (await import('./offerPictures.ts')).offerPictures(document, range),
      },
    ),
  );
  const updateItem = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme !== 'file' || !(isFlowPath(uri.path) || isTestPath(uri.path))) return;
    void openItems().then(async items => items.update(uri));
  };
  disposables.add(vscode.workspace.onDidOpenTextDocument(updateItem));
  for (const document of vscode.workspace.textDocuments) updateItem(document);
  return { controller, coverageProfile, run, acceptPictures, expect, dispose: () => disposables.dispose() };
}
