import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import { createPanel, type FileUri, type OpenedPanel, type PanelOptions } from './panel-stand-in.ts';

/** What the person in front of VS Code has and does. */
export interface Desk {
  readonly projectRoot: string | undefined;
  /** Slug of the mode that is picked from the list. Default: the list is closed. */
  readonly mode?: string | undefined;
  /** Paths of open documents with unsaved text; read at each use. */
  readonly unsaved?: Set<string> | undefined;
  /** Absolute paths that a search finds. */
  readonly files?: readonly string[] | undefined;
}

/** What became of the command. */
export interface Opened {
  readonly panels: readonly OpenedPanel[];
  readonly errors: readonly string[];
  readonly offeredModes: readonly string[];
}

const extensionFolder = join(import.meta.dirname, '..');

/** Loads the bundle as VS Code does, with a `vscode` of our own, and runs its command. */
export async function runExtension(desk: Desk): Promise<Opened> {
  const opened: State = { panels: [], errors: [], offeredModes: [] };
  const commands = new Map<string, () => Promise<void>>();
  const { activate } = loadBundle(createVscode(desk, { opened, commands }));
  activate({ extensionUri: uriOf(extensionFolder), subscriptions: [] });
  await commands.get('modegateEditor.open')?.();
  return opened;
}

interface Extension {
  readonly activate: (context: object) => void;
}

function loadBundle(vscode: object): Extension {
  const file = join(extensionFolder, 'dist/extension.cjs');
  const require = createRequire(file);
  const module = { exports: {} };
  const run = compileFunction(readFileSync(file, 'utf8'), ['module', 'exports', 'require'], {
    filename: file,
    // It loads a module of Node when it first writes.
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  run(module, module.exports, (name: string) => (name === 'vscode' ? vscode : require(name)));
  return module.exports as Extension;
}

interface State {
  readonly panels: OpenedPanel[];
  readonly errors: string[];
  offeredModes: readonly string[];
}

const uriOf = (fsPath: string): FileUri => ({ fsPath });

/** The parts of the API that the extension uses. */
function createVscode(
  { projectRoot, mode, unsaved = new Set(), files = [] }: Desk,
  { opened, commands }: { readonly opened: State; readonly commands: Map<string, () => Promise<void>> },
) {
  return {
    ViewColumn: { Active: -1 },
    Uri: { joinPath: ({ fsPath }: FileUri, ...names: string[]) => uriOf(join(fsPath, ...names)) },
    RelativePattern: class {},
    commands: {
      registerCommand(name: string, run: () => Promise<void>) {
        commands.set(name, run);
        return { dispose: () => commands.delete(name) };
      },
    },
    workspace: {
      workspaceFolders: projectRoot === undefined ? undefined : [{ uri: uriOf(projectRoot) }],
      get textDocuments() {
        return [...unsaved].map((path) => ({ isDirty: true, uri: uriOf(path) }));
      },
      findFiles: async () => files.map(uriOf),
    },
    window: {
      showErrorMessage: async (message: string) => void opened.errors.push(message),
      async showQuickPick(items: readonly { readonly description: string }[]) {
        opened.offeredModes = items.map(({ description }) => description);
        return items.find(({ description }) => description === mode);
      },
      createWebviewPanel(_type: string, title: string, _column: number, options: PanelOptions) {
        const { panel, seen } = createPanel(title, options);
        opened.panels.push(seen);
        return panel;
      },
    },
  };
}
