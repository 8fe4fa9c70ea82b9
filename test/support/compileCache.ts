import { resolve } from 'node:path';

// Node.js otherwise strips and compiles every module again in each process that a test starts.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, '../../node_modules/.cache/node');
