const FLOW = '.flow.json';
const TEST = '.flow.test.json';

/** Whether a path is that of a flow file. */
export function isFlowPath(path: string): boolean {
  return path.endsWith(FLOW);
}

/** Whether a path is that of the tests of a flow file. */
export function isTestPath(path: string): boolean {
  return path.endsWith(TEST);
}

/** The path of the tests of a flow file, which stand beside it. */
export function testPathOf(flowPath: string): string {
  return `${flowPath.slice(0, -FLOW.length)}${TEST}`;
}

/** The path of the flow file that a test file is for; any other path is given back. */
export function flowPathOf(path: string): string {
  return path.endsWith(TEST) ? `${path.slice(0, -TEST.length)}${FLOW}` : path;
}
