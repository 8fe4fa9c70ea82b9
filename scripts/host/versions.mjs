/**
 * The VS Code versions used in tests: the oldest supported and the newest. `codeServer` is the npm package version that
 * contains the VS Code server, `node` the Node.js version it was built for.
 */
export const OLDEST = { vscode: '1.103.2', codeServer: '4.103.2', node: '22.17.0' };
export const NEWEST = { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' };
