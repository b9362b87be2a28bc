import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver/node';
import type { SettingsFlags } from '../settings.ts';
import { version } from '../version.ts';
import { answerRequests } from './answers/answer-requests.ts';
import { fixAllKind } from './answers/code-actions.ts';
import type { CheckedFolder, CheckOutcome } from './checked-folder.ts';
import { followFolders, watchedGlobs } from './checked-folders.ts';
import { type DiagnosticsByUri, diagnosticsOf, diagnosticsOfFailure } from './diagnostics.ts';
import { openDocuments } from './open-documents.ts';
import { type OpenTexts, pathOfUri } from './open-texts.ts';
import { publishedDiagnostics } from './published-diagnostics.ts';

/**
 * Serves the Language Server Protocol 3.17 on stdio. Never resolves: the process ends at the client's request (exit
 * code 0 after `shutdown`, otherwise 1), or when the client has exited or closed its end of the pipe.
 */
export async function serveLsp(flags: SettingsFlags): Promise<never> {
  const protocol = await import('./protocol.ts');
  const connection: Connection = protocol.createConnection(process.stdin, process.stdout);
  const publish = publishedDiagnostics(
    (uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] }),
  );
  const tellFailure = showFailures(connection);
  const documents = openDocuments(connection, protocol, (path, isSaved) => {
    if (isSaved) follow();
    folders.touch(path, isSaved);
  });
  const folders = followFolders({
    flags,
    openTexts: documents.texts,
    onChecked: (folder, outcome) => {
      publish(folder.root, diagnosticsOfOutcome(outcome, documents.texts));
      tellFailure(folder, outcome);
    },
    onEnded: ({ root }) => publish(root, new Map()),
  });
  const client = followClient(connection, protocol, () => follow());
  const follow = () => folders.follow(client.folders(), documents.paths());
  connection.onDidChangeWatchedFiles(({ changes }) => {
    follow();
    for (const path of changes.flatMap(({ uri }) => pathOfUri(uri) ?? [])) folders.touch(path, true);
  });
  const hasVersions = () => client.capabilities().workspace?.workspaceEdit?.documentChanges === true;
  answerRequests(connection, { protocol, documents, folders, hasVersions });
  connection.onShutdown(() => folders.end());
  connection.listen();
  return new Promise<never>(() => undefined);
}

/** Tracks the client: the information it sends when connecting, and its folders, which may be added and removed. */
function followClient(connection: Connection, protocol: typeof import('./protocol.ts'), onFolders: () => void) {
  let capabilities: InitializeParams['capabilities'] = {};
  let folders: readonly string[] = [];
  connection.onInitialize((params) => {
    capabilities = params.capabilities;
    folders = foldersOf(params);
    return initializeResult(protocol.TextDocumentSyncKind.Incremental);
  });
  connection.onInitialized(() => {
    onFolders();
    const { workspaceFolders, didChangeWatchedFiles } = capabilities.workspace ?? {};
    if (workspaceFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = pathsOf(removed);
        folders = [...folders.filter((path) => !gone.includes(path)), ...pathsOf(added)];
        onFolders();
      });
    if (didChangeWatchedFiles?.dynamicRegistration !== true) return;
    const watchers = watchedGlobs.map((globPattern) => ({ globPattern }));
    void connection.client.register(protocol.DidChangeWatchedFilesNotification.type, { watchers });
  });
  return { capabilities: () => capabilities, folders: () => folders };
}

function initializeResult(change: 2): InitializeResult {
  return {
    serverInfo: { name: 'modegate', version },
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change, save: { includeText: false } },
      hoverProvider: true,
      completionProvider: { triggerCharacters: ['"', "'", ' ', '[', ','] },
      codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (workspaceFolders !== undefined && workspaceFolders !== null) return pathsOf(workspaceFolders);
  return rootUri === null ? [] : pathsOf([{ uri: rootUri }]);
}

function pathsOf(folders: readonly { readonly uri: string }[]): readonly string[] {
  return folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}

function diagnosticsOfOutcome(outcome: CheckOutcome, openTexts: OpenTexts): DiagnosticsByUri {
  return outcome.state === 'checked'
    ? diagnosticsOf(outcome.checked, openTexts)
    : diagnosticsOfFailure(outcome.message, openTexts);
}

/** Shows failures without a file location as a message, once per project until the failures change. */
function showFailures(connection: Connection): (folder: CheckedFolder, outcome: CheckOutcome) => void {
  const told = new Map<string, string | undefined>();
  return ({ root }, outcome) => {
    const message = failureOf(outcome);
    if (message === told.get(root)) return;
    told.set(root, message);
    if (message === undefined) return;
    connection.console.error(message);
    const [line = ''] = message.split('\n');
    void connection.sendNotification('window/showMessage', { type: 1, message: `modegate: ${line}` });
  };
}

function failureOf(outcome: CheckOutcome): string | undefined {
  if (outcome.state === 'checked') {
    const [failure] = outcome.checked.result.failures;
    return failure && `The rule ${failure.rule.id} failed: ${failure.message}`;
  }
  const isShown = !outcome.isFault && diagnosticsOfFailure(outcome.message, () => undefined).size > 0;
  return isShown ? undefined : outcome.message;
}
