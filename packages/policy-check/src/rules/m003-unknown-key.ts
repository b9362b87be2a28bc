import { jsonPointer, mcpRestrictionsSchema, modeConfigSchema, resolvePointer } from '@modegate/mode-core';
import { type FileProblem, fileProblems } from '../file-problem.ts';
import type { FoundProblem } from '../finding.ts';
import { isRecord } from '../is-record.ts';
import { renameKey } from '../rename-key.ts';
import type { Rule } from '../rule.ts';
import type { ModesFile } from '../workspace.ts';

/** M003: a key without a meaning. */
export const unknownKey: Rule = {
  id: 'M003',
  name: 'unknown-key',
  severity: 'warning',
  persona: 'default',
  since: '0.1.0',
  summary: 'A key has no meaning to the format; it is most often misspelt or comes from another tool.',
  reason:
    'Clients of the Roo family drop an unknown key without a word, so what it was to say does not happen. That is harmless for a colour and dangerous for a limit: `fileRegexp` limits nothing there. Modegate keeps the key, and where it looks like a limit the group or every MCP call is refused until it is spelt right.',
  bad: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: reviewer\n    name: Reviewer\n    roleDefinition: You review changes.\n    when_to_use: For reviews.\n    groups: [read]\n',
    },
  },
  good: {
    files: {
      '.roomodes':
        'customModes:\n  - slug: reviewer\n    name: Reviewer\n    roleDefinition: You review changes.\n    whenToUse: For reviews.\n    groups: [read]\n',
    },
  },
  isFixable: true,
  *check(workspace) {
    for (const found of fileProblems(workspace, 'M003')) yield pointAtKey(found);
  },
};

const knownKeys = {
  mode: Object.keys(modeConfigSchema.shape),
  restrictions: Object.keys(mcpRestrictionsSchema.shape),
  group: ['fileRegex', 'description'],
};

/** A problem may be reported on the mapping; the finding points at the key when there is only one it can be. */
function pointAtKey({ problem, modesFile: file }: FileProblem): FoundProblem {
  if (file === undefined) return problem;
  const { pointer } = problem.location;
  const known = knownKeysAt(pointer);
  const at = isKey(file, pointer)
    ? pointer
    : namedKey(file, /\/groups\/\d+$/.test(pointer) ? `${pointer}/1` : pointer, { known, message: problem.message });
  if (at === undefined) return problem;
  return { ...problem, location: file.locateKey(at), fix: renameKey(file, at, known) };
}

function knownKeysAt(pointer: string): readonly string[] {
  if (/\/groups\/\d+$/.test(pointer)) return knownKeys.group;
  return pointer.includes('/mcpRestrictions') ? knownKeys.restrictions : knownKeys.mode;
}

/** `/customModes/0/colour` names a key; `/customModes/0` and `/customModes/0/mcpRestrictions` name the mapping that has it. */
function isKey(file: ModesFile, pointer: string): boolean {
  return /^\/customModes\/\d+\/(?!mcpRestrictions$)[^/]+$/.test(pointer) && file.keySpanOf(pointer) !== undefined;
}

/** The unknown key that the message names. */
function namedKey(
  file: ModesFile,
  pointer: string,
  { known, message }: { readonly known: readonly string[]; readonly message: string },
): string | undefined {
  const mapping = resolvePointer(file.parsed.document, pointer);
  if (!isRecord(mapping)) return undefined;
  const key = Object.keys(mapping).find((name) => !known.includes(name) && message.includes(`'${name}'`));
  return key === undefined ? undefined : `${pointer}${jsonPointer(key)}`;
}
