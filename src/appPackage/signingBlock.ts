import type { PackageFile } from './packageFile.ts';
import { damaged } from './packageProblem.ts';

const MAGIC = 'APK Sig Block 42';
/** The size after the parts, and the magic bytes. */
const FOOTER_BYTES = 24;
const SIZE_BYTES = 8;
const PART_HEADER_BYTES = 12;
const MAX_PARTS = 1000;
/** The parts with signatures of the schemes 2, 3, and 3.1. */
const SIGNATURES: ReadonlySet<number> = new Set([0x7109871a, 0xf05368c0, 0x1b93ad61]);

/**
 * Returns true if a signing block before the zip directory contains a signature, which is not verified. Throws
 * PackageProblem if the block is damaged.
 */
export async function hasSigningBlock(file: PackageFile, directory: number): Promise<boolean> {
  if (directory < SIZE_BYTES + FOOTER_BYTES) return false;
  const footerStart = directory - FOOTER_BYTES;
  const footer = await file.read(footerStart, FOOTER_BYTES);
  if (footer.toString('latin1', SIZE_BYTES) !== MAGIC) return false;
  const size = footer.readBigUInt64LE(0);
  if (size < FOOTER_BYTES || size > directory - SIZE_BYTES) throw wrongSize();
  let at = directory - Number(size);
  if ((await file.read(at - SIZE_BYTES, SIZE_BYTES)).readBigUInt64LE(0) !== size) throw wrongSize();
  let isSigned = false;
  for (let parts = 0; at < footerStart; parts++) {
    if (parts >= MAX_PARTS || at + PART_HEADER_BYTES > footerStart) throw wrongSize();
    const header = await file.read(at, PART_HEADER_BYTES);
    const length = header.readBigUInt64LE(0);
    if (length < 4 || length > footerStart - at - SIZE_BYTES) throw wrongSize();
    isSigned ||= SIGNATURES.has(header.readUInt32LE(SIZE_BYTES));
    at += SIZE_BYTES + Number(length);
  }
  return isSigned;
}

function wrongSize(): Error {
  return damaged('the sizes in its signing block are wrong');
}
