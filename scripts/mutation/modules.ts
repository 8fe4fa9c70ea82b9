/** The tests of each mutated module: files, and folders with all tests below them. */
export const MODULE_TESTS: Readonly<Record<string, readonly string[]>> = {
  contract: [
    'test/unit/contract',
    'test/unit/interfaceDoc.test.ts',
    'test/unit/sandbox/http/openApi.test.ts',
    'test/contract/requests.test.ts',
  ],
  client: [
    'test/unit/client',
    'test/contract/client.test.ts',
    'test/contract/requests.test.ts',
    'test/contract/sandboxClient.test.ts',
    'test/contract/sentFiles.test.ts',
    'test/unit/stores/session.test.ts',
  ],
  'flow/check': [
    'test/unit/flow/check',
    'test/unit/flow/document/flowDocument.test.ts',
    'test/unit/flow/lostNumbers.test.ts',
    'test/unit/flow/language/quickFixes.test.ts',
    'test/unit/examples.test.ts',
  ],
  'flow/edit': ['test/unit/flow/edit', 'test/unit/flowEditor'],
  'flow/compare': ['test/unit/flow/compare'],
  deploy: [
    'test/unit/deploy',
    'test/contract/deploy.test.ts',
    'test/contract/deployConflicts.test.ts',
    'test/contract/verification.test.ts',
    'test/contract/evidenceSecrets.test.ts',
    'test/contract/runReader.test.ts',
    'test/contract/trials.test.ts',
  ],
};
