'use strict';

// An extension in the same process as the extension under test, controlled over HTTP. It reports changed documents,
// blocks of the host, processor time, heap size, and started processes; changes settings, opens files, executes commands, invokes tools
// of agents, and advances timers.

const childProcess = require('node:child_process');
const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { syncBuiltinESMExports } = require('node:module');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const timersPromises = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { commands, ConfigurationTarget, debug, lm, Uri, window, workspace } = require('vscode');

const RESOLUTION_MS = 5;
/** Commands after which a window shows nothing but its views. */
const CLEARING = [
  'workbench.action.closeAllGroups',
  'workbench.action.closePanel',
  'workbench.action.closeAuxiliaryBar',
  'cloudDevices.sandbox.stop',
  'notifications.clearAll',
];
const changes = [];
const started = [];
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

const real = {
  now: Date.now,
  performanceNow: performance.now.bind(performance),
  sleep: timersPromises.setTimeout,
  setImmediate,
  setTimeout,
  setInterval,
  clearTimeout,
  clearInterval,
};
const timers = new Map();
let aheadMs = 0;

/** Returns true if the caller is the extension under test, and not VS Code or another extension. */
function isOfExtension() {
  return /[\\/]dist[\\/](extension\.js|chunks[\\/])/.test(new Error().stack);
}

function add(timer, milliseconds, run, every) {
  timers.set(timer, { due: Date.now() + milliseconds, run, every });
  return timer;
}

function takeTime() {
  Date.now = () => real.now() + aheadMs;
  performance.now = () => real.performanceNow() + aheadMs;
  globalThis.setTimeout = (task, milliseconds = 0, ...args) => {
    if (!isOfExtension()) return real.setTimeout(task, milliseconds, ...args);
    const run = () => {
      timers.delete(timer);
      real.clearTimeout(timer);
      task(...args);
    };
    // A busy window may show a message of the status bar only after its real time is over.
    const isMessage = milliseconds > 0 && new Error().stack.includes('setStatusBarMessage');
    const timer = real.setTimeout(run, isMessage ? Math.max(milliseconds, 60_000) : milliseconds);
    return add(timer, milliseconds, run);
  };
  globalThis.setInterval = (task, milliseconds, ...args) => {
    const timer = real.setInterval(task, milliseconds, ...args);
    return isOfExtension() ? add(timer, milliseconds, () => task(...args), milliseconds) : timer;
  };
  for (const name of ['clearTimeout', 'clearInterval']) {
    globalThis[name] = timer => {
      timers.delete(timer);
      real[name](timer);
    };
  }
  const { timeout } = AbortSignal;
  // The extension has no time limits for calls here, since a slow computer would exceed them.
  AbortSignal.timeout = milliseconds =>
    isOfExtension() ? new AbortController().signal : timeout.call(AbortSignal, milliseconds);
  timersPromises.setTimeout = (milliseconds = 0, value, options) => {
    if (!isOfExtension()) return real.sleep(milliseconds, value, options);
    const over = new AbortController();
    const signal = options?.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal;
    const slept = real.sleep(milliseconds, value, { ...options, signal }).catch(error => {
      if (options?.signal?.aborted) throw error;
      return value;
    });
    add(over, milliseconds, () => over.abort());
    return slept.finally(() => timers.delete(over));
  };
  syncBuiltinESMExports();
}

function noteProcesses() {
  const { spawn } = childProcess;
  childProcess.spawn = (program, args, ...options) => {
    if (isOfExtension()) started.push(args);
    return spawn(program, args, ...options);
  };
  syncBuiltinESMExports();
}

async function advance(milliseconds) {
  const end = aheadMs + milliseconds;
  for (;;) {
    const until = real.now() + end;
    const next = [...timers.values()].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
    if (!next) break;
    aheadMs = Math.max(aheadMs, next.due - real.now());
    if (next.every) next.due += next.every;
    else timers.forEach((timer, key) => timer === next && timers.delete(key));
    next.run();
    await new Promise(resolve => real.setImmediate(resolve));
  }
  aheadMs = end;
  return {};
}

const replies = {
  changes: () => changes.splice(0),
  begin: () => {
    delays.disable();
    delays.reset();
    delays.enable();
    return {};
  },
  end: () => {
    delays.disable();
    return { longest: Math.max(0, delays.max / 1e6 - RESOLUTION_MS) };
  },
  processor: () => {
    const { user, system } = process.cpuUsage();
    return { ms: (user + system) / 1000 };
  },
  memory: () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    const { heapUsed, rss } = process.memoryUsage();
    return { heap: heapUsed / 1e6, resident: rss / 1e6 };
  },
  configure: async query => {
    const { Global } = ConfigurationTarget;
    await workspace
      .getConfiguration()
      .update(query.get('name'), JSON.parse(query.get('value')) ?? undefined, Global);
    return {};
  },
  clear: async () => {
    const run = commands.executeCommand;
    await run('workbench.action.closeQuickOpen');
    while (debug.activeDebugSession) await debug.stopDebugging();
    debug.removeBreakpoints(debug.breakpoints);
    for (;;) {
      const unsaved = workspace.textDocuments.find(({ isDirty }) => isDirty);
      if (!unsaved) break;
      await window.showTextDocument(unsaved);
      await run('workbench.action.revertAndCloseActiveEditor');
    }
    for (const command of CLEARING) await run(command);
    return {};
  },
  focus: () => ({ focused: window.state.focused }),
  open: async query => {
    await commands.executeCommand('vscode.open', Uri.file(query.get('file')));
    return {};
  },
  execute: async query => {
    const files = query.getAll('file').map(file => Uri.file(file));
    const values = JSON.parse(query.get('values') ?? '[]');
    await commands.executeCommand(query.get('command'), ...files, ...values);
    return {};
  },
  start: query => {
    void commands.executeCommand(query.get('command'));
    return {};
  },
  invoke: async query => {
    const input = JSON.parse(query.get('input'));
    // The outcome is what the window shows.
    await lm.invokeTool(query.get('tool'), { input, toolInvocationToken: undefined }).then(
      () => undefined,
      () => undefined,
    );
    return {};
  },
  started: () => started,
  cursor: () => {
    const cursor = window.activeTextEditor?.selection.active;
    return { position: cursor ? `${cursor.line + 1}:${cursor.character + 1}` : '' };
  },
  advance: query => advance(Number(query.get('milliseconds'))),
};

exports.activate = () => {
  takeTime();
  noteProcesses();
  workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) changes.push({ at: real.now(), length: document.getText().length });
  });
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://host');
    response.end(JSON.stringify(await replies[pathname.slice(1)](searchParams)));
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    writeFileSync(join(process.env.HOST_WATCH, `${real.now()}-${port}`), '');
  });
};
