import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bundled CommonJS libraries call `require` for Node.js modules, which ES modules do not define. */
export const ES_MODULE_BANNER = { js: 'const require = name => process.getBuiltinModule(name);' };

/**
 * The UMD entry of jsonc-parser requires its parts in a way that esbuild cannot follow. Marked as free of side effects,
 * so that unused formatting tables are dropped.
 */
export const jsoncParser = {
  name: 'jsonc-parser',
  setup(build) {
    const parts = fileURLToPath(import.meta.resolve('jsonc-parser/lib/esm/'));
    const whole = resolve(parts, 'main.js');
    build.onResolve({ filter: /^jsonc-parser$/ }, () => ({ path: whole, sideEffects: false }));
    build.onResolve({ filter: /^\.\// }, ({ path, resolveDir }) =>
      `${resolveDir}/`.startsWith(parts)
        ? { path: resolve(resolveDir, `${path}.js`), sideEffects: false }
        : undefined,
    );
  },
};

/** The classes of undici that the client uses. Its entry would add fetch, WebSocket, mocks, and caches. */
export const undiciClient = {
  name: 'undici-client',
  setup(build) {
    const namespace = 'undici-client';
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace }));
    build.onLoad({ filter: /.*/, namespace }, () => ({
      resolveDir: import.meta.dirname,
      contents: `
        import Agent from 'undici/lib/dispatcher/agent.js';
        import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
        import Pool from 'undici/lib/dispatcher/pool.js';
        import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
        import Socks5ProxyAgent from 'undici/lib/dispatcher/socks5-proxy-agent.js';
        import buildConnector from 'undici/lib/core/connect.js';
        import api from 'undici/lib/api/index.js';
        Object.assign(Dispatcher.prototype, api);
        export { Agent, buildConnector, Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent };`,
    }));
    // The parser of HTTP without SIMD runs on every computer, so the one with it, of 70 kB, is left out.
    build.onLoad({ filter: /llhttp_simd-wasm\.js$/ }, () => ({
      contents: "module.exports = require('./llhttp-wasm.js');",
    }));
    // The client speaks HTTP/1.1 and sends no forms, so the parts for the rest, of 55 kB, are left out.
    build.onLoad(
      { filter: /undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$/ },
      () => ({
        contents: 'module.exports = {};',
      }),
    );
  },
};

/** The MCP server with the validator that compiles no code, which is 110 kB smaller than the one for Node.js. */
export const mcpServer = {
  name: 'mcp-server',
  setup(build) {
    const namespace = 'mcp-server';
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace,
    }));
    build.onLoad({ filter: /.*/, namespace }, () => ({
      resolveDir: import.meta.dirname,
      contents: `
        export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
        export { default as process } from 'node:process';`,
    }));
  },
};
