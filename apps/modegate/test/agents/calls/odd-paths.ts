import fc from 'fast-check';

/** The files of the project before any call, by their paths; the mode opens those below docs/ alone. Each holds a mark of its own, which shows in whatever reads it. */
export const givenFiles: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'docs/a.md',
    'docs/b.txt',
    'docs/deep/c.md',
    'docs/ä.md',
    'src/secret.ts',
    'src/a.md',
    'src/docs/s2.ts',
    'src/docs/a2.md',
    'secrets/key.pem',
    'README.md',
    'docs2/x.md',
    'docs/n.ipynb',
    'src/n.ipynb',
  ].map((path) => [path, contentOf(path)]),
);

function contentOf(path: string): string {
  const text = `edit-me\nTOPSECRET ${markOf(path)}\n`;
  if (!path.endsWith('.ipynb')) return text;
  const cell = { cell_type: 'markdown', id: 'x', metadata: {}, source: [text] };
  return JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
}

/** Links of the project, by their paths. */
export const givenLinks: Readonly<Record<string, string>> = {
  'docs/link.md': '../src/secret.ts',
  'docs/up': '..',
  'src/open': '../docs',
};

/** What the text of a file holds that no call writes; it says which file was read. */
export function markOf(path: string): string {
  return `mark-${Buffer.from(path).toString('hex')}-end`;
}

/** The paths of the files whose marks a text holds. */
export function findMarks(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/mark-([0-9a-f]+)-end/g)].map(([, hex = '']) => hex))].map((hex) =>
    Buffer.from(hex, 'hex').toString('utf8'),
  );
}

const targets = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...Object.keys(givenFiles)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('docs/new.md', 'docs/deep/new.md', 'src/new.ts', 'new.txt', 's2.ts', 'docs/s2.ts'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('docs/link.md', 'docs/up/src/secret.ts', 'src/open/a.md', 'docs/up/new.txt'),
  },
  { weight: 1, arbitrary: fc.constantFrom('.roomodes', '.git/config', '../outside.txt', 'docs/../.roomodes') },
);

const folders = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('docs', 'docs/', 'docs/deep', '.', '', 'src', 'secrets') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('docs/up', 'src/open', '..', '~', 'docs/..', 'docs/a.md', 'secrets/key.pem'),
  },
);

/** A path that begins as one in the open folder, and that some program reads as another one. */
const disguises: readonly ((path: string) => string)[] = [
  (path) => `docs/../${path}`,
  (path) => `docs/%2e%2e/${path}`,
  (path) => `docs/%2E./${path}`,
  (path) => `docs/..%2f${path}`,
  (path) => `docs%2f..%2f${path.replaceAll('/', '%2f')}`,
  (path) => `docs/%252e%252e/${path}`,
  (path) => `docs\\..\\${path.replaceAll('/', '\\')}`,
  (path) => `docs/\uff0e\uff0e/${path}`,
  (path) => `docs/a.md\u2028/../../${path}`,
  (path) => `docs/missing/../../${path}`,
  (path) => `docs/.. /${path}`,
  (path) => `docs/ ../${path}`,
  (path) => `docs/up/${path}`,
  (path) => `docs/${path.split('/').at(-1) ?? path}`,
  (path) => `docs/~/../../${path}`,
  (path) => `docs/a.md\0/../../${path}`,
];

/** Other ways to write a path. */
const spellings: readonly ((path: string) => string)[] = [
  (path) => `./${path}`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll('/', '\\'),
  (path) => ` ${path}`,
  (path) => `${path} `,
  (path) => `${path}\n`,
  (path) => `\t${path}`,
  (path) => `${path}.`,
  (path) => `"${path}"`,
  (path) => `@${path}`,
  (path) => path.normalize('NFD'),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}\0.md`,
  (path) => `${path}\u2028`,
  (path) => `$HOME/../${path}`,
  (path) => `{docs,${path}}`,
];

/** Turns a path of the project into one that begins elsewhere. */
const starts: readonly ((path: string) => string)[] = [
  (path) => `<project>/${path}`,
  (path) => `<project>/./${path}`,
  (path) => `file://<project>/${path}`,
  (path) => `<project>/docs/../${path}`,
  (path) => `/proc/self/cwd/${path}`,
  (path) => `~/../..<project>/${path}`,
];

function spelt(path: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const plain = fc.constant((text: string) => text);
  return fc
    .tuple(
      path,
      fc.oneof(
        { weight: 7, arbitrary: plain },
        { weight: 2, arbitrary: fc.constantFrom(...spellings) },
        { weight: 6, arbitrary: fc.constantFrom(...disguises) },
      ),
      fc.oneof(
        { weight: 3, arbitrary: plain },
        { weight: 7, arbitrary: fc.constant((text: string) => `<project>/${text}`) },
        { weight: 1, arbitrary: fc.constantFrom(...starts) },
      ),
    )
    .map(([text, spell, start]) => start(spell(text)));
}

/** A path of a file, in any spelling. `<project>` stands for the folder of the project. */
export const oddFile: fc.Arbitrary<string> = spelt(targets);

/** A path of a folder, or of a file in its place, in any spelling. */
export const oddFolder: fc.Arbitrary<string> = spelt(folders);

/** A pattern of file names. */
export const oddGlob: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('*.md', '**/*.md', 'docs/**', '**', '*', '**/*', '*.{md,ts}', '!docs/**', '', '.*'),
  fc.constantFrom('../*', 'docs/../src/*', '{docs,src}/**', '{<project>/secrets,x}/**', '<project>/secrets/*', '~/*'),
  fc.constantFrom('/etc/*', 'docs/%2e%2e/src/*', 'docs\\..\\src\\*', '[d]ocs/*', '?ocs/*', 'secrets/k[e]y.pem'),
);

/** A patch of one or two files. */
export function oddPatch(id: string): fc.Arbitrary<string> {
  const header = fc.constantFrom('*** Update File: ', '*** Add File: ', '*** Delete File: ', ' *** Update File: ');
  const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\u2028\n', ' \n');
  const move = fc.option(oddFile, { nil: undefined, freq: 3 });
  const part = fc.tuple(header, oddFile, end, move).map(([head, path, newline, to]) => {
    const kind = head.trim();
    const moved = to === undefined || !kind.includes('Update') ? '' : `*** Move to: ${to}\n`;
    const body = kind.includes('Add') ? `+${id} edit-me\n` : kind.includes('Update') ? `@@\n-edit-me\n+${id}\n` : '';
    return `${head}${path}${newline}${moved}${body}`;
  });
  return fc
    .array(part, { minLength: 1, maxLength: 2 })
    .map((parts) => `*** Begin Patch\n${parts.join('')}*** End Patch\n`);
}

/** A command that writes or reads outside of the open folder; some agents apply a patch in its text themselves. */
export function oddCommand(id: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      `echo ${id} > by-command.txt`,
      `cat src/secret.ts`,
      `cp secrets/key.pem docs/copied.md; echo ${id}`,
    ),
    oddPatch(id).map((patch) => `apply_patch <<'EOF'\n${patch}EOF\n`),
  );
}
