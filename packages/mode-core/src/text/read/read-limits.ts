/** Maximum length of the text of a modes file: 4 MiB (in UTF-16 units; a file is measured in bytes). */
export const maxTextLength = 4 * 1024 * 1024;

/** Maximum nesting depth, measured in open brackets or in the parser's levels. Real files need about a dozen levels. */
export const maxDepth = 200;

/**
 * Maximum number of tokens; in YAML, spaces and line endings are also tokens. The largest known files have about 10,000
 * tokens.
 */
export const maxTokens = 250_000;

/** Maximum size of text with all aliases expanded (see `weight` of a text node). */
export const maxWeight = 500_000;
