import type { ReportStyle } from '@modegate/policy-check/reporters';
import { type Style, styled as styledAs } from '@modegate/program-shell';

const styles: Readonly<Record<ReportStyle, readonly Style[]>> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
  heading: ['bold'],
  faint: ['dim'],
  success: ['green'],
};

/** Styles text for stdout; plain when stdout is not a terminal or NO_COLOR is set. */
export function styled(style: ReportStyle, text: string): string {
  return styledAs(styles[style], text);
}
