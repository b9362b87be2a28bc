/**
 * The part of the URL standard that this package uses: Node, browsers and workers all have it. Only the purity check
 * reads this.
 */
declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  readonly hostname: string;
}
