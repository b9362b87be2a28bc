// Everything here is public API: add with care.
export { type DescribeOptions, describeProject } from './describe-project.ts';
export { type Asked, type EditorClient, EditorRequestError } from './editor-client.ts';
export { createEditorHost, type EditorFiles, type EditorHost, type EditorReading } from './editor-host.ts';
export { answerHttp, connectByHttp, type HttpOptions } from './http.ts';
export {
  type EditorAnswer,
  type EditorFailure,
  type EditorRequest,
  type GetMcpServersForMode,
  type McpRestrictionsValidation,
  type McpServersForMode,
  type ModeRestrictionsConflict,
  type ModeRestrictionsUpdated,
  type ModeServer,
  type ModesChanged,
  type RequestReading,
  readRequest,
  type UpdateModeRestrictions,
  type ValidateMcpRestrictions,
  type ValidationProblem,
} from './messages.ts';
export {
  type ConnectOptions,
  connectByMessages,
  type MessageChannelEnd,
  type ServedMessages,
  serveMessages,
} from './post-message.ts';
