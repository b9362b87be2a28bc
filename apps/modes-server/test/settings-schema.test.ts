import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { describedKeys, settingsJsonSchema } from '../src/settings/settings-json-schema.ts';
import { settingsFileSchema } from '../src/settings/settings-schema.ts';
import { settingsTemplate } from '../src/settings/settings-template.ts';

const root = join(import.meta.dirname, '../../..');
const schemaFile = 'apps/modes-server/schemas/config.schema.json';
const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(settingsJsonSchema());

test('the published settings schema matches the schema that the program validates with', async () => {
  await expect(`${JSON.stringify(settingsJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(join(root, schemaFile));
  expect(settingsTemplate.$schema).toMatch(new RegExp(`${schemaFile}$`));
});

test('every key of the settings has a description, and no description is superfluous', () => {
  expect([...describedKeys].sort()).toEqual(keysOf(settingsJsonSchema()).sort());
});

describe('usability: an editor accepts exactly what the program accepts', () => {
  test.each(writtenSettings())('the schema and the program agree on the settings %s', (text) => {
    const value: unknown = parse(text, undefined, { allowTrailingComma: true });
    expect(isValid(value)).toBe(settingsFileSchema().safeParse(value).success);
  });

  test('the schema accepts the file of config init and the documented one, which has the same keys', () => {
    const [, example = ''] = /```jsonc\n(\{\n {2}"\$schema"[\s\S]*?)```/.exec(document('docs/modes-server.md')) ?? [];
    const documented = parse(example, undefined, { allowTrailingComma: true }) as typeof settingsTemplate;
    for (const value of [settingsTemplate, documented])
      expect(isValid(value), JSON.stringify(isValid.errors)).toBe(true);
    const limits = { max_sessions: settingsTemplate.http?.limits?.max_sessions };
    expect(documented).toEqual({ ...settingsTemplate, http: { ...settingsTemplate.http, limits } });
  });
});

test('docs/serving.md lists every HTTP limit with its default', () => {
  const rows = document('docs/serving.md').matchAll(/^\| (`max_[a-z_]+`.*?|`\w+_ms`) \| ([^|]*) \|/gm);
  const listed = [...rows].flatMap(([, names = '', values = '']) => {
    const numbers = [...values.matchAll(/(\d[\d,]*)( [KM]iB)?(?=[, ]|$)/g)].map(([, digits, unit]) =>
      inUnits(digits, unit),
    );
    return [...names.matchAll(/`(\w+)`/g)].map(([, name], at) => [name, numbers[at]] as const);
  });
  expect(Object.fromEntries(listed)).toEqual(settingsTemplate.http?.limits);
});

/** `64 MiB` and `10,000` as numbers. */
function inUnits(digits = '', unit = ''): number {
  const factors: Readonly<Record<string, number>> = { ' KiB': 1024, ' MiB': 1024 * 1024 };
  return Number(digits.replaceAll(',', '')) * (factors[unit] ?? 1);
}

/** Every settings file that the tests of settings write, good or bad. */
function writtenSettings(): readonly string[] {
  const source = document('apps/modes-server/test/settings.test.ts');
  const texts = [...source.matchAll(/\bfile\(\s*(['`])([^$]*?)\1|\['(\{[^']*)',\s*\//g)].map(([, , written, listed]) =>
    (written ?? listed ?? '').replaceAll('\\n', '\n'),
  );
  expect(texts.length).toBeGreaterThan(9);
  return texts;
}

function document(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
}

/** The keys of a schema with those below them; the limits of HTTP have a table of their own. */
function keysOf(node: Node, prefix = ''): readonly string[] & string[] {
  const nodes = [node, ...(node.anyOf ?? [])];
  return nodes.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, below]) =>
      prefix === 'http.limits.' ? [] : [`${prefix}${key}`, ...keysOf(below, `${prefix}${key}.`)],
    ),
  );
}
