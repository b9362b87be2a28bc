// The public API. Nothing else is exported.

export type { CatalogueProblem } from './accept-definitions.ts';
export { type Catalogue, createCatalogue } from './catalogue.ts';
export { type ExposedNameOptions, exposedNames, type NamedThing } from './exposed-name.ts';
export { definitionHash } from './ref-id.ts';
export {
  countDefinitions,
  countTokens,
  type EstimateSum,
  estimateTools,
  type ServerEstimate,
  sumEstimates,
  type TokenCount,
  type ToolEstimate,
} from './tokens.ts';
export type { ToolReference } from './tool-reference.ts';
export type { UpstreamTool } from './upstream-tool.ts';
