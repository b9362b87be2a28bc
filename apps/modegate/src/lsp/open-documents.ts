import type { Connection } from 'vscode-languageserver/node';
import { pathOfUri } from './open-texts.ts';

/** Documents that are open in an editor. */
export type OpenDocuments = ReturnType<typeof openDocuments>;

/**
 * Tracks the documents open over a connection, and handles the client's notifications about them. `onChanged` receives
 * the path of each document that was opened, edited, saved or closed; `isSaved` is false for an edit.
 */
export function openDocuments(
  connection: Connection,
  protocol: typeof import('./protocol.ts'),
  onChanged: (path: string, isSaved: boolean) => void,
) {
  const documents = new protocol.TextDocuments(protocol.TextDocument);
  const byPath = new Map<string, string>();
  const changed =
    (isSaved: boolean, keep: (path: string, uri: string) => void = () => undefined) =>
    ({ document: { uri } }: { readonly document: { readonly uri: string } }) => {
      const path = pathOfUri(uri);
      if (path === undefined) return;
      keep(path, uri);
      onChanged(path, isSaved);
    };
  documents.onDidOpen(changed(true, (path, uri) => byPath.set(path, uri)));
  documents.onDidClose(changed(true, (path) => byPath.delete(path)));
  documents.onDidChangeContent(changed(false));
  documents.onDidSave(changed(true));
  documents.listen(connection);
  return {
    texts(path: string) {
      const document = documents.get(byPath.get(path) ?? '');
      return document && { uri: document.uri, version: document.version, text: document.getText() };
    },
    /** Returns the absolute paths of documents that are files. */
    paths: () => [...byPath.keys()],
    /** Returns the text of an open document. */
    textOf: (uri: string) => documents.get(uri)?.getText(),
  };
}
