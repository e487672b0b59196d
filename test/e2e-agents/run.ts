// `npm run test:agents` drives the agents that most people use, with `-- --all` every one. Other flags are Playwright's.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { reachRegistry } from '../agents/real/reachRegistry'

const flags = process.argv.slice(2).filter(flag => flag !== '--all')
if (flags.length < process.argv.length - 2)
  process.env.PARLEY_TEST_ALL_AGENTS = '1'

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
