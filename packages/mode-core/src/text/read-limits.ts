/** The largest modes text that is read: 4 MiB (in UTF-16 units; a file is measured in bytes). */
export const maxTextLength = 4 * 1024 * 1024;

/** How deep a text may nest, counted in open brackets or in the parser's own levels. Real files need about a dozen. */
export const maxDepth = 200;

/** How many tokens a text may have. Real files of 150 KiB have about 20 000. */
export const maxTokens = 500_000;

/** How much a text may hold when every alias is written out (see `weight` of a text node). */
export const maxWeight = 1_000_000;
