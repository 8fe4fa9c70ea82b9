/**
 * The files of test/host that a usual run also runs in the oldest supported VS Code: activation, the views, each editor
 * and page, the providers of text editors, secrets, the debugger, tests, and agents.
 */
export const OLDEST_TESTS = [
  'agentSecrets.test.ts',
  'agentServer.test.ts',
  'commands.test.ts',
  'credentials.test.ts',
  'deviceGrid.test.ts',
  'flowBesideText.test.ts',
  'flowCompletion.test.ts',
  'flowDebug.test.ts',
  'flowFixes.test.ts',
  'flowLinks.test.ts',
  'flowReading.test.ts',
  'flowTestItems.test.ts',
  'opening.test.ts',
  'pickElement.test.ts',
  'sandboxViews.test.ts',
  'service.test.ts',
  'traceViewer.test.ts',
];
