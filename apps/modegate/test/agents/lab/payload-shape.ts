/** The keys and types of payloads, without values, in a fixed order: one entry for each tool and shape. */
export function showShapes(payloads: readonly string[]): string {
  const shapes = payloads.map((text) => {
    const payload = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return JSON.stringify({ tool: payload.tool_name ?? payload.toolName, payload: shapeOf(payload) });
  });
  const unique = [...new Set(shapes)].toSorted().map((shape) => JSON.parse(shape) as unknown);
  return `${JSON.stringify(unique, null, 2)}\n`;
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value))
    return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].map((one) => JSON.parse(one) as unknown);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, shapeOf(child)]));
}
