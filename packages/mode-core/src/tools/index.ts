// Everything here is public API: add with care.

export { buildMcpToolName, maxMcpToolNameLength, sanitizeMcpName } from '../mcp/wire-names.ts';
export { type CallPaths, collectCallPaths, listCallPaths } from './call-paths.ts';
export { foldSegment } from './fold-segment.ts';
export { type CatalogueTool, findTool, type ToolPaths, toolCatalogue } from './tool-catalogue.ts';
export { pathParameters, type ToolParameters } from './tool-parameters.ts';
