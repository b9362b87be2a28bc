import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { declarationText } from './declaration-text.mjs';
import { parseComment } from './parse-comment.mjs';

/** Every entry of every package with what it exports, and what is wrong with the comments. */
export function readPackages(root) {
  const manifests = globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .filter((path) => readJson(join(root, path)).private !== true);
  const packages = manifests.map((path) => readManifest(join(root, path, '..')));
  const files = packages.flatMap(({ entries }) => entries.map(({ file }) => file));
  const program = ts.createProgram(files, compilerOptions(root));
  const checker = program.getTypeChecker();
  const problems = [];
  for (const { entries } of packages)
    for (const entry of entries) entry.exports = readExports(entry, { program, checker, problems });
  return { packages, problems };
}

function readManifest(folder) {
  const { name, description, exports } = readJson(join(folder, 'package.json'));
  const entries = Object.entries(exports)
    .filter(([subpath]) => !/\.(?:json|css)$/.test(subpath))
    .map(([subpath, target]) => ({
      specifier: name + subpath.slice(1),
      page: subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-'),
      file: join(folder, target['@modegate/source']),
    }));
  return { name, description, folderName: name.split('/')[1], entries };
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function compilerOptions(root) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options, errors } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, ts.createCompilerHost(options)));
  // One package has components and is for pages.
  return { ...options, jsx: ts.JsxEmit.ReactJSX };
}

function readExports(entry, { program, checker, problems }) {
  const source = program.getSourceFile(entry.file);
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
  const read = symbols.map((symbol) => readExport(symbol, { checker, problems, specifier: entry.specifier }));
  return read.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

function readExport(symbol, { checker, problems, specifier }) {
  const name = symbol.getName();
  const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const [declaration] = original.declarations ?? [];
  if (declaration === undefined) throw new Error(`${specifier}: no declaration of ${name}`);
  const comment = parseComment(declaration);
  if (comment.text === '') problems.push(`${specifier}: ${name} has no description`);
  if (comment.internal) problems.push(`${specifier}: ${name} is exported and marked @internal`);
  return { name, kind: kindOf(declaration), comment, text: declarationText(declaration, checker) };
}

function kindOf(declaration) {
  if (ts.isFunctionDeclaration(declaration)) return 'function';
  if (ts.isClassDeclaration(declaration)) return 'class';
  return ts.isVariableDeclaration(declaration) ? 'value' : 'type';
}
