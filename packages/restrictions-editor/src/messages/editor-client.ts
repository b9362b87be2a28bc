import type {
  EditorAnswer,
  EditorFailure,
  GetMcpServersForMode,
  McpRestrictionsValidation,
  McpServersForMode,
  ModeRestrictionsConflict,
  ModeRestrictionsUpdated,
  UpdateModeRestrictions,
  ValidateMcpRestrictions,
} from './messages.ts';

/**
 * The editor's side of the connection: each call is one request. All calls reject with {@link EditorRequestError} when
 * the host responds with a failure.
 */
export interface EditorClient {
  readonly getMcpServersForMode: (modeSlug: string) => Promise<McpServersForMode>;
  readonly validateMcpRestrictions: (
    request: RequestFields<ValidateMcpRestrictions>,
  ) => Promise<McpRestrictionsValidation>;
  readonly updateModeRestrictions: (
    request: RequestFields<UpdateModeRestrictions>,
  ) => Promise<ModeRestrictionsUpdated | ModeRestrictionsConflict>;
  /** Calls the listener when a file may have changed; returns a function that removes the listener. */
  readonly onChange: (listener: () => void) => () => void;
  /** Closes the connection; pending requests reject. */
  readonly close: () => void;
}

/** A request without the fields that the client fills in. */
export type RequestFields<Request> = Omit<Request, 'type' | 'id'>;

/** A request that the host refused or did not answer. */
export class EditorRequestError extends Error {
  readonly code: EditorFailure['code'] | 'NO_ANSWER';

  constructor(code: EditorFailure['code'] | 'NO_ANSWER', message: string) {
    super(message);
    this.name = 'EditorRequestError';
    this.code = code;
  }
}

/** @internal Sends a client's requests to its host. */
export interface EditorTransport extends Pick<EditorClient, 'onChange' | 'close'> {
  readonly ask: (
    request: GetMcpServersForMode | ValidateMcpRestrictions | UpdateModeRestrictions,
  ) => Promise<EditorAnswer>;
}

/** @internal Creates a client over a transport. */
export function createClient(wire: EditorTransport): EditorClient {
  let count = 0;
  const nextId = () => `${++count}`;
  return {
    getMcpServersForMode: async (modeSlug) =>
      expect(await wire.ask({ type: 'getMcpServersForMode', id: nextId(), modeSlug }), ['mcpServersForMode']),
    validateMcpRestrictions: async (request) =>
      expect(await wire.ask({ ...request, type: 'validateMcpRestrictions', id: nextId() }), [
        'mcpRestrictionsValidation',
      ]),
    updateModeRestrictions: async (request) =>
      expect(await wire.ask({ ...request, type: 'updateModeRestrictions', id: nextId() }), [
        'modeRestrictionsUpdated',
        'modeRestrictionsConflict',
      ]),
    onChange: wire.onChange,
    close: wire.close,
  };
}

function expect<Type extends EditorAnswer['type']>(
  answer: EditorAnswer,
  types: readonly Type[],
): Extract<EditorAnswer, { readonly type: Type }> {
  if (answer.type === 'editorFailure') throw new EditorRequestError(answer.code, answer.message);
  if ((types as readonly string[]).includes(answer.type))
    return answer as Extract<EditorAnswer, { readonly type: Type }>;
  throw new EditorRequestError('NO_ANSWER', `Expected ${types.join(' or ')} from the host, but got ${answer.type}.`);
}
