import type { Results } from './report.js'
import type { Row } from './rounds.js'

const width = 760
const labelWidth = 270
const barWidth = width - labelWidth - 90
const rowHeight = 24
const groupHeight = 34
const top = 62

const style = `
  .paper { fill: #ffffff } .text { fill: #1f2328 } .soft { fill: #59636e } .peer { fill: #8c959f } .host { fill: #0969da }
  .line { stroke: #d1d9e0 } .spread { stroke: #1f2328; stroke-opacity: 0.65 }
  text { font: 13px system-ui, sans-serif } .title { font-size: 16px; font-weight: 600 } .group { font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } .text { fill: #f0f6fc } .soft { fill: #9198a1 } .peer { fill: #6e7781 } .host { fill: #4493f8 }
    .line { stroke: #3d444d } .spread { stroke: #f0f6fc }
  }`

/** A bar chart of the CPU time of an execute call relative to bare `node:http`, as SVG for light and dark pages. */
export function chart({ rows }: Results): string {
  const shown = rows.filter(({ subject }) => /^Execute.*64 connections$/.test(subject.group))
  const groups = [...new Set(shown.map(({ subject }) => subject.group))]
  const most = Math.ceil(Math.max(1, ...shown.map(({ cpuToBaseline }) => cpuToBaseline.max)))
  const parts: string[] = []
  let y = top
  for (const group of groups) {
    parts.push(text(16, y + 20, escaped(group), 'text group'))
    y += groupHeight
    for (const row of shown.filter(({ subject }) => subject.group === group)) {
      parts.push(bar(row, y, most))
      y += rowHeight
    }
  }
  const one = labelWidth + barWidth / most
  const height = y + 16
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" \
role="img" aria-label="CPU time of an execute call relative to bare node:http">
<style>${style}
</style>
<rect class="paper" width="${width}" height="${height}" rx="8"/>
${text(16, 30, 'CPU time of an execute call, bare node:http = 1', 'text title')}
${text(16, 50, 'Shorter is better. Medians of ratios within a round; the thin line is the least to the greatest.', 'soft')}
<line class="line" x1="${one}" x2="${one}" y1="${top}" y2="${y}"/>
${parts.join('\n')}
</svg>
`
}

function bar({ subject, cpuToBaseline: { median, min, max } }: Row, y: number, most: number): string {
  const at = (value: number) => Math.round(labelWidth + (value / most) * barWidth)
  const middle = y + rowHeight / 2
  const look = subject.server.kind === 'host' ? 'host' : 'peer'
  return [
    text(28, middle + 4, escaped(subject.name), 'text'),
    `<rect class="${look}" x="${labelWidth}" y="${y + 4}" width="${at(median) - labelWidth}" height="${rowHeight - 8}" rx="2"/>`,
    `<line class="spread" x1="${at(min)}" x2="${at(max)}" y1="${middle}" y2="${middle}"/>`,
    text(at(max) + 8, middle + 4, median.toFixed(2), 'text')
  ].join('\n')
}

function text(x: number, y: number, content: string, look: string): string {
  return `<text class="${look}" x="${x}" y="${y}">${content}</text>`
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
