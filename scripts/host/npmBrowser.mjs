import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { cached } from './packages.mjs';
import { mustRun, run } from './run.mjs';

const packed = fileURLToPath(new URL('../../', import.meta.resolve('@sparticuz/chromium')));

/**
 * Unpacks the browser from the npm package once, for Linux on x64. Returns its path and the environment variables
 * needed if system libraries or fonts are missing. Throws if the browser cannot start.
 */
export async function unpackBrowser() {
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'));
  const folder = await cached(`chromium-${version}`, async draft => {
    await unbrotli('chromium.br', join(draft, 'chromium'), 0o755);
    await unpackArchive('al2023.tar.br', draft);
    await unpackArchive('fonts.tar.br', draft);
  });
  const executablePath = join(folder, 'chromium');
  const env = existsSync('/etc/fonts/fonts.conf') ? {} : await ownFonts(folder);
  if (await starts(executablePath, env)) return { executablePath, env };
  // The package contains the libraries that a minimal system lacks.
  env.LD_LIBRARY_PATH = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  if (await starts(executablePath, env)) return { executablePath, env };
  throw new Error(
    'The browser from npm does not start here: install the package "chromium" and run this again.',
  );
}

async function unpackArchive(name, folder) {
  const archive = join(folder, name);
  await unbrotli(name, archive);
  await mustRun('tar', ['-xf', archive, '-C', folder, '--no-same-owner']);
  await rm(archive);
}

async function unbrotli(name, file, mode) {
  const source = createReadStream(join(packed, 'bin', name));
  await pipeline(source, createBrotliDecompress(), createWriteStream(file, { mode }));
}

// The font configuration in the package refers to folders of another system.
async function ownFonts(folder) {
  const FONTCONFIG_FILE = join(folder, 'own-fonts.conf');
  const places = `<dir>${join(folder, 'fonts')}</dir><dir>/usr/share/fonts</dir>`;
  await writeFile(
    FONTCONFIG_FILE,
    `<fontconfig>${places}<cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  return { FONTCONFIG_FILE };
}

async function starts(executablePath, env) {
  const { code } = await run(executablePath, ['--version'], { env });
  return code === 0;
}
