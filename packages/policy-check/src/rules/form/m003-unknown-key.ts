import { isJsonObject, resolvePointer } from '@modegate/json';
import { mcpRestrictionsSchema, mcpToolReferenceSchema, modeConfigSchema } from '@modegate/mode-core';
import type { Fix, FoundProblem } from '../../source/finding.ts';
import { isTypingSlip } from '../../source/similar-names.ts';
import { exampleText, type Rule } from '../../workspace/rule.ts';
import type { FileProblem, ModesFile } from '../../workspace/workspace.ts';

/** M003: a key without a meaning. */
export const unknownKey: Rule = {
  id: 'M003',
  name: 'unknown-key',
  severity: 'warning',
  persona: 'default',
  since: '0.1.0',
  summary: 'A key has no meaning in the format; most often it is misspelt or comes from another tool.',
  reason:
    'Clients of the Roo family silently drop an unknown key, so it has no effect. That is harmless for a colour and dangerous for a limit: `fileRegexp` limits nothing there. Modegate keeps the key; in the options of a group or in `mcpRestrictions`, where limits are written, it closes the group or every MCP call until the key is corrected, and the finding is an error.',
  bad: {
    files: {
      '.roomodes': exampleText(`
        customModes:
          - slug: reviewer
            name: Reviewer
            roleDefinition: You review changes.
            when_to_use: For reviews.
            groups: [read]
      `),
    },
  },
  good: {
    files: {
      '.roomodes': exampleText(`
        customModes:
          - slug: reviewer
            name: Reviewer
            roleDefinition: You review changes.
            whenToUse: For reviews.
            groups: [read]
      `),
    },
  },
  isFixable: true,
  *check(workspace) {
    for (const found of workspace.fileProblems('M003')) yield pointAtKey(found);
  },
};

const knownKeys = {
  mode: Object.keys(modeConfigSchema.shape),
  restrictions: Object.keys(mcpRestrictionsSchema.shape),
  entry: Object.keys(mcpToolReferenceSchema.shape),
  group: ['fileRegex', 'description'],
};

/** The finding points at the key, and where exactly one known key is a slip away the fix gives it that name. */
function pointAtKey({ problem, modesFile: file }: FileProblem): FoundProblem {
  if (file === undefined) return problem;
  const { pointer } = problem.location;
  return { ...problem, location: file.locateKey(pointer), fix: renameKey(file, pointer, knownKeysAt(pointer)) };
}

function knownKeysAt(pointer: string): readonly string[] {
  if (/\/groups\/\d+\/1\/[^/]+$/.test(pointer)) return knownKeys.group;
  if (/\/(?:dis)?allowedTools\/\d+\/[^/]+$/.test(pointer)) return knownKeys.entry;
  return pointer.includes('/mcpRestrictions/') ? knownKeys.restrictions : knownKeys.mode;
}

/** A fix that gives a misspelt key its right name, where exactly one known key is a slip away and not there yet. */
function renameKey(file: ModesFile, pointer: string, known: readonly string[]): Fix | undefined {
  const key = pointer.slice(pointer.lastIndexOf('/') + 1);
  const parent: unknown = resolvePointer(file.parsed.document, pointer.slice(0, pointer.lastIndexOf('/')));
  const span = file.keySpanOf(pointer);
  const [meant, ...others] = known.filter((name) => isTypingSlip(key, name));
  if (meant === undefined || others.length > 0 || span === undefined) return undefined;
  if (!isJsonObject(parent) || meant in parent) return undefined;
  const written = file.text.slice(span.start, span.end);
  return {
    description: `Rename '${key}' to '${meant}'.`,
    edits: [{ file: file.file, ...span, text: written.replace(key, meant) }],
    isSafe: true,
  };
}
