/** The largest modes text that is read: 4 MiB (in UTF-16 units; a file is measured in bytes). */
export const maxTextLength = 4 * 1024 * 1024;

/** How deep a text may nest, counted in open brackets or in the parser's own levels. Real files need about a dozen. */
export const maxDepth = 200;

/** How many tokens a text may have; spaces and line ends count in YAML. The largest real files known have about 10 000. */
export const maxTokens = 250_000;

/** How much a text may hold when every alias is written out (see `weight` of a text node). */
export const maxWeight = 500_000;
