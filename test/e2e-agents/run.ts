// `npm run test:agents` drives the agents that most people use; with `-- --all` every one, in everything it can do,
// which also writes the tables of docs/agents.md; `--agent NAME` does that for one. `--start name`, `npx` or `node`
// starts installed agents as a person's own entry does. Other flags are Playwright's.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { parseArgs } from 'node:util'

const { values: { all, agent, start }, tokens } = parseArgs({
  options: { all: { type: 'boolean' }, agent: { type: 'string' }, start: { type: 'string' } },
  strict: false,
  tokens: true,
})
const own = new Set(tokens.flatMap(token => token.kind === 'option' && ['all', 'agent', 'start'].includes(token.name)
  ? [token.index, ...token.name !== 'all' && token.inlineValue === false ? [token.index + 1] : []]
  : []))
const flags = process.argv.slice(2).filter((_, index) => !own.has(index))
if (all === true || typeof agent === 'string')
  process.env.PARLEY_TEST_ALL_AGENTS = '1'
if (typeof agent === 'string')
  process.env.PARLEY_TEST_AGENT = agent
if (typeof start === 'string' && ['name', 'npx', 'node'].includes(start))
  process.env.PARLEY_TEST_START = start

// These read the variables.
const { reachRegistry } = await import('../agents/real/reachRegistry')
const unreachable = await reachRegistry()
if (unreachable !== undefined) {
  console.error(`Real agents were not tested: the npm registry cannot be reached (${unreachable})`)
  process.exit(75) // "try again later"
}
run('npm', ['run', 'build'])
run('npx', ['playwright', 'test', '-c', 'playwright.agents.config.ts', ...flags])

function run(command: string, parameters: readonly string[]): void {
  const { status } = spawnSync(command, parameters, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0)
    process.exit(status ?? 1)
}
