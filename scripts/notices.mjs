import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const INTRODUCTION =
  'The third-party software and data in this extension. Each part is followed by its license.';

// Data from other sources that is kept in this repository.
const DATA = [
  'The shapes of the countries are from Natural Earth (https://www.naturalearthdata.com), which is in the public domain.',
  'The positions of the places are from GeoNames (https://www.geonames.org), under the Creative Commons Attribution 4.0 ' +
    'International License (https://creativecommons.org/licenses/by/4.0/), rounded to a thousandth of a degree.',
  'The outlines of the letters on simulated screens are from Inter, Copyright 2016 The Inter Project Authors ' +
    '(https://github.com/rsms/inter), under the SIL Open Font License 1.1 (https://openfontlicense.org).',
];

const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/** Returns the notices for all packages with bundled files, identified by the file paths, and for third-party data. */
export async function thirdPartyNotices(root, inputs) {
  const names = new Set(inputs.flatMap(path => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const packages = await Promise.all(
    [...names].sort().map(name => noticeOf(join(root, 'node_modules', name))),
  );
  return `${[INTRODUCTION, ...packages, ...DATA].join(RULE)}\n`;
}

async function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter(file => /^licen[cs]e/i.test(file)).sort();
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
  // Some packages contain no license file but name license and author in package.json.
  const owner = typeof author === 'string' ? author : author?.name;
  if (texts.length === 0 && (!license || !owner)) throw new Error(`${name} does not name its license.`);
  const terms = texts.length > 0 ? texts.map(text => text.trim()).join('\n\n') : `Copyright ${owner}`;
  return `${name} ${version} (${license})\n\n${terms}`;
}
