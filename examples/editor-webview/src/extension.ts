import { loadProject } from '@modegate/project/node';
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { openEditor } from './editor-panel.ts';

/** Called by VS Code when the command is used for the first time. */
export function activate({ extensionUri, subscriptions }: ExtensionContext): void {
  subscriptions.push(
    commands.registerCommand('modegateEditor.open', async () => {
      const projectRoot = await chooseProject();
      if (projectRoot === undefined) return;
      const mode = await chooseMode(projectRoot);
      if (mode !== undefined) openEditor(extensionUri, { projectRoot, mode });
    }),
  );
}

async function chooseProject(): Promise<string | undefined> {
  const { workspaceFolders = [] } = workspace;
  if (workspaceFolders.length === 0) {
    void window.showErrorMessage('Open a folder first: the editor changes the modes of a project.');
    return undefined;
  }
  const folder = workspaceFolders.length === 1 ? workspaceFolders[0] : await window.showWorkspaceFolderPick();
  return folder?.uri.fsPath;
}

async function chooseMode(projectRoot: string): Promise<string | undefined> {
  const { policy } = await loadProject({ projectRoot });
  const items = policy.modes.map(({ config }) => ({ label: config.name, description: config.slug }));
  const chosen = await window.showQuickPick(items, { placeHolder: 'Mode to edit' });
  return chosen?.description;
}
