/**
 * The part of the WHATWG URL standard that this package uses, which is available in Node, browsers and workers. Only
 * the purity check reads this file.
 */
declare class URL {
  constructor(text: string);
  static canParse(text: string): boolean;
  readonly protocol: string;
}
