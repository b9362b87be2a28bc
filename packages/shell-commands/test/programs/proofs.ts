import type { Proof } from '../support/run-proof.ts';
import { archiveProofs } from './proofs/archives.ts';
import { fileProofs } from './proofs/files.ts';
import { gitProofs } from './proofs/git.ts';
import { languageProofs } from './proofs/languages.ts';
import { networkProofs } from './proofs/network.ts';
import { pagerAndEditorProofs } from './proofs/pagers-and-editors.ts';
import { searchProofs } from './proofs/search.ts';
import { textProofs } from './proofs/text.ts';

/** Runs that demonstrate the facts about programs. */
export const proofs: readonly Proof[] = [
  ...archiveProofs,
  ...fileProofs,
  ...gitProofs,
  ...languageProofs,
  ...networkProofs,
  ...pagerAndEditorProofs,
  ...searchProofs,
  ...textProofs,
];
