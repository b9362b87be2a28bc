import { isAbsolute } from 'node:path';
import { applyFixes, applyFixesWithoutGrants, describeDiff, type Finding, policiesWith } from '@modegate/policy-check';
import type { Project } from '@modegate/project';
import { structuredPatch } from 'diff';
import type { DiffLineView, FixView } from '../wire.ts';
import { findingKey } from './overview.ts';
import type { ReadState } from './project-state.ts';
import { UiRefusal } from './refusal.ts';
import type { SavedFile } from './save-history.ts';

/** A fix as it would be written. */
export interface PlannedFix {
  readonly what: string;
  readonly saved: readonly SavedFile[];
  readonly view: FixView;
}

/**
 * What the fix of a finding would write, and what it would grant. Files of the user are left alone, as `modegate fix` does.
 *
 * @throws {UiRefusal} where the finding has gone, or has no fix for the files of the project.
 */
export function planFix(
  { project, findings, servers }: ReadState,
  { key, disabledTools }: { readonly key: string; readonly disabledTools: readonly string[] | undefined },
): PlannedFix {
  const finding = findings().find((one) => findingKey(one) === key);
  if (finding === undefined) throw new UiRefusal(409, 'This finding has gone meanwhile.');
  const before = ownTexts(project);
  if (finding.fix?.edits.every(({ file }) => before[file] !== undefined) !== true)
    throw new UiRefusal(409, 'This finding has no fix in the files of the project.');
  const { files } = applyFixes(before, [finding], { isUnsafeAllowed: true });
  const changed = Object.keys(before).filter((file) => files[file] !== before[file]);
  const inventory = servers?.map(({ name, tools }) => ({ name, ...(tools === undefined ? {} : { tools }) }));
  const policiesOf = (texts: Readonly<Record<string, string>>) =>
    policiesWith(project, texts, disabledTools).map((policy) => ({ policy, inventory }));
  const saved = changed.map((file): SavedFile => {
    return { file, layer: 'project', before: before[file], after: files[file] };
  });
  return {
    what: `fixed ${finding.rule}`,
    saved,
    view: {
      isApplied: false,
      grants: describeGrants(before, finding, policiesOf),
      files: saved.map((one) => ({ file: one.file, lines: diffLines(one) })),
    },
  };
}

type PoliciesOf = Parameters<typeof applyFixesWithoutGrants>[2]['policiesOf'];

function describeGrants(
  before: Readonly<Record<string, string>>,
  finding: Finding,
  policiesOf: PoliciesOf,
): string | undefined {
  const { granting } = applyFixesWithoutGrants(before, [finding], { isUnsafeAllowed: true, policiesOf });
  if (granting.length === 0) return undefined;
  const changes = granting.flatMap(({ grants }) => grants);
  const all = describeDiff({ changes, addedModes: [], removedModes: [] }).join(' ');
  return all.length > maxShown ? `${all.slice(0, maxShown)}…` : all || 'It cannot be told what it would grant.';
}

const maxShown = 1000;

/** The files of the project itself. */
function ownTexts({ sources }: Project): Readonly<Record<string, string>> {
  const own = sources.filter(({ layer, path }) => layer === 'project' && !isAbsolute(path));
  return Object.fromEntries(own.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text]])));
}

const kinds = { '+': 'added', '-': 'removed', ' ': 'same' } as const;

function diffLines({ file, before = '', after = '' }: SavedFile): readonly DiffLineView[] {
  const { hunks } = structuredPatch(file, file, before, after, undefined, undefined, { context: 2 });
  return hunks.flatMap(({ lines }, index) => {
    const shown = lines.flatMap((line): readonly DiffLineView[] => {
      const kind = kinds[line.charAt(0) as keyof typeof kinds];
      return kind === undefined ? [] : [{ kind, text: line.slice(1) }];
    });
    return index === 0 ? shown : [{ kind: 'gap', text: '' }, ...shown];
  });
}
