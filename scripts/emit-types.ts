// Run in a package's folder: emits its declarations into dist, with those of the private packages that it bundles in dist/bundled.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  /** A private package exports its sources. */
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const packageFolder = process.cwd();
const packages = join(packageFolder, '..');
const dist = join(packageFolder, 'dist');
const bundled = bundledModules();

const emitted = mkdtempSync(join(packageFolder, '.types-'));
try {
  const configuration = join(emitted, 'tsconfig.json');
  writeFileSync(
    configuration,
    JSON.stringify({
      extends: '../tsconfig.build.json',
      compilerOptions: { rootDir: packages, outDir: emitted },
      // All of a bundled package: what is only reached through node_modules is not emitted.
      include: ['../src', ...bundledFolders().map((folder) => `../../${folder}/src`)],
    }),
  );
  execFileSync('tsc', ['-p', configuration], { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const folder of globSync('*', { cwd: emitted, exclude: ['tsconfig.json'] })) {
    const isOwn = folder === basename(packageFolder);
    // The sources of a bundled package are not published, so its maps would lead nowhere.
    const filter = (path: string) => isOwn || !path.endsWith('.map');
    cpSync(join(emitted, folder, 'src'), isOwn ? dist : join(dist, 'bundled', folder), { recursive: true, filter });
  }
} finally {
  rmSync(emitted, { recursive: true });
}

for (const path of globSync(['**/*.d.ts', '**/*.d.ts.map'], { cwd: dist })) {
  const file = join(dist, path);
  const text = readFileSync(file, 'utf8');
  const rewritten = path.endsWith('.map') ? mapToSource(text, file) : importBundled(text, file);
  if (rewritten !== text) writeFileSync(file, rewritten);
}

const needed = new Set(globSync('**/*.d.ts', { cwd: dist, exclude: ['bundled/**'] }).map((path) => join(dist, path)));
for (const file of needed) for (const imported of importedFiles(file)) needed.add(imported);
for (const path of globSync('bundled/**/*.d.ts', { cwd: dist }))
  if (!needed.has(join(dist, path))) rmSync(join(dist, path));

/** The declarations that a file imports from its own package. */
function importedFiles(file: string): readonly string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()['"](\.[^'"]+)['"]/g);
  return [...specifiers].map(([, path = '']) => join(dirname(file), path.replace(/\.tsx?$/, '.d.ts')));
}

/** The private packages that this one and they depend on. */
function bundledFolders(): readonly string[] {
  const found = new Set<string>([basename(packageFolder)]);
  for (const folder of found) {
    const { dependencies, devDependencies } = readManifest(folder);
    const own = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@modegate/'));
    for (const name of own.map((each) => each.slice('@modegate/'.length)))
      if (readManifest(name).private === true) found.add(name);
  }
  return [...found].slice(1);
}

/** The declarations of the bundled modules, by specifier; absolute paths. */
function bundledModules(): ReadonlyMap<string, string> {
  const modules = bundledFolders().flatMap((folder) => {
    const { name, exports = {} } = readManifest(folder);
    return Object.entries(exports).map(([subpath, source]): [string, string] => [
      name + subpath.slice(1),
      join(dist, 'bundled', folder, source.replace(/^\.\/src\//, '')),
    ]);
  });
  return new Map(modules);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8')) as Manifest;
}

function importBundled(text: string, file: string): string {
  const isBundled = file.startsWith(join(dist, 'bundled'));
  return text
    .replace(/(\bfrom |\bimport\()(['"])(@modegate\/[^'"]+)\2/g, (whole, before, quote, specifier) => {
      const target = bundled.get(specifier);
      return target === undefined ? whole : `${before}${quote}${relativeSpecifier(file, target)}${quote}`;
    })
    .replace(isBundled ? /\n\/\/# sourceMappingURL=.*$/m : /$^/, '');
}

function relativeSpecifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** A map was written for another folder than the one that it is in. */
function mapToSource(text: string, file: string): string {
  const map = JSON.parse(text) as { sources: string[] };
  const source = join(packageFolder, 'src', relative(dist, file).replace(/\.d\.ts\.map$/, '.ts'));
  const path = existsSync(source) ? source : `${source}x`;
  return JSON.stringify({ ...map, sources: [relative(dirname(file), path).replaceAll('\\', '/')] });
}
