import { resolve } from 'node:path';

// Node.js otherwise strips and compiles every module again in each process of a run.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, '../../node_modules/.cache/node');
