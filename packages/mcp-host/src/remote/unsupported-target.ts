import { attempt } from '@modegate/json';
/** Explains which property of an entry makes requests impossible; returns undefined if requests are possible. */
export function findUnsupportedTarget(url: string, headers: Readonly<Record<string, string>>): string | undefined {
  return urlProblem(url) ?? headersProblem(headers);
}

function urlProblem(url: string): string | undefined {
  if (URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)) return undefined;
  return '"url" is not a URL that begins with http:// or https://. Correct "url".';
}

// The platform's own message would reveal the value, which may be a secret.
function headersProblem(headers: Readonly<Record<string, string>>): string | undefined {
  const bad = Object.entries(headers).find(
    ([name, value]) => attempt(() => new Headers([[name, value]])) === undefined,
  );
  return bad === undefined
    ? undefined
    : `the header ${JSON.stringify(bad[0])} has a name or a value that HTTP does not allow. Correct "headers".`;
}
