import type { Sample } from './samples.ts';

interface Line {
  readonly name: string;
  readonly colour: string;
  readonly measure: (sample: Sample) => number;
}

interface Chart {
  readonly title: string;
  readonly lines: readonly Line[];
}

const colours = ['#2563eb', '#d97706', '#059669', '#dc2626'] as const;
const [width, chartHeight, left, right, top, bottom] = [880, 190, 64, 16, 40, 26] as const;

const charts: readonly Chart[] = [
  {
    title: 'Heap after a collection, MiB',
    lines: [
      { name: 'fixed mode', colour: colours[0], measure: ({ heap }) => heap[0] },
      { name: 'tasks', colour: colours[1], measure: ({ heap }) => heap[1] },
      { name: 'two principals', colour: colours[2], measure: ({ heap }) => heap[2] },
    ],
  },
  {
    title: 'Open descriptors, and processes of the run',
    lines: [
      { name: 'fixed mode', colour: colours[0], measure: ({ descriptors }) => descriptors[0] },
      { name: 'tasks', colour: colours[1], measure: ({ descriptors }) => descriptors[1] },
      { name: 'processes', colour: colours[2], measure: ({ processes }) => processes },
    ],
  },
  {
    title: 'Latency, ms',
    lines: [
      latencyLine('call of a server, p50', colours[0], 'call of a server', 0),
      latencyLine('p99', colours[1], 'call of a server', 1),
      latencyLine('validate_tool_use, p50', colours[2], 'validate_tool_use', 0),
      latencyLine('p99', colours[3], 'validate_tool_use', 1),
    ],
  },
];

/** Draws the samples as one picture; `fullFrom` and `fullUntil` are seconds, between which the disk was full. */
export function drawSamples(samples: readonly Sample[], fullFrom: number, fullUntil: number): string {
  const total = samples.at(-1)?.at ?? 1;
  const height = charts.length * chartHeight;
  const parts = charts.map((chart, index) =>
    drawChart(chart, samples, index * chartHeight, total, [fullFrom, fullUntil]),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>Memory, descriptors and latency under load with faults; the red band is the time of the full disk</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}

function latencyLine(name: string, colour: string, what: string, index: 0 | 1): Line {
  return { name, colour, measure: ({ latency }) => latency[what]?.[index] ?? 0 };
}

function drawChart(
  { title, lines }: Chart,
  samples: readonly Sample[],
  y: number,
  total: number,
  full: readonly [number, number],
): string {
  const highest = roundUp(Math.max(1, ...samples.flatMap((sample) => lines.map(({ measure }) => measure(sample)))));
  const x = (at: number) => left + ((width - left - right) * at) / total;
  const floor = y + chartHeight - bottom;
  const yOf = (value: number) => floor - ((chartHeight - top - bottom) * value) / highest;
  const path = ({ colour, measure }: Line) =>
    `<polyline fill="none" stroke="${colour}" stroke-width="1.4" points="${samples
      .map((sample) => `${x(sample.at).toFixed(1)},${yOf(measure(sample)).toFixed(1)}`)
      .join(' ')}"/>`;
  const shade = Number.isFinite(full[0])
    ? `<rect x="${x(full[0]).toFixed(1)}" y="${y + top}" width="${(x(full[1]) - x(full[0])).toFixed(1)}" height="${chartHeight - top - bottom}" fill="#fee2e2"/>`
    : '';
  return [
    shade,
    ...[0, 0.5, 1].map((share) => drawLevel(highest * share, yOf(highest * share))),
    ...lines.map(path),
    `<text x="${left}" y="${y + 18}" font-weight="600" fill="#111827">${title}</text>`,
    drawLegend(lines, y),
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => drawMinute(total * share, x(total * share), floor + 16)),
  ].join('\n');
}

function drawLevel(value: number, y: number): string {
  const text = `<text x="${left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end" fill="#6b7280">${Number(value.toPrecision(3))}</text>`;
  return `<line x1="${left}" x2="${width - right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#e5e7eb"/>${text}`;
}

function drawMinute(seconds: number, x: number, y: number): string {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="middle" fill="#6b7280">${Number((seconds / 60).toFixed(1))} min</text>`;
}

function drawLegend(lines: readonly Line[], y: number): string {
  const step = 150;
  const start = width - right - lines.length * step;
  return lines
    .map(({ name, colour }, index) => {
      const x = start + index * step;
      return `<rect x="${x}" y="${y + 9}" width="10" height="10" fill="${colour}"/><text x="${x + 15}" y="${y + 18}" fill="#374151">${name}</text>`;
    })
    .join('');
}

function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 5, 10].find((step) => step * unit >= value) ?? 10) * unit;
}
