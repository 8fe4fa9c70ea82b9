import type { Import } from './imports.ts';
import { roomOf } from './source.ts';

/** What the files of a room may import besides one another. */
export interface Room {
  /** Rooms it may import from. */
  readonly rooms: readonly string[];
  /** Rooms it may import types from. */
  readonly types?: readonly string[];
  /** Packages it may import; `node` stands for everything built into Node. */
  readonly packages?: readonly string[];
  /** Packages it may import types from. */
  readonly typePackages?: readonly string[];
}

/** The walls of the house. */
export interface House {
  readonly rooms: Readonly<Record<string, Room>>;
  /** Files that may be imported at run time even where a room gives types only; they need nothing themselves. */
  readonly plain: readonly string[];
  /** Packages that are loaded by these files, or files below these folders, only. */
  readonly onlyIn: Readonly<Record<string, readonly string[]>>;
}

/** A sentence for each import that goes through a wall. */
export function brokenWalls(imports: readonly Import[], house: House): string[] {
  return imports.flatMap(one => {
    const problem = problemOf(one, house);
    return problem === undefined
      ? []
      : [`${one.place} imports ${one.specifier}${one.typeOnly ? ' (types)' : ''}: ${problem}.`];
  });
}

function problemOf(one: Import, house: House): string | undefined {
  const name = roomOf(one.from);
  const room = house.rooms[name];
  if (!room) return `the table of rooms has no ${name}`;
  return one.file === undefined
    ? packageProblem(one, name, room, house)
    : fileProblem(one, one.file, name, room, house);
}

function fileProblem(one: Import, file: string, name: string, room: Room, house: House): string | undefined {
  if (file.startsWith('..')) return 'it leaves src';
  const target = roomOf(file);
  if (!one.typeOnly && house.plain.includes(one.from)) return 'this file must load nothing, pages use it';
  if (target === name || room.rooms.includes(target)) return undefined;
  if (!room.types?.includes(target)) {
    return `${name} may import ${list([...room.rooms, ...(room.types ?? [])])}, not ${target}`;
  }
  if (one.typeOnly || house.plain.includes(file)) return undefined;
  return `${name} may import only types from ${target}`;
}

function packageProblem(one: Import, name: string, room: Room, house: House): string | undefined {
  const { specifier, typeOnly, from } = one;
  const packageName = packageOf(specifier);
  const files = house.onlyIn[specifier] ?? house.onlyIn[packageName];
  const allowed = room.packages ?? [];
  if (allowed.includes(packageName)) {
    return typeOnly || !files || files.some(start => from.startsWith(start))
      ? undefined
      : `only ${list(files)} may load it`;
  }
  if (!room.typePackages?.includes(packageName)) {
    return `${name} may import the packages ${list([...allowed, ...(room.typePackages ?? [])])}`;
  }
  return typeOnly ? undefined : `${name} may import only its types`;
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node';
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}
