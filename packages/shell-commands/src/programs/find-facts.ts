import { archivePrograms } from './facts/archives.ts';
import { filePrograms } from './facts/files.ts';
import { gitPrograms } from './facts/git.ts';
import { languagePrograms } from './facts/languages.ts';
import { networkPrograms } from './facts/network.ts';
import { pagerAndEditorPrograms } from './facts/pagers-and-editors.ts';
import { scriptPrograms } from './facts/scripts.ts';
import { searchPrograms } from './facts/search.ts';
import { servicePrograms } from './facts/services.ts';
import { systemPrograms } from './facts/system.ts';
import { textPrograms } from './facts/text.ts';
import type { NamedPrograms } from './named-programs.ts';
import type { ProgramFacts } from './program-facts.ts';

/** Facts about well-known programs, grouped by family. */
export const programFamilies: readonly NamedPrograms[] = [
  archivePrograms,
  filePrograms,
  gitPrograms,
  languagePrograms,
  networkPrograms,
  pagerAndEditorPrograms,
  scriptPrograms,
  searchPrograms,
  servicePrograms,
  systemPrograms,
  textPrograms,
];

const knownPrograms = new Map(programFamilies.flatMap((family) => Object.entries(family)));

/**
 * Returns facts about a program by its name. A name with a version, such as `python3.12` or `gcc-13`, is recognised
 * only if the program can do anything, because another program's name can end in a number.
 */
export function findFacts(name: string): ProgramFacts | undefined {
  const facts = knownPrograms.get(name);
  if (facts !== undefined) return facts;
  const unversioned = knownPrograms.get(name.replace(/-?\d+(\.\d+)*$/, ''));
  return unversioned?.anything === true ? unversioned : undefined;
}
