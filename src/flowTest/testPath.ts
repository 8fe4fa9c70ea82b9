const FLOW = '.flow.json';
const TEST = '.flow.test.json';

export function isFlowPath(path: string): boolean {
  return path.endsWith(FLOW);
}

export function isTestPath(path: string): boolean {
  return path.endsWith(TEST);
}

/** Returns the path of the test file of a flow file, in the same folder. */
export function testPathOf(flowPath: string): string {
  return `${flowPath.slice(0, -FLOW.length)}${TEST}`;
}

/** Returns the path of the flow file of a test file; returns any other path unchanged. */
export function flowPathOf(path: string): string {
  return path.endsWith(TEST) ? `${path.slice(0, -TEST.length)}${FLOW}` : path;
}

/** Returns the path of the folder with the accepted pictures of a flow file. */
export function picturesPathOf(flowPath: string): string {
  return `${flowPath.slice(0, -FLOW.length)}.pictures`;
}
