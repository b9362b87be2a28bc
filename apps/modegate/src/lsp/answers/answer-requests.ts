import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import type { CheckedFolder, CheckOutcome } from '../checked-folder.ts';
import type { CheckedFolders } from '../checked-folders.ts';
import type { OpenDocuments } from '../open-documents.ts';
import { pathOfUri } from '../open-texts.ts';
import { codeActions } from './code-actions.ts';
import { completeAt } from './complete.ts';
import { hoverAt } from './hover.ts';

/** Sources of data for answering requests. */
export interface RequestSources {
  readonly protocol: typeof import('../protocol.ts');
  readonly documents: OpenDocuments;
  readonly folders: CheckedFolders;
  /** True if the editor accepts edits that specify the version of a document. */
  readonly hasVersions: () => boolean;
}

interface Asked {
  readonly path: string;
  /** Folder of the project; undefined if no project contains the document. */
  readonly folder: CheckedFolder | undefined;
  readonly outcome: CheckOutcome | undefined;
}

/** Answers hover, completion and code action requests, each based on a check that includes every earlier change. */
export function answerRequests(connection: Connection, sources: RequestSources): void {
  const { protocol, documents, folders } = sources;
  const answer = async <Result>(
    uri: string,
    token: CancellationToken,
    ask: (asked: Asked) => Result | Promise<Result>,
  ) => {
    const path = pathOfUri(uri);
    if (path === undefined) return undefined;
    const folder = folders.of(path);
    const outcome = await folder?.fresh();
    const result = token.isCancellationRequested ? undefined : await ask({ path, folder, outcome });
    if (!token.isCancellationRequested) return result;
    return new protocol.ResponseError<void>(protocol.LSPErrorCodes.RequestCancelled, 'The request was cancelled.');
  };
  connection.onHover(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, ({ path, outcome }) =>
      outcome?.state === 'checked' ? hoverAt(outcome.checked, path, position) : undefined,
    ),
  );
  connection.onCompletion(({ textDocument, position }, token) =>
    answer(textDocument.uri, token, ({ outcome }) => {
      const text = documents.textOf(textDocument.uri);
      const known = outcome?.state === 'checked' ? outcome.checked.project : {};
      return text === undefined ? undefined : [...completeAt(text, position, known)];
    }),
  );
  connection.onCodeAction((params, token) =>
    answer(params.textDocument.uri, token, async ({ folder, outcome }) => {
      if (folder === undefined || outcome?.state !== 'checked') return undefined;
      const given = {
        folder,
        checked: outcome.checked,
        openTexts: documents.texts,
        hasVersions: sources.hasVersions(),
      };
      return [...(await codeActions(params, given))];
    }),
  );
}
