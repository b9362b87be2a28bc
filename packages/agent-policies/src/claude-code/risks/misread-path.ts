import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { decides, placeOfRule, samplePath } from './rule-calls.ts';

/** A path as its author may have meant it, and as Claude Code interprets it. */
interface Misreading {
  readonly meant: string;
  readonly file: string;
  readonly what: string;
  readonly kind: string;
}

/**
 * @internal Finds path rules that refer to a different folder than they appear to, because of a single slash or
 * backslashes.
 */
export function* findMisreadPaths(place: ClaudePlace): Generator<RiskDraft> {
  for (const rule of [...place.list('deny'), ...place.list('ask'), ...place.list('allow')]) {
    const misreading = findMisreading(rule);
    if (misreading === undefined) continue;
    const { meant, file, what, kind } = misreading;
    const right = `${rule.tool}(${meant})`;
    if (place.list(rule.list).some(({ text }) => text === right)) continue;
    const call = { tool: rule.tool, arguments: { file_path: file } };
    const answer = place.ask(call);
    if (decides(rule, answer)) continue;
    const isOpen = answer.effect === 'allow';
    const severity = rule.list === 'allow' || !isOpen ? 'warning' : 'error';
    const then = isOpen ? 'runs without asking' : 'is asked';
    const loss = answer.effect === 'deny' ? '' : ` ${quoteText(describeRiskyCall(call))} ${then}.`;
    const message = `${quoteText(rule.text)} ${what}.${loss} Write ${quoteText(meant)}.`;
    // The project's folder also remains inaccessible.
    const repair =
      rule.list === 'allow'
        ? undefined
        : ({ change: { do: 'add', text: right }, list: rule.list, isSafe: true } as const);
    yield { rule: 'rule-does-nothing', severity, ...placeOfRule(rule), message, kind: `${kind} ${rule.list}`, repair };
  }
}

/** Folders at the root of a disk that do not exist in projects. */
const rootFolders = /^\/(?:home|Users|etc|root|var|opt|mnt|usr|srv|Volumes|private|Library|Applications)\//;

function findMisreading({ tool, specifier = '' }: ClaudeRule): Misreading | undefined {
  if (tool !== 'Read' && tool !== 'Edit') return undefined;
  const path = specifier.trim();
  if (rootFolders.test(path))
    return {
      meant: `/${path}`,
      file: samplePath(`/${path}`),
      what: `means a folder in the project, because a path with a single leading slash starts at the location of the settings`,
      kind: 'slash',
    };
  if (!/\w\\[\w*]/.test(path)) return undefined;
  const meant = path
    .replaceAll(/\\+/g, '/')
    .replace(/^([A-Za-z]):\//, (_, drive: string) => `//${drive.toLowerCase()}/`);
  return {
    meant,
    file: samplePath(meant),
    what: 'has backslashes, which are part of a name on Linux and macOS',
    kind: 'backslash',
  };
}
