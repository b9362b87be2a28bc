/**
 * True if the reason for a refusal shows that a call was evaluated. A hook that cannot evaluate calls refuses
 * everything, which proves nothing about the mode's rules.
 */
export function isPolicyRefusal(reason: string): boolean {
  const [, code = ''] = /\(([A-Z_]+)(?:;[\s\S]*)?\)$/.exec(reason) ?? [];
  return !notJudged.includes(code);
}

const notJudged: readonly string[] =
  'HOOK_FAILED PROJECT_UNREADABLE PAYLOAD_INVALID AUDIT_UNWRITABLE MODE_UNSET MODE_NOT_ALLOWED MODES_UNREADABLE MODE_UNKNOWN'.split(
    ' ',
  );
