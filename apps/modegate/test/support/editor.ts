import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectOutput, startScript } from '@modegate/cli-kit/testing';
import { onTestFinished } from 'vitest';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type {
  Diagnostic,
  InitializeResult,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { builtProgram, surroundings } from './run-program.ts';

/** A client of the language server over its stdio, as an editor is one. */
export interface Editor {
  readonly connection: MessageConnection;
  readonly started: InitializeResult;
  readonly uri: (path: string) => string;
  /** Opens a document with a text, or changes it when it is open. */
  readonly write: (path: string, text: string) => void;
  readonly close: (path: string) => void;
  /** Tells that files on disk have changed. */
  readonly saved: (...paths: readonly string[]) => void;
  /** The diagnostics of a file once they are such; of those published last, or next. */
  readonly until: (
    path: string,
    isSo: (diagnostics: readonly Diagnostic[]) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  readonly request: <Result>(method: string, params: object) => Promise<Result>;
  /** What the server registered for, by method. */
  readonly registered: ReadonlyMap<string, unknown>;
  readonly messages: readonly string[];
  readonly pid: number;
  /** How the process ended, once it does. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
}

/** How to start an editor. */
export interface EditorOptions {
  readonly flags?: readonly string[];
  /** Paths of the workspace folders. Default: the folder. */
  readonly folders?: readonly string[];
  readonly capabilities?: object;
}

const allCapabilities = {
  workspace: {
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true },
  },
};

/** Starts the built `modegate lsp` and shakes hands with it. */
export async function startEditor(
  folder: string,
  { flags = [], folders = [folder], capabilities = allCapabilities }: EditorOptions = {},
): Promise<Editor> {
  const child = startScript(builtProgram, ['lsp', '--stdio', ...flags], surroundings(folder));
  const stderr = collectOutput(child.stderr);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const latest = new Map<string, readonly Diagnostic[]>();
  const registered = new Map<string, unknown>();
  const [messages, waiting]: [string[], Set<() => void>] = [[], new Set()];
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
    latest.set(uri, diagnostics);
    for (const look of waiting) look();
  });
  connection.onNotification('window/showMessage', ({ message }) => void messages.push(message));
  connection.onRequest('client/registerCapability', ({ registrations }) => {
    for (const { method, registerOptions } of registrations) registered.set(method, registerOptions);
  });
  connection.listen();
  onTestFinished(async () => {
    connection.dispose();
    child.kill('SIGKILL');
    await ended;
  });
  const uri = (path: string) => pathToFileURL(join(folder, path)).href;
  const versions = new Map<string, number>();
  const started = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities,
    workspaceFolders: folders.map((path) => ({ uri: pathToFileURL(path).href, name: path })),
  });
  await connection.sendNotification('initialized', {});
  return {
    connection,
    started,
    uri,
    write(path, text) {
      const version = (versions.get(path) ?? 0) + 1;
      versions.set(path, version);
      if (version === 1) {
        const textDocument = { uri: uri(path), languageId: 'yaml', version, text };
        void connection.sendNotification('textDocument/didOpen', { textDocument });
      } else {
        const textDocument = { uri: uri(path), version };
        void connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
      }
    },
    close(path) {
      versions.delete(path);
      void connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri(path) } });
    },
    saved(...paths) {
      const changes = paths.map((path) => ({ uri: uri(path), type: 2 }));
      void connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    },
    until: (path, isSo) =>
      new Promise((resolve) => {
        const look = () => {
          const diagnostics = latest.get(uri(path));
          if (diagnostics === undefined || !isSo(diagnostics)) return;
          waiting.delete(look);
          resolve(diagnostics);
        };
        waiting.add(look);
        look();
      }),
    request: (method, params) => connection.sendRequest(method, params),
    registered,
    messages,
    pid: child.pid ?? 0,
    ended,
    stderr,
  };
}

/** The position of a piece of a text, and optionally of a place in it; as the protocol counts. */
export function positionOf(text: string, piece: string, within = 0): Position {
  const offset = text.indexOf(piece) + within;
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** A text after the edits of one document. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const last = edits.toSorted((a, b) => offsetOf(text, b.range.start) - offsetOf(text, a.range.start));
  return last.reduce((now, { range, newText }) => replace(now, range, newText), text);
}

/** The edits that an action makes in one file. */
export function editsOf({ documentChanges = [], changes = {} }: WorkspaceEdit, uri: string): readonly TextEdit[] {
  const versioned = documentChanges.flatMap((change) =>
    'edits' in change && change.textDocument.uri === uri ? (change.edits as TextEdit[]) : [],
  );
  return [...versioned, ...(changes[uri] ?? [])];
}

function replace(text: string, { start, end }: Range, newText: string): string {
  return text.slice(0, offsetOf(text, start)) + newText + text.slice(offsetOf(text, end));
}

function offsetOf(text: string, { line, character }: Position): number {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
  return (starts[line] ?? text.length) + character;
}
