// npm run crash -- [--kills N]
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildHost } from '../../support/buildHost'
import { type CrashFigures, crashRun } from './crashRun'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '300' } } })
const program = await buildHost()
try {
  const startedAt = Date.now()
  const figures = await crashRun({
    program,
    kills: Number(values.kills),
    onKill: (done, soFar) => done % 25 === 0 && console.error(`${done} kills, ${soFar.faults.length} faults`),
  })
  console.log(report(figures, Date.now() - startedAt))
  process.exitCode = figures.faults.length === 0 && figures.worstOwnGapMs <= 100 ? 0 : 1
}
finally {
  rmSync(program, { recursive: true, force: true })
}

function report({ kills, prompts, answers, pieces, faults, gapsMs, worstOwnGapMs }: CrashFigures, tookMs: number): string {
  const sorted = gapsMs.toSorted((left, right) => left - right)
  return [
    `kills                            ${kills} in ${Math.round(tookMs / 1000)} s`,
    `acknowledged prompts, answers    ${prompts}, ${answers}`,
    `agent pieces stored              ${pieces}`,
    `faults                           ${faults.length}`,
    `agent text gone, median / worst  ${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)} ms`,
    `worst without waits for a turn   ${worstOwnGapMs} ms`,
    ...faults,
  ].join('\n')
}
