import { type Style, styled } from '@modegate/cli-kit';
import type { ReportStyle } from '@modegate/policy-check/reporters';

const styles: Readonly<Record<ReportStyle, readonly Style[]>> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
  heading: ['bold'],
  faint: ['dim'],
  success: ['green'],
};

/** Styles text for stdout; returns it unstyled if stdout is not a terminal or NO_COLOR is set. */
export function styledAs(style: ReportStyle, text: string): string {
  return styled(styles[style], text);
}
