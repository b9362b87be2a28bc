import { rmSync } from 'node:fs';
import { loadProject } from '@modegate/project/node';
import { describeProject } from '@modegate/restrictions-editor/messages';
import { type EditorProject, openProject, readDraft } from '@modegate/restrictions-editor/model';
import { type ProjectTree, writeProject } from '../../../../test/support/arbitrary-project.ts';
import { inventory } from './inventory.ts';

/** Writes a generated project, hands over what a program reads there and what the editor is given, and removes it. */
export async function withProject<Result>(
  tree: ProjectTree,
  use: (read: { readonly project: Awaited<ReturnType<typeof loadProject>>; readonly root: string }) => Promise<Result>,
): Promise<Result> {
  const { folder, root } = writeProject(tree);
  try {
    return await use({
      project: await loadProject({ projectRoot: root, now: () => at, context: () => context }),
      root,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Monday noon in 2026. */
export const at = Date.UTC(2026, 5, 1, 12);
export const context = { branch: 'main', ci: false };

/** What the editor is given for a mode of a project. */
export function editorProject(project: Awaited<ReturnType<typeof loadProject>>, slug: string): EditorProject {
  return describeProject(project, slug, { offered: inventory, at, context });
}

/** The draft of a mode that changes nothing. */
export function openMode(project: EditorProject, slug = 'docs') {
  const opened = openProject(project);
  return { opened, draft: readDraft(opened, slug) };
}
