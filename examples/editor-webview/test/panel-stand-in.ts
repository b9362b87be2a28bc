import { pathToFileURL } from 'node:url';

/** Where the files of the extension are, as the page names them. */
export const fileOrigin = 'https://files.vscode.test';

/** A file's address, as far as the extension looks into it. */
export interface FileUri {
  readonly fsPath: string;
}

/** A web view as VS Code gives one, seen from the other side. */
export interface OpenedPanel {
  readonly html: string;
  readonly title: string;
  /** Where files may be served from, as paths. */
  readonly servedFolders: readonly string[];
  /** What the page sends. */
  readonly receive: (message: unknown) => void;
  /** Calls back with what the host sends; what it sent before comes first. */
  readonly onPost: (listener: (message: unknown) => void) => void;
  readonly close: () => void;
}

/** What the extension asks of a panel. */
export interface PanelOptions {
  readonly enableScripts?: boolean;
  readonly localResourceRoots?: readonly FileUri[];
}

/** A panel as the extension has it, and as the person in front of it sees it. */
export function createPanel(title: string, { enableScripts = false, localResourceRoots = [] }: PanelOptions) {
  if (!enableScripts) throw new Error('Without enableScripts the page of a web view runs nothing.');
  const fromPage = new Set<(message: unknown) => void>();
  const toPage = new Set<(message: unknown) => void>();
  const ended = new Set<() => void>();
  const early: unknown[] = [];
  const webview = {
    html: '',
    cspSource: fileOrigin,
    asWebviewUri: ({ fsPath }: FileUri) => `${fileOrigin}${pathToFileURL(fsPath).pathname}`,
    async postMessage(message: unknown) {
      if (toPage.size === 0) early.push(message);
      for (const listener of toPage) listener(message);
      return true;
    },
    onDidReceiveMessage(listener: (message: unknown) => void) {
      fromPage.add(listener);
      return { dispose: () => fromPage.delete(listener) };
    },
  };
  const close = () => {
    for (const listener of ended) listener();
    ended.clear();
  };
  const seen: OpenedPanel = {
    title,
    get html() {
      return webview.html;
    },
    servedFolders: localResourceRoots.map(({ fsPath }) => fsPath),
    receive(message) {
      for (const listener of fromPage) listener(message);
    },
    onPost(listener) {
      toPage.add(listener);
      for (const message of early.splice(0)) listener(message);
    },
    close,
  };
  return { panel: { webview, onDidDispose: (listener: () => void) => ended.add(listener), dispose: close }, seen };
}
