import { addresses } from './addresses.ts';
import { budgets } from './budgets.ts';
import { edits } from './edits.ts';
import { hiding } from './hiding.ts';
import { links } from './links.ts';
import { numbers } from './numbers.ts';
import { patterns } from './patterns.ts';
import { phones } from './phones.ts';
import { replies } from './replies.ts';
import { sandbox } from './sandbox.ts';
import { schemas } from './schemas.ts';
import type { Section } from './section.ts';

/** All sections of the stress tests that do not need VS Code. */
export const sections: readonly Section[] = [
  numbers,
  patterns,
  schemas,
  links,
  edits,
  addresses,
  sandbox,
  replies,
  budgets,
  hiding,
  phones,
];
