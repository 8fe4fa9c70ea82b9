import type * as vscode from 'vscode';
import { flowPathOf } from '../../flowTest/testPath.ts';
import type { Services } from '../commandServices.ts';
import { activeTab } from '../../host/activeTab.ts';
import { isFlowFile } from './flowFiles.ts';
import { trialFile } from './trialTarget.ts';

/** Runs the tests of a flow file, or of a file of tests, and asks which of their pictures to accept. */
export async function acceptPictures({ flowTests }: Services, given: vscode.Uri | undefined): Promise<void> {
  const shown = given ?? activeTab()?.file;
  const flow = shown?.with({ path: flowPathOf(shown.path) });
  const file = trialFile(flow && isFlowFile(flow) ? flow : undefined);
  if (file) await flowTests.acceptPictures(file);
}
