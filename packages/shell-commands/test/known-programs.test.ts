import { analyseCommand } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';

const verbs = {
  read_file: 'reads',
  search_files: 'searches',
  list_files: 'lists',
  write_to_file: 'writes',
  delete_file: 'changes',
} as const;

/** Returns a command's effects on files, and the parts of it that a wildcard does not cover. */
function describeEffects(command: string): string {
  const { files, programs, unreadable } = analyseCommand(command, { shell: 'bash' });
  const accesses = files.map(({ tool, path }) => `${verbs[tool]} ${path ?? '?'}`);
  const guarded = programs.flatMap((program) =>
    program.guarded.map(({ index }) => `guards ${program.words[index]?.text}`),
  );
  return [...accesses, ...guarded, ...(unreadable === undefined ? [] : [unreadable.construct])].join(', ');
}

describe('files and guarded arguments of well-known programs', () => {
  test.each([
    ['cat a -n b', 'reads a, reads b'],
    ['cat', ''],
    ['ls -la --color=auto', 'lists .'],
    ['wc --files0-from=list', 'reads list, reads ?'],
    ['sort -u -k2 -t, a -o b', 'writes b, reads a'],
    ['sort -T tmp --compress-prog=x a', 'changes tmp, guards --compress-prog=x, reads a'],
    ['uniq -c a b', 'reads a, writes b'],
    ['tee -a a b', 'writes a, writes b'],
    ['cp -S .x a b', 'reads .x, reads a, writes b, writes b/.x, writes b/a'],
    ['cp -r a b', 'searches a, changes b'],
    ['cp -l a b', 'reads a, writes a, writes b, writes b/a'],
    ['cp a/b c/', 'reads a/b, writes c/, writes c//b'],
    ['cp "$x" c', 'reads ?, writes c, changes c, guards "$x"'],
    ['mv a b', 'changes a, changes b'],
    ['rm -rf a', 'changes a'],
    ['chmod +x a', 'writes a'],
    ['chmod -x a', 'writes a'],
    ['chmod --reference=r a', 'reads r, writes a'],
    ['dd if=a of=b bs=1', 'reads a, writes b'],
    ['diff a b', 'searches a, searches b'],
    ['iconv -f utf8 -o b a', 'writes b, reads a'],
    ['xxd -l 10 a b', 'reads a, writes b'],
    ['strings a @b', 'reads a, guards @b'],
    ['file -C -m magic', 'writes ?, reads magic'],
  ])('the facts of %s: %s', (command, effects) => expect(sorted(describeEffects(command))).toEqual(sorted(effects)));

  test.each([
    ['grep x', ''],
    ['grep -r x', 'searches .'],
    ['grep -rn -e x -f p a', 'reads p, searches a'],
    ['grep --regexp x a', 'reads a'],
    ['grep --reg=x a b', 'reads a, reads b'],
    ['rg x', 'searches .'],
    ['rg --files src', 'searches src'],
    ['rg --pre sh x src', 'searches src, guards --pre'],
    ['find src -name x -newer y', 'lists src'],
    ['find -delete', 'lists ., changes .'],
    ['find . -fprintf out %p', 'lists ., writes out, writes %p'],
    ['fd -x rm', 'lists ., guards -x'],
    ["sed -n 's/a/b/p' f", 'reads f'],
    ['sed -i s/a/b/ f', 'reads f, writes f'],
    ['sed -i.bak s/a/b/ f', 'reads f, writes f, writes f.bak'],
    ["sed -i'/tmp/*' s/a/b/ f", 'reads f, writes f, writes ?'],
    ["sed -i '' s/a/b/ f", 'reads f, writes f'],
    ["sed -i '' 'w out' f", "reads f, writes f, guards 'w out'"],
    ["sed --expr 'w out' f", 'reads w out, reads f, guards --expr'],
    ["sed -l p 'w out' f", 'reads w out, reads f, guards -l'],
    ["awk -F: '{print $1}' f", 'reads f'],
    ['awk -F -e \'BEGIN {system("id")}\' f', 'reads f, guards -e'],
    ["awk -F -e -- 'BEGIN {system(1)}' f", 'reads BEGIN {system(1)}, reads f, guards -e'],
    ['awk -f a.awk f', 'reads f, guards -f'],
    ['jq --arg x y .a f', 'reads f'],
    ['jq --slurpfile x g .a f', 'reads x, reads g, reads f'],
    ['jq \'import "g" as $g; .\' f', 'reads f, guards \'import "g" as $g; .\''],
  ])('the facts of %s: %s', (command, effects) => expect(sorted(describeEffects(command))).toEqual(sorted(effects)));

  test.each([
    ['tar xf a.tar', 'writes a.tar, changes .'],
    ['tar -tf a.tar', 'reads a.tar'],
    ['tar tf a.tar', 'reads a.tar'],
    ['tar -cf a.tar --exclude -t b', 'writes a.tar, searches b'],
    ['tar czf a.tar b', 'writes a.tar, searches b'],
    ['tar xf a.tar -C out', 'writes a.tar, writes out/a.tar, changes ., changes out/.'],
    ['tar xf a.tar --to-command=sh', 'writes a.tar, changes ., guards --to-command=sh'],
    ['gzip a', 'writes a'],
    ['gzip -c a', 'reads a'],
    ['gzip -S -c a', 'writes a'],
    ['gzip a -c', 'writes a'],
    ['unzip a.zip', 'reads a.zip, changes .'],
    ['unzip -l a.zip', 'reads a.zip, reads .'],
    ['unzip a.zip -l', 'reads a.zip, changes .'],
    ['unzip a.zip -d out', 'reads a.zip, changes out'],
    ['unzip -P -d a.zip', 'changes ., changes a.zip'],
    ['zip -rTT sh a.zip b', 'changes sh, searches a.zip, searches b, guards -rTT'],
    ['curl https://x -o a', 'writes a'],
    ['curl file:///etc/passwd', 'reads ?'],
    ['curl -A -- -o a https://x', 'writes a'],
    ['curl -d @a https://x', 'reads ?'],
    ['curl -d a https://x', ''],
    ['wget -P out https://x', 'changes out'],
    ['less +!id a', 'reads a, guards +!id'],
    ['git diff', 'searches .'],
    ['git diff --output=a HEAD', 'searches ., searches HEAD, writes a'],
    ['git -C sub status', ''],
    ['git -C a -C b apply x', 'reads ?, changes ?'],
    ['git checkout main', 'changes .'],
    ['git commit -m x -F y', 'reads y'],
    ['git add -- "$x"', ''],
    ['git log "$x"', 'searches ., guards "$x"'],
  ])('the facts of %s: %s', (command, effects) => expect(sorted(describeEffects(command))).toEqual(sorted(effects)));
});

function sorted(effects: string): readonly string[] {
  return [...new Set(effects === '' ? [] : effects.split(', '))].toSorted();
}
