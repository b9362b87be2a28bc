import type { CheckResult } from '../check/check.ts';
import { codeFrame } from '../reporters/code-frame.ts';
import { textsWithoutSecrets } from '../reporters/hide-secrets.ts';
import {
  describeCount,
  describePosition,
  openFindings,
  type ReportContext,
  rulesById,
  ruleUrlOf,
} from '../reporters/report-context.ts';
import type { Finding } from '../source/finding.ts';
import { type Markup, markup } from './markup.ts';
import { shownName, shownSentence } from './shown-name.ts';

const maxFindings = 500;

/** Lists the findings that are not hidden, each with its location in the file and its fix. */
export function findingList(result: CheckResult, context: ReportContext): Markup {
  const open = openFindings(result);
  const shown = open.slice(0, maxFindings);
  const names = rulesById(result);
  const textOf = textsWithoutSecrets(result, context);
  const { suppressed } = result.counts;
  return markup`<p>${open.length === 0 ? 'No findings' : describeCount(result)}${suppressed > 0 ? ` (${suppressed} suppressed)` : undefined}.</p>
${result.failures.map(({ rule, message }) => markup`<p class="mgr-notice">The rule ${rule.id} failed: ${shownSentence(message)}</p>`)}
${(context.unevaluated ?? []).map((sentence) => markup`<p class="mgr-notice">Not evaluated: ${shownSentence(sentence)}</p>`)}
<ul class="mgr-findings">${shown.map(
    (finding) =>
      markup`<li data-severity="${finding.severity}"><p><span class="mgr-tag" data-severity="${finding.severity}">${finding.severity === 'info' ? 'remark' : finding.severity}</span> <a href="${ruleUrlOf(finding.rule, context)}">${finding.rule} ${names.get(finding.rule)?.name ?? ''}</a> <span class="mgr-muted">${shownName(describePosition(finding.location))}</span></p>
<p>${shownSentence(finding.message)}</p>${frame(finding, textOf(finding.location.file))}${
        finding.fix === undefined
          ? undefined
          : markup`<p class="mgr-muted">Fix: ${shownSentence(finding.fix.description)}</p>`
      }</li>
`,
  )}</ul>
${open.length > shown.length ? markup`<p class="mgr-muted">${open.length - shown.length} more findings are not shown. <code>modegate check</code> shows them all.</p>` : undefined}`;
}

function frame({ location, severity }: Finding, text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined;
  const lines = codeFrame(text, location, { styled: (_style, part) => part, style: severity });
  if (lines.length === 0) return undefined;
  return markup`<pre tabindex="0" aria-label="${describePosition(location)}">${lines.map(
    (line) => markup`<span>${line}</span>
`,
  )}</pre>`;
}
