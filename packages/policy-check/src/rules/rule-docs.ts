import type { Example, Rule } from '../workspace/rule.ts';
import { showInvisible } from './prompts/invisible-characters.ts';

/**
 * Renders the page of a rule as Markdown: the problem, its practical consequences, and examples that do and do not
 * trigger it.
 */
export function renderRulePage(rule: Rule): string {
  const { id, name, severity, preset: persona, since, summary, reason, bad, good, title, more = [], isFixable } = rule;
  const facts = [severity, `persona \`${persona}\``, ...(isFixable ? ['with a fix'] : []), `since ${since}`];
  return [
    `# ${id} ${name}`,
    summary,
    facts.join(' · '),
    '## What happens',
    reason,
    title === undefined ? '## Reported' : `## Reported: ${title}`,
    renderExample(bad),
    '## Not reported',
    renderExample(good),
    ...more.flatMap((one) => [
      `## Reported: ${one.title}`,
      renderExample(one.bad),
      '## Not reported',
      renderExample(one.good),
    ]),
    ...describePublicFiles(rule),
    '## If this is intended',
    `Give the reason next to the value or on the line above it: \`# modegate-ignore ${id}: reason\`. For details, see [all rules](README.md#suppressions).`,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** States how common a finding is, such as "In 12 of 289 public files of Claude Code". */
function describePublicFiles({ publicFiles = [] }: Rule): readonly string[] {
  const shares = publicFiles.map(({ agent, found, of }) => `${found} of ${of} of ${agent}`);
  return shares.length === 0
    ? []
    : ['## In public repositories', `Number of files with this finding: ${shares.join(', ')}.`];
}

/** Renders the list of all rules as Markdown, with a link to each rule's page. */
export function renderRuleIndex(rules: readonly Rule[]): string {
  const rows = rules
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(
      ({ id, name, severity, preset: persona, isFixable, summary }) =>
        `| [${id}](${rulePageName(id)}) | \`${name}\` | ${severity} | ${persona} | ${isFixable ? 'yes' : ''} | ${summary.replaceAll('|', '\\|')} |`,
    );
  return [
    '# Rules',
    'These pages describe what `modegate check` looks for. They are generated from the rules themselves, and every example is run as a test.',
    ['| id | name | severity | persona | fix | reports |', '|---|---|---|---|---|---|', ...rows].join('\n'),
    '## Personas',
    'A rule belongs to the first persona that includes it. Each persona also includes the rules of the previous personas: `default` contains the rules that everyone should act on, `strict` adds rules for style and defence in depth, and `audit` adds all other rules.',
    '## Suppressions',
    suppressions,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

const suppressions = `A comment hides findings of the rules it names, by id or name, and gives the reason after a colon. Without a reason it hides nothing.

| written | hides findings |
|---|---|
| \`# modegate-ignore M003: reason\` behind a value | of that line |
| the same on a line of its own | of the next line, or of the whole mode that begins there |
| \`# modegate-ignore-file M003, M007: reason\` | of the file |
| \`"modegate-ignore": { "M003": "reason" }\` as a key of a mode, of a server or of the root | of the mode, the server or the file |

Server files and JSONC take \`//\` in place of \`#\`. \`.claude/settings.json\` must hold no comment; there, the key at the root does it. A suppression that hides nothing is a finding itself, [M083](M083.md).`;

/** Returns the file name of the page for a rule. */
export function rulePageName(id: string): string {
  return `${id}.md`;
}

/** A page shows at most this many lines of a file. */
const maxLines = 16;

function renderExample({ files, note }: Example): string {
  const blocks = Object.entries(files).map(([file, text]) => {
    const lines = showInvisible(text).trimEnd().split('\n');
    const shown = lines.slice(0, maxLines).map((line) => (line.length > 160 ? `${line.slice(0, 160)}…` : line));
    const rest = lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : [];
    return `\`${file}\`:\n\n\`\`\`${languageOf(file)}\n${[...shown, ...rest].join('\n')}\n\`\`\``;
  });
  return [...blocks, ...(note === undefined ? [] : [note])].join('\n\n');
}

function languageOf(file: string): string {
  if (/\.jsonc?$/.test(file)) return 'jsonc';
  if (file.endsWith('.toml')) return 'toml';
  if (file.endsWith('.rules')) return 'python';
  if (file.endsWith('.md')) return 'markdown';
  return file.endsWith('.txt') ? 'text' : 'yaml';
}
