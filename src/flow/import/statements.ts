/** A statement of a recording, on one line. */
export interface Statement {
  readonly line: number;
  readonly text: string;
}

/** The length at which a statement ends in any case, in characters. */
const MAX_LENGTH = 4000;

/** A language of recordings. */
export type RecordingLanguage = 'js' | 'py' | 'java';

/**
 * Splits a program into statements, without running it. A statement ends with its line or a semicolon, unless brackets are
 * open or the next line begins with a dot. Comments are statements that begin with `#`.
 */
export function splitStatements(program: string, language: RecordingLanguage): readonly Statement[] {
  const statements: Statement[] = [];
  let text = '';
  let isBlank = true;
  let start = 1;
  let line = 1;
  let depth = 0;
  const end = (): void => {
    const plain = text.replaceAll(/\s+/g, ' ').trim();
    if (plain !== '') statements.push({ line: start, text: plain });
    text = '';
    isBlank = true;
    depth = 0;
  };
  const comment = language === 'py' ? /#[^\n]*/y : /\/\/[^\n]*|\/\*[\s\S]{0,4000}?\*\//y;
  const quoted = /"(?:[^"\\\n]|\\.){0,4000}"|'(?:[^'\\\n]|\\.){0,4000}'|`(?:[^`\\]|\\.){0,4000}`/y;
  for (let at = 0; at < program.length; at++) {
    if (isBlank) start = line;
    comment.lastIndex = at;
    quoted.lastIndex = at;
    const [said] = comment.exec(program) ?? [];
    const [whole = program.charAt(at)] = said === undefined ? (quoted.exec(program) ?? []) : [said];
    if (said !== undefined) {
      if (isBlank) statements.push({ line, text: `# ${said.replace(/^(?:#|\/\/|\/\*)/, '').trim()}` });
    } else if (whole === '\n') {
      const isOpen = depth > 0 || (language !== 'py' && /^\s*\./.test(program.slice(at, at + 100)));
      if (isOpen && text.length < MAX_LENGTH) text += ' ';
      else end();
    } else if ((whole === ';' && depth <= 0) || text.length > MAX_LENGTH) end();
    else {
      if ('([{'.includes(whole)) depth += 1;
      if (')]}'.includes(whole)) depth -= 1;
      text += whole;
      isBlank &&= whole.trim() === '';
      // The body of a function or a class has statements of its own.
      if (whole === '{' && depth === 1 && isBlock(text)) end();
    }
    line += whole.split('\n').length - 1;
    at += whole.length - 1;
  }
  end();
  return statements;
}

function isBlock(text: string): boolean {
  return /\)\s*(?:throws [\w., ]+)?\{$|=>\s*\{$|\b(?:class|try|finally|else|do)\b[^(=]*\{$/.test(
    text.trimEnd(),
  );
}
