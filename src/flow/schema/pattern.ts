import { triesOn } from './patternCost.ts';
import { createMachine, type Matcher } from './patternMachine.ts';
import { parsePattern, splitFlags } from './patternTree.ts';
import { CannotCheck, quote } from './cannotCheck.ts';

/** The number of RegExp steps per unit of work; high, because the estimate is far too high for most texts. */
const TRIES_PER_PIECE = 50;

/** Escapes with a meaning outside the mode `u`, in which all other escaped letters are errors. */
const KNOWN_ESCAPE = /^(?:[dDwWsSbBfnrtvk\d]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|[^a-zA-Z])/;
const POSIX_CLASS = /\[:\^?[a-z]+:\]/;

/**
 * Compiles a pattern to a matcher in linear time: RegExp if its worst case is cheap, else a state machine. A leading
 * `(?i)` ignores case. Throws CannotCheck for an invalid or too large pattern, and one of another dialect that RegExp
 * would read as something else; the matcher throws it if neither can handle the text.
 */
export function compilePattern(source: string): Matcher {
  refuseForeign(source);
  const native = createNative(source);
  const tree = parsePattern(source, native.unicode);
  const cheapTries = triesOn(tree);
  let machine: Matcher | undefined;
  return (text, effort) => {
    const tries = cheapTries(text);
    if (tries !== undefined) {
      effort?.spend(1 + tries / TRIES_PER_PIECE);
      return native.test(text);
    }
    machine ??= createMachine(tree, native.flags);
    return machine(text, effort);
  };
}

function createNative(pattern: string): RegExp {
  const { source, flags } = splitFlags(pattern);
  try {
    return new RegExp(source, `u${flags}`);
  } catch {
    // Many patterns have escapes that the flag `u` forbids.
  }
  for (const [escape = '', rest = ''] of source.matchAll(/\\(?=(.{0,5}))./gs))
    if (!KNOWN_ESCAPE.test(rest)) throw foreignPartError(pattern, escape);
  try {
    return new RegExp(source, flags);
  } catch {
    throw new CannotCheck(`the pattern ${quote(pattern)} is not a regular expression`);
  }
}

/** Throws for a class of another dialect, which RegExp would read as a list of characters. */
function refuseForeign(pattern: string): void {
  const [posixClass] = POSIX_CLASS.exec(pattern) ?? [];
  if (posixClass !== undefined) throw foreignPartError(pattern, posixClass);
}

function foreignPartError(pattern: string, part: string): CannotCheck {
  return new CannotCheck(`the pattern ${quote(pattern)} contains ${part}, which JSON Schema does not define`);
}
