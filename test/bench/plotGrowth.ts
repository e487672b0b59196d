import type { GrowthSeries } from './growth'

const [width, height, gap] = [200, 110, 48]
const columns = 3
const colours = ['#2f6fed', '#c2571a']

/**
 * A drawing with a small plot for each metric: both axes are logarithmic, a step right is ten times as many, so that a
 * flat line stays level and a linear one climbs with the dashed one.
 */
export function plotGrowth(
  series: readonly GrowthSeries[],
  metrics: Readonly<Record<keyof GrowthSeries['points'][number], { readonly name: string, readonly unit: string }>>,
): string {
  const names = Object.keys(metrics) as (keyof typeof metrics)[]
  const plots = names.map((metric, index) => {
    const values = series.flatMap(({ points }) => points.map(point => Math.log10(Math.max(point[metric], 1e-3))))
    const low = Math.floor(Math.min(...values))
    const high = Math.max(Math.ceil(Math.max(...values)), low + 3)
    const y = (value: number): number => height - (Math.log10(Math.max(value, 1e-3)) - low) / (high - low) * height
    const lines = series.map(({ points }, line) => {
      const x = (point: number): number => point / (points.length - 1) * width
      const path = points.map((point, at) => `${x(at).toFixed(1)},${y(point[metric]).toFixed(1)}`).join(' ')
      return `<polyline points="${path}" stroke="${colours[line]}"/>`
    })
    const { name, unit } = metrics[metric]
    const slope = `<path class="linear" d="M0 ${height}L${width} ${(height - 3 / (high - low) * height).toFixed(1)}"/>`
    const place = `translate(${(index % columns) * (width + gap) + gap} ${Math.floor(index / columns) * (height + 2 * gap) + gap})`
    return `<g transform="${place}"><text y="-8">${name}</text><rect width="${width}" height="${height}"/>${slope}${lines.join('')}`
      + `<text x="-6" y="8" text-anchor="end">${10 ** high}</text>`
      + `<text x="-6" y="${height}" text-anchor="end">${10 ** low} ${unit}</text></g>`
  })
  const rows = Math.ceil(names.length / columns)
  const [wide, high] = [columns * (width + gap) + gap, rows * (height + 2 * gap) + gap]
  const legend = series.map(({ what, counts }, line) =>
    `<text x="${gap + line * 300}" y="${high - 16}" style="fill: ${colours[line]}">${what}: ${toList(counts)}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" font-family="sans-serif" font-size="10">
<style>
text { fill: #555 } rect { fill: none; stroke: #8886 } polyline { fill: none; stroke-width: 2 }
.linear { stroke: #8888; stroke-dasharray: 4 }
@media (prefers-color-scheme: dark) { text { fill: #bbb } }
</style>
${[...plots, ...legend].join('\n')}
</svg>
`
}

function toList(counts: readonly number[]): string {
  return counts.map(count => count.toLocaleString('en')).join(', ')
}
