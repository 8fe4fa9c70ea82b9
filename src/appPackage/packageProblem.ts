/**
 * Thrown for a package that cannot be used. The message is a sentence without its subject and full stop, such as
 * `is encrypted; build it without a password`.
 */
export class PackageProblem extends Error {
  constructor(problem: string, nextStep = 'build or download it again') {
    super(`${problem}; ${nextStep}`);
  }
}

/** Returns the problem of a damaged package; `where` is a clause such as `its zip directory is cut off`. */
export function damaged(where: string): PackageProblem {
  return new PackageProblem(`is damaged: ${where}`);
}
