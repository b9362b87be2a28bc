import { type ExtensionContext, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

/** Files that the server reads; once started, the server requests that the editor watch further files. */
const files =
  '**/{.roomodes,.kilocodemodes,.zoomodes,custom_modes.yaml,mcp.json,.mcp.json,mcp.modegate.json,.mcp.modegate.json,modegate.config.json,modegate.config.yaml,modegate.config.yml}';

/** Files that contain the permissions of other agents. */
const agentFiles =
  '**/{.claude/**/*.{json,md},.opencode/**/*.{json,jsonc,md},.kilo/**/*.{json,jsonc,md},.kilocode/**/*.{json,jsonc,md},.codex/**/*.{json,toml,rules},opencode.json,opencode.jsonc,kilo.json,kilo.jsonc,.kilocodeignore}';

/** Starts the language server, and ends it when the window closes. */
export async function activate(context: ExtensionContext): Promise<void> {
  const [command, ...args] = workspace.getConfiguration('modegate').get<string[]>('command', []);
  if (command === undefined) {
    void window.showErrorMessage(
      'The setting modegate.command is empty. Expected a program, such as ["modegate", "lsp"].',
    );
    return;
  }
  const client = new LanguageClient(
    'modegate',
    'Modegate',
    // On Windows, a command installed by npm is a script for the shell; only the user's own settings can specify this
    // command.
    { command, args, options: { shell: process.platform === 'win32' } },
    { documentSelector: [files, agentFiles].map((pattern) => ({ scheme: 'file', pattern })) },
  );
  context.subscriptions.push({ dispose: () => void client.stop() });
  await client.start();
}
