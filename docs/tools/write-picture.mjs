// Draws docs/images/refusal.svg from what the tour prints: `pnpm build && node docs/tools/write-picture.mjs`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shown = ['docs/login.md', 'src/login.ts', 'create_issue'];
const columns = 98;
const size = { character: 7.83, line: 19, font: 13, margin: 18 };
const colours = { 31: '#ff7b72', 32: '#7ee787', 2: '#8b949e', plain: '#e6edf3', ground: '#0d1117' };

const { status, stdout, stderr } = spawnSync(process.execPath, ['examples/quickstart/tour.mjs'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
});
if (status !== 0) throw new Error(`The tour failed.\n${stdout}${stderr}`);
mkdirSync(`${root}docs/images`, { recursive: true });
writeFileSync(`${root}docs/images/refusal.svg`, draw(shown.flatMap(findCall).flatMap(wrap)));

/** The lines of the first call that names something, from its arrow to the next one. */
function findCall(name) {
  const calls = stdout.split(/\n(?=\S*\s*→ )/).slice(1);
  const call = calls.find((text) => text.split('\n')[0].includes(name));
  if (call === undefined) throw new Error(`The tour has no call that names ${name}`);
  return [
    ...call
      .split(/\n(?=\S*── )/)[0]
      .trimEnd()
      .split('\n')
      .map(readLine),
    { text: '', colour: colours.plain },
  ];
}

function readLine(line) {
  const code = Object.keys(colours).find((key) => line.includes(`\u001b[${key}m`));
  return { text: stripVTControlCharacters(line).replace(/^ {2}/, ''), colour: colours[code] ?? colours.plain };
}

function wrap({ text, colour }) {
  if (text.length <= columns) return [{ text, colour }];
  const at = text.lastIndexOf(' ', columns);
  return [{ text: text.slice(0, at), colour }, ...wrap({ text: text.slice(at + 1), colour })];
}

function draw(lines) {
  const used = lines.at(-1).text === '' ? lines.slice(0, -1) : lines;
  const width = Math.ceil(columns * size.character + 2 * size.margin);
  const height = used.length * size.line + 2 * size.margin;
  const rows = used.map(({ text, colour }, index) => {
    const y = size.margin + (index + 0.75) * size.line;
    return text === '' ? '' : `<text x="${size.margin}" y="${y}" fill="${colour}">${escaped(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    '<title>Three calls in the mode docs-writer: one is allowed, two are refused by a line of .roomodes</title>',
    `<rect width="100%" height="100%" rx="8" fill="${colours.ground}"/>`,
    `<g font-family="SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="${size.font}" xml:space="preserve">`,
    ...rows.filter((row) => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
