import type { Finding, FixEdit } from '@modegate/policy-check';
import { escapeControls } from '@modegate/policy-check/reporters';
import type { CodeAction, CodeActionParams, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type { CheckedProject } from '../../commands/check-project.ts';
import { changedTexts, describeGrants, repairFindings, repairProject } from '../../commands/repair-project.ts';
import { countOf } from '../../list-words.ts';
import { pathOfFile } from '../../project/path-of-file.ts';
import type { CheckedFolder } from '../checked-folder.ts';
import { toDiagnostic, uriOfFile } from '../diagnostics.ts';
import type { OpenText, OpenTexts } from '../open-texts.ts';
import { createTextPositions, overlaps, toRange } from '../text-positions.ts';

/** Data from which actions are created. */
export interface ActionSources {
  readonly folder: CheckedFolder;
  readonly checked: CheckedProject;
  readonly openTexts: OpenTexts;
  /** True if the editor accepts edits that specify the version of a document. */
  readonly hasVersions: boolean;
}

/** Kind of the code action that applies every repair that grants no permissions. */
export const fixAllKind = 'source.fixAll.modegate';
const quickFixKind = 'quickfix';

/**
 * More than the number of findings at any one position in a file; limited because the permissions granted by each fix
 * must be checked.
 */
const maxFixes = 50;

/** Returns the repairs for the findings at a position and, if requested, for all findings together. */
export async function codeActions(
  { textDocument, range, context }: CodeActionParams,
  sources: ActionSources,
): Promise<readonly CodeAction[]> {
  const { checked, openTexts } = sources;
  const isWanted = (kind: string) =>
    context.only?.some((only) => only === '' || kind === only || kind.startsWith(`${only}.`)) ?? kind === quickFixKind;
  const here = checked.result.findings.filter(
    ({ fix, suppressed, location }) =>
      fix !== undefined &&
      suppressed === undefined &&
      overlaps(toRange(location), range) &&
      uriOfFile(checked, location.file, openTexts) === textDocument.uri,
  );
  const single = isWanted(quickFixKind) ? here.slice(0, maxFixes).flatMap((one) => fixAction(one, sources)) : [];
  return isWanted(fixAllKind) ? [...single, ...(await fixAllAction(sources))] : single;
}

/**
 * Returns the repair for a finding, unless it would break the file; a repair that may grant a permission is labelled as
 * such, and is never marked as preferred.
 */
function fixAction(finding: Finding, sources: ActionSources): readonly CodeAction[] {
  const { checked, openTexts } = sources;
  const { fix } = finding;
  if (fix === undefined) return [];
  const { applied, granting } = repairFindings(checked, [finding], { unsafe: true });
  const [grant] = granting;
  if (applied.length === 0 && grant === undefined) return [];
  const notes = [
    ...(fix.isSafe ? [] : ['may change the meaning']),
    ...(grant === undefined ? [] : [describeGrants(grant)]),
  ];
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return [
    {
      title: escapeControls(`${fix.description}${note}`),
      kind: quickFixKind,
      diagnostics: [toDiagnostic(finding, (file) => uriOfFile(checked, file, openTexts))],
      isPreferred: fix.isSafe && grant === undefined,
      edit: editOf(fix.edits, sources),
    },
  ];
}

/** Combines the passes of `modegate fix` into one edit. */
async function fixAllAction(sources: ActionSources): Promise<readonly CodeAction[]> {
  const { folder, checked, openTexts } = sources;
  const [original, repaired]: [Map<string, string>, Map<string, OpenText>] = [new Map(), new Map()];
  const texts: OpenTexts = (path) => repaired.get(path) ?? openTexts(path);
  const { count } = await repairProject(
    {},
    () => folder.checkWith(texts),
    async (pass) => {
      for (const [file, text] of changedTexts(pass)) {
        if (!original.has(file)) original.set(file, pass.before[file] ?? '');
        repaired.set(pathOfFile(checked, file), { uri: '', version: 0, text });
      }
      return true;
    },
  );
  const edits = [...original].flatMap(([file, text]) => {
    const after = repaired.get(pathOfFile(checked, file))?.text ?? text;
    return after === text ? [] : [smallestEdit(file, text, after)];
  });
  if (edits.length === 0) return [];
  const what = countOf(count, 'finding');
  return [
    { title: `Apply the fixes that grant no permissions: ${what}`, kind: fixAllKind, edit: editOf(edits, sources) },
  ];
}

/** Returns the edit for the single range in which the texts differ. */
function smallestEdit(file: string, before: string, after: string): FixEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { file, start, end: before.length - same, text: after.slice(start, after.length - same) };
}

function editOf(edits: readonly FixEdit[], { checked, openTexts, hasVersions }: ActionSources): WorkspaceEdit {
  const files = [...new Set(edits.map(({ file }) => file))].map((file) => {
    const uri = uriOfFile(checked, file, openTexts);
    const places = createTextPositions(checked.workspace.source(file).text);
    const own = edits.filter((edit) => edit.file === file);
    const changes: TextEdit[] = own.map(({ start, end, text }) => ({
      range: { start: places.positionAt(start), end: places.positionAt(end) },
      newText: text,
    }));
    const open = openTexts(pathOfFile(checked, file));
    return { textDocument: { uri, version: open?.version ?? null }, edits: changes };
  });
  if (hasVersions) return { documentChanges: files };
  return { changes: Object.fromEntries(files.map(({ textDocument, edits: changes }) => [textDocument.uri, changes])) };
}
