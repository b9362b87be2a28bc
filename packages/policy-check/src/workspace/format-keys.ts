import {
  commandReferenceSchema,
  commandRestrictionsSchema,
  mcpRestrictionsSchema,
  mcpToolReferenceSchema,
  modeConfigSchema,
} from '@modegate/mode-core/modes';

/** The keys of a mode, of the options of a group, and of restrictions and the entries in their lists. */
export const formatKeys = {
  mode: Object.keys(modeConfigSchema.shape),
  group: ['fileRegex', 'description'],
  mcpRestrictions: Object.keys(mcpRestrictionsSchema.shape),
  mcpRestrictionsEntry: Object.keys(mcpToolReferenceSchema.shape),
  commandRestrictions: Object.keys(commandRestrictionsSchema.shape),
  commandRestrictionsEntry: Object.keys(commandReferenceSchema.shape),
} as const;
