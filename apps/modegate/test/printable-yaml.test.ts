import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { printableYaml } from '../src/printable-yaml.ts';

const special = fc.constantFrom(
  '\n',
  '\r',
  '::error::',
  '##[error]',
  '\u001b[2J',
  '\u009b',
  '\u202e',
  '\u{e0041}',
  '\u2028',
  '#',
  ' ',
);
const text = fc.array(fc.oneof(special, fc.string({ maxLength: 5 })), { maxLength: 6 }).map((parts) => parts.join(''));

test('security L4: printable YAML keeps its meaning without control sequences for terminals and runners', () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), (value) => {
      const printed = printableYaml({ mcpRestrictions: value });
      expect(parse(printed)).toEqual({ mcpRestrictions: value });
      expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(printed).not.toMatch(/^[^\S\n]*::|##\w*\[/m);
    }),
  );
});

test('printable YAML writes ordinary names unchanged', () => {
  expect(printableYaml({ allowedServers: ['github', 'a: b', '::x'] })).toBe(
    'allowedServers:\n  - github\n  - "a: b"\n  - "::x"\n',
  );
});
