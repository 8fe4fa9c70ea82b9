const FLOW = '.flow.json';
const TEST = '.flow.test.json';

/** The path of the tests of a flow file, which stand beside it. */
export function testPathOf(flowPath: string): string {
  return `${flowPath.slice(0, -FLOW.length)}${TEST}`;
}

/** The path of the flow file that a test file is for; any other path is given back. */
export function flowPathOf(path: string): string {
  return path.endsWith(TEST) ? `${path.slice(0, -TEST.length)}${FLOW}` : path;
}
