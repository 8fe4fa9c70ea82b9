import { once } from 'node:events';
import { startGroup } from './processGroup.mjs';

/**
 * Runs a program to its end. Answers its exit code and what it printed; with `show` it prints as it goes.
 * A program that takes longer than `limitMs` is ended and has failed. Rejects only when the program cannot
 * be started.
 */
export async function run(command, args, { cwd, env, show = false, limitMs } = {}) {
  const { child, stop } = startGroup(command, args, { cwd, env, signal: 'SIGTERM' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', text => {
      output += text;
      if (show) process.stdout.write(text);
    });
  }
  const endLate = () => {
    output += `\nIt did not end within ${limitMs / 60_000} minutes.\n`;
    void stop();
  };
  const limit = limitMs && setTimeout(endLate, limitMs);
  try {
    const [code] = await once(child, 'close');
    return { code: code ?? 1, output };
  } finally {
    clearTimeout(limit);
    await stop();
  }
}

/** Runs a program and throws with what it printed unless it ends well. */
export async function mustRun(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
