import { isJsonObject } from '@modegate/json';
import type { Finding } from '../source/finding.ts';

/** Fingerprints of known findings, which are hidden. */
export interface Baseline {
  readonly version: 1;
  readonly findings: readonly BaselineEntry[];
}

/** One known finding; every field except the fingerprint is for people who read the file. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly file: string;
  readonly message: string;
}

/** Creates a baseline of every finding that is not otherwise suppressed. */
export function createBaseline(findings: readonly Finding[]): Baseline {
  const known = findings.filter(({ suppressed }) => suppressed === undefined || suppressed.reason === baselineReason);
  return {
    version: 1,
    findings: known.map(({ fingerprint, rule, location: { file }, message }) => ({ fingerprint, rule, file, message })),
  };
}

/** Reason stated for findings that a baseline suppresses. */
export const baselineReason = 'It is in the baseline.';

/** Returns the findings, with those in the baseline marked as suppressed. */
export function hideKnown(findings: readonly Finding[], baseline: Baseline | undefined): readonly Finding[] {
  if (baseline === undefined) return findings;
  const known = new Set(baseline.findings.map(({ fingerprint }) => fingerprint));
  return findings.map((finding) =>
    finding.suppressed === undefined && known.has(finding.fingerprint)
      ? { ...finding, suppressed: { reason: baselineReason } }
      : finding,
  );
}

/**
 * Reads the parsed content of a baseline file; returns undefined if it is not a baseline in this version of the format.
 */
export function readBaseline(content: unknown): Baseline | undefined {
  if (!isJsonObject(content) || content.version !== 1 || !Array.isArray(content.findings)) return undefined;
  const findings = (content.findings as readonly unknown[]).map(readEntry);
  return findings.includes(undefined)
    ? undefined
    : { version: 1, findings: findings.filter((one) => one !== undefined) };
}

function readEntry(entry: unknown): BaselineEntry | undefined {
  if (!isJsonObject(entry) || typeof entry.fingerprint !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const { fingerprint, rule, file, message } = entry;
  return { fingerprint, rule: text(rule), file: text(file), message: text(message) };
}
