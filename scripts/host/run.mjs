import { once } from 'node:events';
import { startGroup } from './processGroup.mjs';

const GRACE_MS = 10_000;

/**
 * Runs a program to its end. Answers its exit code and what it printed; with `show` it prints as it goes.
 * A program that prints nothing for `silenceMs`, or takes longer than `limitMs`, is ended by `signal` and has failed.
 * Rejects only when the program cannot be started.
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
    // A program that is busy without end listens to no signal but this one.
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

/** Runs a program and throws with what it printed unless it ends well. */
export async function mustRun(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

function seconds(milliseconds) {
  return `${milliseconds / 1000} s`;
}
