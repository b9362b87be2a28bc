import { decide } from '@modegate/mode-core';
import { shownList } from '../../source/shown.ts';
import { groupPointer, isUnlimited } from '../../workspace/mode-groups.ts';
import { isEvaluated } from '../../workspace/restriction-entries.ts';
import type { CheckedMode, Workspace } from '../../workspace/workspace.ts';
import { defineRule, exampleWithRepair, fileLimit, modeFile } from '../define-rule.ts';

/** M059: a mode that is restricted but may write to the files that define its restrictions. */
export const limitOpensOwnRules = defineRule(['M059', 'limit-opens-own-rules', 'warning', 'default'], {
  summary: 'A mode has limits, but may edit the files that define these limits.',
  reason:
    'A mode that may write `.roomodes` can remove its own limits, and a mode that may write `.roo/mcp.json` can add a server, which is a command that the client starts. Roo Code asks before it changes these files, unless this protection is turned off. Modegate checks these calls against the file limit, like any other call. The rule reports file limits that allow these files. It also reports, as informational findings, modes that restrict their servers but may edit every file. A limit that allows only the server file, usually through `\\.json$`, is also an informational finding. Modes that have `command` are reported only by M040, unless their limit allows the modes file.',
  ...exampleWithRepair(modeFile('mode-writer', 'You write modes.', ...fileLimit("'^\\.roomodes$|^\\.roo/.*\\.xml$'")), {
    'roleDefinition: You write modes.': 'roleDefinition: You draft modes.',
    "'^\\.roomodes$|^\\.roo/.*\\.xml$'": "'^drafts/.*\\.yaml$'",
  }),
  *check(workspace) {
    for (const mode of workspace.modes.filter(isEvaluated)) {
      const opened = rulesOf(mode).filter((path) => mayWrite(workspace, mode, path));
      if (opened.length === 0) continue;
      const pointer = groupPointer(mode, 'edit') ?? mode.pointer;
      const { config } = mode.loaded;
      const hasCommand = groupPointer(mode, 'command') !== undefined;
      const limit = isUnlimited(mode) ? 'which servers it may use' : 'the files it may edit';
      const isRestricted = config.mcpRestrictions !== undefined || config.allowedMcpServers !== undefined;
      const opensModes = !isUnlimited(mode) && opened.some((path) => path !== serversFile);
      if (!opensModes && (hasCommand || (isUnlimited(mode) && !isRestricted))) continue;
      yield {
        message: `Mode '${mode.slug}' limits ${limit}, but may edit ${shownList(opened)} and can therefore remove its own limits. Exclude these files from the files that the mode may edit.`,
        location: mode.file.locate(pointer),
        severity: opensModes ? 'warning' : 'info',
        mode: mode.slug,
      };
    }
  },
});

const serversFile = '.roo/mcp.json';

/** Returns the files that define what a mode may do. */
function rulesOf({ file }: CheckedMode): readonly string[] {
  const isOwn = file.layer === 'project' && /^\.[\w./-]+$/.test(file.file);
  return [...new Set([isOwn ? file.file : '.roomodes', serversFile])];
}

function mayWrite({ policy }: Workspace, { slug }: CheckedMode, path: string): boolean {
  return decide(policy, { mode: slug, tool: 'write_to_file', params: { path, content: '' } }).allowed;
}
