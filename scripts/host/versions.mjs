/**
 * The VS Code versions that tests run in: the oldest supported one and the newest. `codeServer` is the npm
 * package that carries the VS Code server, `node` the Node it was made for.
 */
export const OLDEST = { vscode: '1.103.2', codeServer: '4.103.2', node: '22.17.0' };
export const NEWEST = { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' };
