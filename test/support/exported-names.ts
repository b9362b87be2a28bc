import { parseAst } from 'vitest/node';

/** The names that one written-out list of exports offers, values and types apart, each sorted. */
export interface ExportedNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/**
 * Reads the exports of a declaration file.
 *
 * @throws {Error} on `export *` and on a default export, because a public entry is a written-out list of names.
 */
export function exportedNames(declarations: string): ExportedNames {
  const names = parseAst(declarations, { lang: 'dts' }).body.flatMap((statement) => namesOf(statement));
  const pick = (kind: ExportedName['kind']): readonly string[] =>
    [...new Set(names.filter((name) => name.kind === kind).map(({ name }) => name))].toSorted();
  return { values: pick('value'), types: pick('type') };
}

interface ExportedName {
  readonly name: string;
  readonly kind: 'value' | 'type';
}

type Statement = ReturnType<typeof parseAst>['body'][number];

function namesOf(statement: Statement): readonly ExportedName[] {
  if (statement.type === 'ExportAllDeclaration' || statement.type === 'ExportDefaultDeclaration') {
    throw new Error(`A public entry lists its exports by name, and this one has "${statement.type}".`);
  }
  if (statement.type !== 'ExportNamedDeclaration') return [];
  if (statement.declaration !== null) {
    throw new Error(
      `A public entry only lists what other files declare, and this one declares a ${statement.declaration.type}.`,
    );
  }
  return statement.specifiers.map(({ exported, exportKind }) => ({
    name: exported.type === 'Literal' ? exported.value : exported.name,
    kind: statement.exportKind === 'type' || exportKind === 'type' ? 'type' : 'value',
  }));
}
