import { escapeControls } from '@modegate/policy-check/reporters';

/** Formats untrusted text as Markdown code, enclosed in more backticks than it contains. */
export function inlineCode(text: string): string {
  const plain = escapeControls(text);
  const fence = '`'.repeat(Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const space = /^`|`$/.test(plain) ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}
