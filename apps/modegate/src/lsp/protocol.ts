// The parts of the Language Server Protocol libraries that this program uses. The build bundles them into a file that
// only `modegate lsp` loads.

export {
  createConnection,
  DidChangeWatchedFilesNotification,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
export { TextDocument } from 'vscode-languageserver-textdocument';
