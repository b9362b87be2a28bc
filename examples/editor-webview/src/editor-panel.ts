import { watchProject } from '@modegate/project/node';
import { createEditorHost, serveMessages } from '@modegate/restrictions-editor/messages';
import { Uri, ViewColumn, window } from 'vscode';
import { renderPage } from './render-page.ts';
import { workspaceFiles } from './workspace-files.ts';

/** Opens the editor for one mode in a tab; the host side ends with the tab. */
export function openEditor(
  extensionUri: Uri,
  { projectRoot, mode }: { readonly projectRoot: string; readonly mode: string },
): void {
  const dist = Uri.joinPath(extensionUri, 'dist');
  const panel = window.createWebviewPanel('modegateEditor', `May use: ${mode}`, ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [dist],
    // What is not saved yet lives in the page, and a hidden tab would lose it.
    retainContextWhenHidden: true,
  });
  const { webview } = panel;
  const served = serveMessages(createEditorHost(workspaceFiles(projectRoot)), {
    post: (message) => void webview.postMessage(message),
    listen(listener) {
      const heard = webview.onDidReceiveMessage(listener);
      return () => heard.dispose();
    },
  });
  const watch = watchProject({ projectRoot, onChange: served.notifyChange });
  panel.onDidDispose(() => {
    served.close();
    void watch.close();
  });
  webview.html = renderPage({
    script: webview.asWebviewUri(Uri.joinPath(dist, 'webview.js')).toString(),
    styles: webview.asWebviewUri(Uri.joinPath(dist, 'webview.css')).toString(),
    cspSource: webview.cspSource,
    mode,
  });
}
