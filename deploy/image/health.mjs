// The health check of the image: exit code 0 when the process answers. The base image has no curl, and needs none for this.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: nothing is built from it
const port = /(\d+)$/.exec(process.env.MODEGATE_HTTP || '8080')[1];
const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
process.exit(ok ? 0 : 1);
