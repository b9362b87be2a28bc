import { describe, expect, test } from 'vitest';
import { findScriptRisk } from '../src/programs/scripts/find-script-risk.ts';

const unknown = 'has a part that is not known to be harmless';

describe('a sed script', () => {
  test.each([
    's/a/b/',
    's/a/b/gI; s,c,d,2p',
    's/[^\\/]*$//; s/[[:space:]]+$//; s/[]]/x/',
    's/x/\\\ny/',
    '1,20p',
    '0~3d;$!N;P;D',
    '/a/,/b/{s/x/y/;p}',
    '\\,/usr,d',
    '/foo/I,+2!d',
    ':a;N;$!ba;s/\\n/,/g',
    'y/abc/xyz/; 1!G;h;$!d',
    'a w x',
    'i\\\nr file\n5q',
    'c\\  text',
    '# w x\np',
    '#n',
    '',
  ])('the sed script %j is harmless', (script) => expect(findScriptRisk('sed', script)).toBeUndefined());

  test.each([
    ['s/a/b/e', "runs a program with the flag 'e'"],
    ['s/a/b/gw out', "writes a file with the flag 'w'"],
    ['1e id', "runs a program with the command 'e'"],
    ['e', "runs a program with the command 'e'"],
    ['p;w out', "writes a file with the command 'w'"],
    ['/x/{p;W out', "writes a file with the command 'W'"],
    ['$!r /etc/passwd', "reads a file with the command 'r'"],
    ['1R list', "reads a file with the command 'R'"],
    // Inside brackets, programs differ in where the expression ends.
    ['s/[/]/x/', unknown],
    ['s/[\\]/]/;s/w out/x/', unknown],
    ['s\\a\\b\\', unknown],
    ['s/a/b', unknown],
    ['s/a/\n/', unknown],
    ['a text \\\nw out', unknown],
    // Some read the character as part of the label.
    ['b#c w out\np', unknown],
    ['a', unknown],
    ['v', unknown],
    ['p w', unknown],
    ['--', unknown],
    ['5', unknown],
  ])('the sed script %j is refused', (script, why) => expect(findScriptRisk('sed', script)).toBe(why));
});

describe('an awk program', () => {
  test.each([
    '{print $1}',
    '$1 > 5 {print $2, $NF}',
    '{print ($1 > 5) ? "x" : "|"}',
    '/foo|bar/{n++} END{print n}',
    'BEGIN {FS=","} {s+=$3} END{printf "%d > %s\\n", s/NR, "@"}',
    '!seen[$0]++ || NR % 2',
    '{a[$1]=a[$1]" "$2} END{for(k in a) if (a[k] > 1) print k}',
    'function f(x) { return x > 1 } { print f($1) } # system("id")',
    '$0 ~ /^[^:]*x|y$/ { gsub(/\\//, ""); print length($0) / 2 }',
    '{ x = a / b; y = c / d }\n/re/ { print }',
    '',
  ])('the awk program %j is harmless', (script) => expect(findScriptRisk('awk', script)).toBeUndefined());

  test.each([
    ['BEGIN{system("id")}', 'runs a program with system()'],
    ['{print | "sh"}', "runs a program with '|'"],
    ['{print |& "sh"}', "runs a program with '|'"],
    ['BEGIN{while((getline l < "f") > 0) print l}', 'runs a program or reads a file with getline'],
    ['{print $1 > "out"}', "writes a file with '>'"],
    ['{printf("%s", $1) >> "out"}', "writes a file with '>'"],
    ['{print($1)(2) > "out"}', "writes a file with '>'"],
    ['{print a,\n b > "out"}', "writes a file with '>'"],
    ['{print f($print) / 1 > "out"}', "writes a file with '>'"],
    ['{if (x) print y > "out"}', "writes a file with '>'"],
    ['BEGIN{ARGV[1]="/etc/passwd"}', 'reads a file that it puts into ARGV'],
    ['@include "x"', unknown],
    ['{f = "system"; @f("id")}', unknown],
    // After these, a slash begins an expression in some places and divides in others.
    ['1\n/"/ { system("id") } #"', unknown],
    ['{ if (1) /"/ ; system("id") } #"', unknown],
    ['{ x = y++ /"/ ; system("id") } #"', unknown],
    ['///"/ { system("id") } #"', unknown],
    ['{ print "a\nb" }', unknown],
    ["{ print 'a' }", unknown],
  ])('the awk program %j is refused', (script, why) => expect(findScriptRisk('awk', script)).toBe(why));
});

describe('a jq program', () => {
  test.each(['.', '.include | .import', '# import "a" as $a;\n.a > 1', '"import \\"a\\" as $a;"'])(
    'the jq program %j is harmless',
    (script) => expect(findScriptRisk('jq', script)).toBeUndefined(),
  );

  test.each([
    ['import "/etc/x" as $x; $x', "reads other files with 'import'"],
    [' # a\n include "x"; .', "reads other files with 'include'"],
    ['module {}; import "x" as $x; $x', "reads other files with 'module'"],
    ['"x" | modulemeta', "reads other files with 'modulemeta'"],
  ])('the jq program %j is refused', (script, why) => expect(findScriptRisk('jq', script)).toBe(why));
});
