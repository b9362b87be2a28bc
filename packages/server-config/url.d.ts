/** The part of the WHATWG URL standard that this package uses: Node, browsers and workers all have it. Only the check of purity reads this. */
declare class URL {
  constructor(text: string);
  static canParse(text: string): boolean;
  readonly protocol: string;
}
