/**
 * The lexer and the parser of the library `yaml` hand every token through up to six generators. Nothing here reads a text piece by piece, and
 * for a large file those generators are a third of all memory that a check asks for. A build puts these sources in the place of the library's
 * own: the same statements, where each token goes into a list at once.
 *
 * @throws {Error} when the library is written in another way than the one that is known here.
 */
export function eagerLexer(source: string): string {
  const [lazy, rest] = splitBefore(source, '    atLineEnd() {');
  const step = 'next = yield* this.parseNext(next);';
  const eagerStep = '{ this.items = []; next = this.parseNext(next); yield* this.items; }';
  return replaceOnce(lazy, step, eagerStep) + withoutGenerators(rest);
}

/** The parser, as {@link eagerLexer} is the lexer. */
export function eagerParser(source: string): string {
  const [lazy, rest] = splitBefore(source, '    *next(source) {');
  const entries = [
    [
      '*next(source) {',
      'next(source) { this.items = []; this.advance(source); return this.items; }\n    advance(source) {',
    ],
    ['*end() {', 'end() { this.items = []; this.finish(); return this.items; }\n    finish() {'],
  ] as const;
  const opened = entries.reduce((text, [written, wanted]) => replaceOnce(text, written, wanted), rest);
  return lazy + withoutGenerators(opened);
}

function withoutGenerators(methods: string): string {
  const eager = methods
    .replaceAll(/^( +)\*(?=\w+\()/gm, '$1')
    .replaceAll('yield* this.', 'this.')
    .replaceAll(/^( +)yield ([^;]+);/gm, '$1this.items.push($2);');
  if (/\byield\b|^ +\*\w/m.test(eager.replaceAll(/\/\*\*[\s\S]*?\*\//g, ''))) throw changed('a generator');
  return eager;
}

function splitBefore(source: string, mark: string): readonly [string, string] {
  const at = source.indexOf(mark);
  if (at === -1) throw changed(mark);
  return [source.slice(0, at), source.slice(at)];
}

function replaceOnce(source: string, written: string, wanted: string): string {
  if (source.split(written).length !== 2) throw changed(written);
  return source.replace(written, () => wanted);
}

function changed(what: string): Error {
  return new Error(`The library yaml has changed: look at '${what.trim()}' in scripts/program/eager-yaml.ts again.`);
}
