import { relative, resolve } from 'node:path';
import type { EditorFiles } from '@modegate/restrictions-editor/messages';
import { projectEditorFiles } from '@modegate/restrictions-editor/node';
import { RelativePattern, workspace } from 'vscode';

const maxFiles = 2000;

/**
 * The project as it is on disk. What is typed in another tab and not saved would clash with what is written below it,
 * so then nothing is written and the editor says why.
 */
export function workspaceFiles(projectRoot: string): EditorFiles {
  // An agent's extension also has `offered` here: the tools of the servers that it is connected to.
  const files = projectEditorFiles({ projectRoot, describe: async () => ({ files: await listFiles(projectRoot) }) });
  return {
    async read(modeSlug) {
      const { project, save } = await files.read(modeSlug);
      return {
        project,
        async save(mode) {
          const { file } = project.edited;
          const path = resolve(projectRoot, file);
          if (workspace.textDocuments.some(({ isDirty, uri }) => isDirty && relative(uri.fsPath, path) === ''))
            throw new Error(`${file} has unsaved changes in another tab. Save or revert them there, then save here.`);
          return await save(mode);
        },
      };
    },
  };
}

async function listFiles(projectRoot: string): Promise<readonly string[]> {
  const found = await workspace.findFiles(new RelativePattern(projectRoot, '**/*'), '**/node_modules/**', maxFiles);
  return found.map(({ fsPath }) => relative(projectRoot, fsPath).replaceAll('\\', '/'));
}
