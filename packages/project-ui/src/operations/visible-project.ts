import type { Policy } from '@modegate/mode-core';
import { editModesText, parseModesText } from '@modegate/mode-core/text';
import type { Finding } from '@modegate/policy-check';
import type { PermissionMatrix } from '@modegate/policy-check/permissions';
import type { Project } from '@modegate/project';
import type { EditedFile, EditorProject } from '@modegate/restrictions-editor/model';
import type { PageViewer } from './viewer.ts';

/**
 * Returns the policy, limited to the modes whose existence a viewer may know about, so that no answer mentions any
 * other mode.
 */
export function visiblePolicy(policy: Policy, { sees }: PageViewer): Policy {
  const modes = policy.modes.filter(({ config }) => sees(config.slug));
  return modes.length === policy.modes.length ? policy : { ...policy, modes };
}

/**
 * Returns the matrix for a viewer. A viewer who may not edit does not see the tools of servers that none of the
 * viewer's modes may use; the same applies over MCP.
 */
export function visibleMatrix(matrix: PermissionMatrix, { mayEdit }: PageViewer): PermissionMatrix {
  if (mayEdit) return matrix;
  const { rows } = matrix;
  const keyOf = (subject: object): string => JSON.stringify(subject);
  const open = new Set(rows.filter(({ state }) => state !== 'denied').map(({ subject }) => keyOf(subject)));
  return { ...matrix, rows: rows.filter(({ subject }) => !('server' in subject) || open.has(keyOf(subject))) };
}

/**
 * Returns the findings in modes whose existence a viewer may know about. A viewer who sees all modes also gets findings
 * that concern no mode; only the owner gets findings in server files.
 */
export function visibleFindings(
  findings: readonly Finding[],
  { policy, sources }: Project,
  viewer: PageViewer,
): readonly Finding[] {
  if (viewer.id === undefined) return findings;
  const files = new Set(sources.filter(({ what }) => what === 'modes').map(({ file }) => file));
  const hidden = policy.modes.map(({ config }) => config.slug).filter((slug) => !viewer.sees(slug));
  return findings.filter(({ mode, location, message, fix, related }) => {
    if (!files.has(location.file)) return false;
    if (mode === undefined ? hidden.length > 0 : !viewer.sees(mode)) return false;
    const words = [message, fix?.description, ...related.map((one) => one.message)].join(' ').split(/[^A-Za-z0-9-]+/);
    return !hidden.some((slug) => words.includes(slug));
  });
}

/**
 * Returns the project in the form sent to a viewer's editor. A viewer who may not know about all modes gets a rewritten
 * file with only the visible modes, without comments, and without names or lines that belong to other modes; a viewer
 * on another machine also gets such a version of the user's own file. If that is impossible, the file is treated as
 * unreadable.
 */
export function visibleEditorProject(project: EditorProject, policy: Policy, viewer: PageViewer): EditorProject {
  if (viewer.id === undefined) return project;
  const { root: _folder, context, ...known } = project;
  // A decision reveals that a variable has a value; the value itself is not sent.
  const { env: _values, ...surroundings } = context ?? {};
  const shown = { ...known, context: surroundings };
  const seesAll = policy.modes.every(({ config }) => viewer.sees(config.slug));
  const { files, edited, other, ...rest } = shown;
  // The user's own file cannot be edited from another machine, so only its visible modes are sent.
  const read = (file: EditedFile) => (seesAll && file.layer === 'project' ? file : excerpt(file, viewer));
  return {
    ...rest,
    ...(seesAll ? { files } : {}),
    edited: read(edited),
    ...(other === undefined ? {} : { other: read(other) }),
  };
}

function excerpt({ layer, file, text, unreadable }: EditedFile, { sees }: PageViewer): EditedFile {
  const broken: EditedFile = {
    layer,
    file,
    unreadable: { code: 'FILE_UNREADABLE', message: `${file} cannot be read.` },
  };
  if (unreadable !== undefined) return broken;
  if (text === undefined) return { layer, file };
  const parsed = parseModesText(text, { source: layer, file });
  if (parsed.unreadable !== undefined) return broken;
  const { customModes = [] } = (parsed.document ?? {}) as { readonly customModes?: readonly unknown[] };
  const seen = new Set<string>();
  let written: string | undefined;
  for (const raw of customModes) {
    const mode = raw as { readonly slug?: unknown } | null;
    if (typeof mode?.slug !== 'string' || !sees(mode.slug) || seen.has(mode.slug)) continue;
    seen.add(mode.slug);
    try {
      written = editModesText(written, { kind: 'save', mode: { ...mode, slug: mode.slug } }, { file }).text;
    } catch {
      // A mode with an error refuses everything, and has to be corrected in its file.
      return broken;
    }
  }
  return written === undefined ? { layer, file } : { layer, file, text: written };
}

/**
 * True if a mode whose existence the viewer may not know about inherits rules from this one, so that a change would
 * affect that mode.
 */
export function reachesHidden({ modes }: Policy, slug: string, { sees }: PageViewer): boolean {
  return modes.some(({ config, inherits }) => !sees(config.slug) && inherits.some(({ mode }) => mode === slug));
}

/**
 * True if a mode inherits rules from a mode whose existence the viewer may not know about, so that not all of its rules
 * can be shown.
 */
export function restsOnHidden({ modes }: Policy, slug: string, { sees }: PageViewer): boolean {
  const own = modes.find(({ config }) => config.slug === slug);
  return own?.inherits.some(({ mode }) => mode !== undefined && !sees(mode)) === true;
}
