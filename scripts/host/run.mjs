import { once } from 'node:events';
import { startGroup } from './processGroup.mjs';

const GRACE_MS = 10_000;

/**
 * Runs a program until it exits. Returns its exit code and output; with `show`, also prints the output.
 * A program without output for `silenceMs`, or that runs longer than `limitMs`, is ended with `signal` and fails.
 * Rejects only if the program cannot be started.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, show?: boolean, silenceMs?: number, limitMs?: number, signal?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function run(command, args, options = {}) {
  const { cwd, env, show = false, silenceMs, limitMs, signal = 'SIGTERM' } = options;
  const { child, stop } = startGroup(command, args, { cwd, env, signal });
  let output = '';
  const end = sentence => {
    output += `\n${sentence}\n`;
    void stop();
    // A program in an endless loop responds only to SIGKILL.
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  };
  const silence =
    silenceMs && setTimeout(end, silenceMs, `It printed nothing for ${seconds(silenceMs)} and was stopped.`);
  const limit = limitMs && setTimeout(end, limitMs, `It did not end within ${seconds(limitMs)}.`);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', text => {
      output += text;
      silence?.refresh();
      if (show) process.stdout.write(text);
    });
  }
  try {
    const [code] = await once(child, 'close');
    return { code: code ?? 1, output };
  } finally {
    clearTimeout(silence);
    clearTimeout(limit);
    await stop();
  }
}

/** Runs a program and returns its output. Throws an Error with the output if the exit code is not 0. */
export async function mustRun(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

function seconds(milliseconds) {
  return `${milliseconds / 1000} s`;
}
