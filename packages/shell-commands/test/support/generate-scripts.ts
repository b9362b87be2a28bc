import { findScriptRisk } from '../../src/programs/scripts/find-script-risk.ts';

/** Languages whose scripts are generated. */
export type GeneratedLanguage = 'sed' | 'awk';

/** Scripts from which others are made: each runs the program `stub`, writes the file `new`, or nearly does. */
const seeds: Readonly<Record<GeneratedLanguage, readonly string[]>> = {
  sed: [
    's/a/b/w new',
    's/stub/b/;s|x|stub|e',
    '1e stub\np',
    '$!N;w new\n;P;D',
    's/[/]/x/;s/y/w new/',
    's/[/]/;s,/w new,b,',
    's/[\\]/]/;s/w new/x/',
    's,a\\,b,c,;W new',
    '/a/,/b/{s/x/y/;p};e',
    '\\|a|!{y/abc/e;w/;p}',
    'a\\\nw new\np',
    'i text\nw new',
    ':a;s/\\n/ /;ta;b;w new',
    's/x/\\\n/;# w new\nr new',
    '1,+2{/e/I!d};0~2l 5;5q;w new',
    's/\\(a\\|[^]e]*\\)$/\\1 e/2gp',
    'c w new\n};{p;=;F;z;x;G;H;h}',
  ],
  awk: [
    '{ if (1) /"/ ; system("stub") } #"',
    '1\n/"/ { system("stub") } #"',
    '{ print $1 > "new" }',
    '{ print "x" | "stub" }',
    'BEGIN { "stub" | getline x; print x }',
    '$1 > 5 || /a|b/ { print ($2 > 3) ? "w" : "n" }',
    '{ x = a / b; y = c / d; print x, y > "new" }',
    '{ x = y++ /"/ ; system("stub") } #"',
    'function f(x) { return x / 2 } { print f($1) / 1, "/" > "new" }',
    '{ gsub(/[/"]/, "|"); print length / 2 "a" >> "new" }',
    'NR % 2 { printf("%s|", $0); next } END { print NR > "new" }',
    '{ for (k in a) if (a[k] > 1) print k; while (i-- > 0) print i > ("ne" "w") }',
    '{ print(1)(2) > "new" } # system("stub")',
    '!seen[$0]++ { print -$1 ^ 2, !/x/ ~ "y" } /=/ { print > "new" }',
    '{ do { x += 1 } while (x < 3)\n/"/ ; system("stub") } #"',
    '{ a["/"] = $NF /2; b = "\\"" ; print a["/"] / b "#" | "stub" }',
  ],
};

const token = /[A-Za-z_]\w*|\d+|\s+|\\.|[^\w\s]/gs;

/**
 * Scripts that are judged harmless, made by at most four random changes to the tokens of the seeds; the same for each
 * number.
 */
export function generateScripts(language: GeneratedLanguage, count: number, seed: number): readonly string[] {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const tokens = seeds[language].map((script) => script.match(token) ?? []);
  const all = tokens.flat();
  const found = new Set<string>();
  while (found.size < count) {
    const script = [...pick(tokens)];
    for (let edits = Math.floor(random() * 5); edits > 0; edits--) {
      const at = Math.floor(random() * (script.length + 1));
      script.splice(at, pick([0, 1, 1, 2, 5]), ...pick([[], [pick(all)], [pick(all)], [pick(all), pick(all)]]));
    }
    const text = script.join('');
    if (/new|stub/.test(text) && findScriptRisk(language, text) === undefined) found.add(text);
  }
  return [...found];
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (xorshift). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
