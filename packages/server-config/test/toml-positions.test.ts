import { readServerConfig } from '@modegate/server-config';
import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { expect, test } from 'vitest';

const lines = (text: string) =>
  readServerConfig(text, { file: '.codex/config.toml' }).problems.map(({ pointer, line, column }) => [
    pointer,
    line,
    column,
  ]);

test('F9: the problems of a Codex file point at their lines', () => {
  const text = `model = "command"
notes = """
[mcp_servers.a]
command = 1
"""

[mcp_servers.a] # "the first"
command = "x"
args = [
  "one",
  2, # ]
]

[mcp_servers.a.env]
TOKEN = 1

[mcp_servers."b.c"]
command = 'x'
tool_timout = 3

[mcp_servers]
d = { command = "x", cwd = 1 }
e.command = 5
`;
  expect(lines(text)).toEqual([
    ['/mcp_servers/a/args/1', 9, 1],
    ['/mcp_servers/a/env/TOKEN', 15, 1],
    ['/mcp_servers/b.c/tool_timout', 19, 1],
    ['/mcp_servers/d/cwd', 22, 1],
    ['/mcp_servers/e/command', 23, 1],
  ]);
});

test('F9: the position of an entry is its header, even after a table below it', () => {
  const text = '[mcp_servers.a.env]\nA = "b"\n\n[mcp_servers.a]\ncommand = "x"\n';
  expect(readServerConfig(text, { file: '.codex/config.toml' }).servers).toMatchObject([{ name: 'a', line: 4 }]);
});

test('F9: an entry is found in its line, whatever strings precede it', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('"', "'", '\\', '#', '[', ']', '{', '=', '\n', 'a') }));
  fc.assert(
    fc.property(texts, (values) => {
      const above = stringify({ above: { values, text: values.join('') } });
      const long = `long = """\n${values.join('').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"""""\n`;
      const before = `${long}${above}\n`;
      const [entry] = readServerConfig(`${before}[mcp_servers.it]\ncommand = "x"\n`, {
        file: '.codex/config.toml',
      }).servers;
      expect(entry).toMatchObject({ name: 'it', line: before.split('\n').length, column: 1 });
    }),
  );
});
