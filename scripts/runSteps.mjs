// Runs lanes of commands in parallel. A step's output is printed as a whole when it ends, so that outputs don't mix.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * `isShown`: prints its output immediately. `isPatient`: runs with low priority. `needs`: a step of another lane that
 * must pass first.
 * @typedef {{ name: string, command: string, isShown?: boolean, isPatient?: boolean, needs?: string }} Step
 */

const running = new Set()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopped = true
    for (const child of running)
      child.kill(signal)
    process.exitCode = 1
  })
}

/**
 * Runs the steps of each lane one after another, even if one fails.
 * @param {Step[][]} lanes
 * @returns {Promise<{ name: string, seconds: number, hasPassed: boolean }[]>} in the order of the lanes
 */
export function runSteps(lanes) {
  const runs = new Map()
  for (const lane of lanes) {
    let before = Promise.resolve()
    for (const step of lane) {
      before = before.then(async () => {
        const mayRun = step.needs === undefined || (await runs.get(step.needs)).hasPassed
        if (isStopped || !mayRun)
          return { name: step.name, seconds: 0, hasPassed: false }
        return runStep(step, { isShown: step.isShown ?? lanes.length === 1 })
      })
      runs.set(step.name, before)
    }
  }
  return Promise.all(runs.values())
}

function runStep({ name, command, isPatient }, { isShown }) {
  console.log(`== ${name}: ${command}`)
  const startedAt = performance.now()
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe']
  const child = spawn(command, { shell: true, stdio, env: { ...colours, ...process.env } })
  running.add(child)
  if (isPatient && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const pieces = []
  child.stdout?.on('data', piece => pieces.push(piece))
  child.stderr?.on('data', piece => pieces.push(piece))
  return new Promise((resolve) => {
    child.on('error', error => pieces.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      running.delete(child)
      process.stdout.write(Buffer.concat(pieces))
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`== ${name} ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
      resolve({ name, seconds, hasPassed: code === 0 })
    })
  })
}

/** Prints how long each step took and which failed, and sets the exit code. */
export function summarize(results) {
  console.log(`== ${results.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}`)
  const failed = results.filter(({ hasPassed }) => !hasPassed).map(({ name }) => name)
  if (failed.length > 0) {
    console.error(`== Failed: ${failed.join(', ')}`)
    process.exitCode = 1
  }
}
