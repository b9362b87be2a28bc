import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What the seeds are for. */
export type SeedKind = 'modes' | 'servers';

// The folders of a corpus of real files, where there is one beside the checkout.
const corpusFolders: Readonly<Record<SeedKind, string>> = { modes: 'roomodes', servers: 'mcp' };

// Small ones, so that many are tried.
const maxSeedBytes = 12 * 1024;

/** The texts that mutation starts from: those of this folder, then those of the corpus where there is one. */
export function loadSeeds(kind: SeedKind): readonly string[] {
  const own = readFolder(join(import.meta.dirname, '../seeds', kind));
  const corpus = process.env.MODEGATE_CORPUS ?? join(root, '../shared/corpus');
  // As Windows writes them; in the repository they would not keep their line ends.
  const windows = own.map((text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
  return [...own, ...windows, ...readFolder(join(corpus, corpusFolders[kind]))];
}

function readFolder(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  return files
    .filter((file) => statSync(file).isFile() && statSync(file).size <= maxSeedBytes)
    .map((file) => readFileSync(file, 'utf8'));
}
