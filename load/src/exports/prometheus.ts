import type { LoadResult } from '../result.ts';
import { metricsOf } from './metrics.ts';

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

/** Renders a result in the text format of Prometheus, for the textfile collector of the node exporter. */
export function renderPrometheus(result: LoadResult): string {
  const lines = metricsOf(result).flatMap(({ name, help, points }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...points.map(({ labels, value }) => {
      const all = Object.entries({ scenario: result.scenario, ...labels });
      return `${name}{${all.map(([label, text]) => `${label}="${escaped(text)}"`).join(',')}} ${value}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
