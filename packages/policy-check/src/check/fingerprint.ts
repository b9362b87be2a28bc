import type { FoundProblem } from '../source/finding.ts';
import type { Rule } from '../workspace/rule.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Creates fingerprints that remain the same when lines are moved and modes are inserted; no two findings in one check
 * share a fingerprint.
 */
export function createFingerprinter(
  workspace: Workspace,
  nameOf: (file: string) => string = (file) => file,
): (rule: Rule, problem: FoundProblem) => string {
  const slugs = new Map(workspace.modes.map(({ file, pointer, slug }) => [`${file.file}\n${pointer}`, slug]));
  const used = new Map<string, number>();
  return (rule, { location, mode = '', server = '' }) => {
    const { file } = location;
    // Identifies a mode by its slug, not by its position.
    const pointer = location.pointer.replace(/^\/customModes\/\d+/, (of) => slugs.get(`${file}\n${of}`) ?? of);
    const identity = [rule.id, nameOf(file).replaceAll('\\', '/'), mode, server, pointer].join('\n');
    const count = (used.get(identity) ?? 0) + 1;
    used.set(identity, count);
    return hash(count === 1 ? identity : `${identity}\n${count}`);
  };
}

const mask = 0xffff_ffff_ffff_ffffn;

/**
 * Hashes with 64-bit FNV-1a over UTF-16 units: the hash is short and the same on every platform, and nothing secret
 * depends on it.
 */
function hash(text: string): string {
  let value = 0xcbf2_9ce4_8422_2325n;
  for (let at = 0; at < text.length; at++) value = ((value ^ BigInt(text.charCodeAt(at))) * 0x100_0000_01b3n) & mask;
  return value.toString(16).padStart(16, '0');
}
