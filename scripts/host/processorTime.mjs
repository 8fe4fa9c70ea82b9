import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { OUTCOMES_VARIABLE } from './outcomes.mjs';

/** Clock ticks of /proc per second; a constant of the interface of Linux. */
const TICKS = 100;

/**
 * Returns the processor seconds, user and system, of the child processes that this process has waited for and of those
 * that they have waited for; 0 except on Linux.
 */
export function endedSeconds() {
  const stat = readStat('self');
  return stat ? (stat[13] + stat[14]) / TICKS : 0;
}

/**
 * Adds the processor time of the processes below a child to the outcomes, if they are collected. It is called before the
 * child is ended together with them, since no process then waits for them.
 */
export function noteDescendants(child) {
  const file = process.env[OUTCOMES_VARIABLE];
  if (!file || child === undefined || process.platform !== 'linux') return;
  const stats = new Map(processIds().map(id => [id, readStat(id)]));
  const isBelow = parent => parent === child || (stats.get(parent) && isBelow(stats.get(parent)[1]));
  let ticks = 0;
  for (const stat of stats.values())
    if (stat && isBelow(stat[1])) ticks += stat[11] + stat[12] + stat[13] + stat[14];
  appendFileSync(file, `${JSON.stringify({ outcome: 'processor', seconds: ticks / TICKS })}\n`);
}

/** Returns the ID of the process with an argument; undefined if there is none, and except on Linux. */
export function findProcess(argument) {
  return processIds().find(id => readProcess(id, 'cmdline')?.split('\0').includes(argument));
}

function processIds() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

// The fields after the name of the program, which may contain spaces and parentheses: the state, then numbers.
function readStat(id) {
  if (process.platform !== 'linux') return undefined;
  const text = readProcess(id, 'stat');
  return text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

function readProcess(id, name) {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8');
  } catch {
    // The process has ended.
    return undefined;
  }
}
