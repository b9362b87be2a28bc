import { findCommandWays } from '../../bypasses/commands/find-command-ways.ts';
import { isAnyCommand, isOpenRule } from '../../commands/command-probes.ts';
import { shown } from '../../source/shown.ts';
import { hasCommandRules } from '../../workspace/command-entries.ts';
import { groupPointer } from '../../workspace/mode-groups.ts';
import type { Rule } from '../../workspace/rule.ts';
import type { CheckedMode, Workspace } from '../../workspace/workspace.ts';
import { builderMode, defineRule, exampleWithRepair } from '../define-rule.ts';

/** M036: an allowed command that can do anything. */
export const commandAllowsAnything = defineRule(['M036', 'command-allows-anything', 'warning', 'default'], {
  summary: 'An entry in `allowedCommands` allows the mode to run any program, so the list limits nothing.',
  reason:
    'Interpreters, package managers and build tools do whatever an argument, their input or a file tells them to do: `python3 *` allows `python3 -c "…"`, and `npm run *` allows every script in package.json. Modegate sees which program runs, but not what it does, so the entry allows as much as `*`. List the exact commands that the mode needs, such as `python3 scripts/build.py` and `npm run build`. If Modegate does not know the program, the finding is only informational. In a mode with a file limit, M040 reports such entries instead.',
  ...exampleWithRepair(builderMode('allowedCommands:', '  - git status *', '  - python3 *'), {
    'python3 *': 'python3 scripts/build.py',
  }),
  *check(workspace) {
    const limited = new Set(workspace.modeBypasses('file-limit-by-command').map(({ mode }) => mode));
    for (const mode of workspace.modes.filter(hasCommandRules)) {
      if (groupPointer(mode, 'command') === undefined || limited.has(mode)) continue;
      yield* findWideEntries(workspace, mode);
    }
  },
});

function* findWideEntries(workspace: Workspace, mode: CheckedMode): ReturnType<Rule['check']> {
  const { policy } = workspace;
  const entries = new Map(
    workspace.commandEntries().flatMap((entry) => (entry.mode === mode ? [[entry.pointer, entry] as const] : [])),
  );
  for (const way of findCommandWays({ policy, mode: mode.slug, circumstances: {} }, undefined)) {
    const entry = way.by.file === mode.file.file ? entries.get(way.by.pointer) : undefined;
    if (entry === undefined || isAnyCommand(entry)) continue;
    const isUnsure = way.certainty === 'possible';
    if (isUnsure && !isOpenRule(entry.rule.spellings[0] ?? [])) continue;
    const message = `${shown(entry.text)} in 'allowedCommands' of mode '${mode.slug}' may allow anything: ${way.clause}. ${way.remedy}`;
    const severity = isUnsure ? 'info' : undefined;
    yield { message, location: mode.file.locate(entry.textPointer), severity, mode: mode.slug };
  }
}
