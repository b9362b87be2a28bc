import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';

const packages = join(import.meta.dirname, '../../packages');

/**
 * Imports of a package of ours lead to the file that has the name, and not through its list of exports. esbuild counts a list as needed by all who
 * import one name of it, with every file that any other part of the program takes from it; so what only a command needs would be loaded by each start.
 */
export const directImports: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'direct-imports',
  setup: (build) => {
    build.onLoad({ filter: /[\\/](packages|apps)[\\/][^\\/]+[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(statement, leadToFiles),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

const statement = /^import \{([^}]*)\} from '@modegate\/([^']+)';$/gm;

/** The same names, each from its file; what cannot be led there stays as it is written. Lines keep their number. */
function leadToFiles(written: string, list: string, specifier: string): string {
  const files = filesOf(specifier);
  const names = list.split(',').map((name) => name.trim());
  const wanted = names.filter((name) => name !== '' && !name.startsWith('type '));
  const imports = wanted.map((name) => {
    const file = files.get(name.split(' as ')[0] ?? '');
    return file === undefined ? undefined : `import { ${name} } from ${JSON.stringify(file)};`;
  });
  if (imports.includes(undefined)) return written;
  return imports.join(' ') + '\n'.repeat(written.split('\n').length - 1);
}

const known = new Map<string, ReadonlyMap<string, string>>();

/** The file that has each name which the entry of a package lists. */
function filesOf(specifier: string): ReadonlyMap<string, string> {
  const files = known.get(specifier) ?? readList(specifier);
  known.set(specifier, files);
  return files;
}

function readList(specifier: string): ReadonlyMap<string, string> {
  const [name = '', ...rest] = specifier.split('/');
  const entry = join(packages, name, 'src', ...rest, 'index.ts');
  if (!existsSync(entry)) return new Map();
  const lists = readFileSync(entry, 'utf8').matchAll(/^export \{([^}]*)\} from '(\.[^']+)';$/gm);
  return new Map(
    [...lists].flatMap(([, list = '', file = '']) =>
      list.split(',').flatMap((each): readonly (readonly [string, string])[] => {
        const exported = each.trim();
        // What the list renames has another name in its file.
        const isPlain = exported !== '' && !exported.startsWith('type ') && !exported.includes(' as ');
        return isPlain ? [[exported, join(dirname(entry), file)]] : [];
      }),
    ),
  );
}
