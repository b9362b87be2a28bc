import type { ClaudeRule } from './claude-rules.ts';
import { namesWholeTool } from './server-rules.ts';

/** True for an allow rule that auto mode and plan mode ignore because it would let the model run anything. */
export function isBroadRule(rule: ClaudeRule): boolean {
  if (namesWholeTool(rule, 'Bash') || rule.tool === 'Agent') return true;
  if (rule.tool !== 'Bash' || rule.specifier === undefined) return false;
  return reachesRunner(rule.specifier) || namesRunner(normalText(rule.specifier));
}

/** Programs that run any program they are given. */
const runners = [
  ...`python python3 python2 node deno tsx ruby perl php lua npx bunx pnpx bash sh ssh zsh fish eval exec env xargs
    sudo`.split(/\s+/),
  ...'npm run,npm exec,npm x,yarn run,yarn exec,yarn dlx,pnpm run,pnpm exec,pnpm dlx,bun run,bun exec,bun x'.split(','),
];

/** Programs that run another program; a runner may follow them. */
const wrappers = [
  ...runners,
  ...`csh tcsh ksh mksh dash ash hush rbash rsh busybox toybox wsl cmd powershell pwsh command builtin noglob nice stdbuf
    nohup timeout time watch ionice chrt setsid taskset strace ltrace script flock unshare nsenter sandbox-exec doas
    pkexec su runuser`.split(/\s+/),
];

/** True if the text before the first asterisk can be completed to form the name of a runner. */
function reachesRunner(specifier: string): boolean {
  const text = specifier.replace(/:\*$/, ' *');
  const [fixed = ''] = /^(?:\\[*\\]|[^*])*/.exec(text) ?? [];
  if (fixed === text) return false;
  const words = normalText(fixed).split(' ');
  const last = words.findLastIndex((word) => !/^(?:-|[^a-z0-9:]*$)/.test(word));
  if (runners.includes(words.slice(0, last + 1).join(' '))) return true;
  const parts = fixed.replaceAll(/['"]/g, '').split(/\s+/);
  const open = parts.at(-1) ?? '';
  for (const part of parts.slice(0, -1)) {
    if (/^(?:-\w*c|\/c)$/i.test(part)) return true;
    if (part !== '' && !isNeutral(part) && !wrappers.includes(programName(part))) return false;
  }
  const name = programName(open);
  return (
    isNeutral(open) ||
    /^(?:[/~\\]|[a-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(open) ||
    (name !== '' && wrappers.some((one) => !one.includes(' ') && one.startsWith(name)))
  );
}

/** True for a runner on its own, followed by anything, or followed by an option and anything. */
function namesRunner(text: string): boolean {
  return runners.some((one) => {
    if ([one, `${one}:*`, `${one} *`, `${one}*`].includes(text)) return true;
    const rest = text.startsWith(`${one} `) && text.endsWith('*') ? text.slice(one.length + 1, -1) : '';
    return rest.startsWith('-') && !(one.startsWith('python') && /^-m\s+\w+\.[\w.]+(\s*:|\s+)$/.test(rest));
  });
}

/** True for assignments, options, durations and words without letters. */
function isNeutral(word: string): boolean {
  return /^(?:\w+\+?=|-|\/+\w$|\d[\d.]*[smhd]?$|[^a-z0-9]*$)|[^\w .+@%,:~/-]/i.test(word);
}

/**
 * Returns the text in lower case with single spaces, and with the folder, quotes and version removed from the program.
 */
function normalText(text: string): string {
  const [program = '', ...rest] = text
    .trim()
    .toLowerCase()
    .split(/[ \t]+/);
  return [programName(program.replace(/(:?\*)$/, '')) + (/(:?\*)$/.exec(program)?.[0] ?? ''), ...rest]
    .join(' ')
    .replaceAll(/['"]/g, '');
}

function programName(word: string): string {
  const base = word
    .replaceAll(/['"]/g, '')
    .replace(/^.*[\\/]/s, '')
    .toLowerCase();
  return base.replace(/^(.*?[^\d.])?[\d.]*(?:\.exe)?$/s, '$1');
}
