/** A kind of secret that can be recognised by its shape. */
interface SecretShape {
  readonly name: string;
  readonly pattern: RegExp;
}

const start = '(?<![A-Za-z0-9_-])';
const shape = (name: string, pattern: string): SecretShape => ({ name, pattern: new RegExp(`${start}(?:${pattern})`) });

// Prefixes and lengths as published by the issuers. Each pattern consists of a prefix and runs of one character class,
// so that matching takes linear time.
const shapes: readonly SecretShape[] = [
  shape('a GitHub token', 'gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'),
  shape('a GitLab token', 'gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_-]{20,}'),
  shape('an Anthropic key', 'sk-ant-[a-z]{3,8}\\d\\d-[A-Za-z0-9_-]{32,}'),
  shape('an OpenRouter key', 'sk-or-v1-[0-9a-f]{64}'),
  shape(
    'an OpenAI key',
    'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{48}',
  ),
  shape('a Slack token', 'xox[abeoprs]-[0-9A-Za-z-]{20,}|xapp-\\d-[0-9A-Za-z-]{20,}'),
  shape('a Slack webhook', 'hooks\\.slack\\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}'),
  shape('an AWS access key', '(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])'),
  shape('a Google API key', 'AIza[0-9A-Za-z_-]{35}'),
  shape('a Google OAuth secret', 'GOCSPX-[A-Za-z0-9_-]{28}|ya29\\.[A-Za-z0-9_-]{40,}'),
  shape('an npm token', 'npm_[A-Za-z0-9]{36}'),
  shape('a PyPI token', 'pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}'),
  shape('a Hugging Face token', 'hf_[A-Za-z]{34,}'),
  shape('a Stripe key', '[rs]k_(?:live|test)_[A-Za-z0-9]{24,}'),
  shape('a SendGrid key', 'SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'),
  shape('a Notion token', 'ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])'),
  shape('a Linear key', 'lin_api_[A-Za-z0-9]{40}'),
  shape('an Atlassian token', 'ATATT3[A-Za-z0-9_=-]{100,}'),
  shape('a Figma token', 'figd_[A-Za-z0-9_-]{40}'),
  shape('a Postman key', 'PMAK-[a-f0-9]{24}-[a-f0-9]{34}'),
  shape('a Tavily key', 'tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,}'),
  shape('a Firecrawl key', 'fc-[0-9a-f]{32}(?![A-Za-z0-9])'),
  shape('a Perplexity key', 'pplx-[A-Za-z0-9]{40,}'),
  shape('a Groq key', 'gsk_[A-Za-z0-9]{50,}'),
  shape('an xAI key', 'xai-[A-Za-z0-9]{70,}'),
  shape('a Replicate token', 'r8_[A-Za-z0-9]{37}'),
  shape('a Supabase token', 'sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,}'),
  shape('a Databricks token', 'dapi[a-f0-9]{32}'),
  shape('a DigitalOcean token', 'do[opr]_v1_[a-f0-9]{64}'),
  shape('a Telegram bot token', '\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])'),
  shape('a JSON Web Token', 'eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{20,}'),
  shape('a private key', '-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----'),
];

// No secret is longer than this; longer strings are searched only up to this length.
const maxSearched = 20_000;

/**
 * Finds the kind of secret that the text contains, and the characters that appear to be the secret; undefined if there
 * is none.
 */
export function findSecretShape(text: string): { readonly name: string; readonly found: string } | undefined {
  const searched = text.slice(0, maxSearched);
  for (const { name, pattern } of shapes) {
    const found = pattern.exec(searched)?.[0];
    if (found !== undefined) return { name, found };
  }
  return undefined;
}
