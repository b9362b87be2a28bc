// Everything here is public API: add with care.
export { type DescribeOptions, describeProject } from './describe-project.ts';
export { type EditorClient, EditorRequestError, type RequestFields } from './editor-client.ts';
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
  connectByMessages,
  type MessageChannelEnd,
  type MessageOptions,
  type ServedMessages,
  serveMessages,
} from './post-message.ts';
