import { findTool } from '@modegate/mode-core/tools';
import {
  formatSubject,
  type PermissionMatrix,
  type PermissionState,
  type PermissionSubject,
  subjectKey,
} from '@modegate/policy-check/permissions';
import type { MatrixRow, MatrixView } from '../wire.ts';

/** The matrix turned round: one row a subject. Tools that only older agents have are left out. Pure. */
export function viewMatrix({ modes, rows }: PermissionMatrix): MatrixView {
  const bySubject = new Map<string, { subject: PermissionSubject; states: PermissionState[] }>();
  for (const { subject, state } of rows) {
    const key = subjectKey(subject);
    const known = bySubject.get(key);
    if (known === undefined) bySubject.set(key, { subject, states: [state] });
    else known.states.push(state);
  }
  return {
    modes,
    rows: [...bySubject.values()].flatMap(({ subject, states }) => viewRow(subject, states)),
  };
}

function viewRow(subject: PermissionSubject, states: readonly PermissionState[]): readonly MatrixRow[] {
  const tool = subject.kind === 'tool' ? findTool(subject.tool) : undefined;
  if (tool?.retired === true) return [];
  const isServer = 'server' in subject;
  return [
    {
      label: subject.kind === 'mcp-tool' ? subject.tool : labelOf(subject),
      section: isServer ? subject.server : subject.kind === 'group' ? 'bob' : (tool?.group ?? 'mcp'),
      isServer,
      target: targetOf(subject),
      states,
    },
  ];
}

function labelOf(subject: PermissionSubject): string {
  if (subject.kind === 'mcp-resources') return 'resources';
  return subject.kind === 'mcp-other-tools' ? 'other tools' : formatSubject(subject);
}

/** As `readQuestion` takes it. */
function targetOf(subject: PermissionSubject): string | undefined {
  if (subject.kind === 'tool' || subject.kind === 'mcp-tool') return formatSubject(subject);
  return subject.kind === 'mcp-resources' ? `${subject.server}/` : undefined;
}
