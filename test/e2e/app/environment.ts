import { compileCache } from '../../support/scriptedAgent'
import { markName } from './markedProcesses'

/** The machine's environment with a home of its own, so that no person's start files, history or settings take part. */
export function testEnvironment({ home, mark }: { home: string, mark: string }): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(?:XDG_|npm_|INIT_CWD|NODE_OPTIONS|PARLEY_)/.test(name),
  ) as [string, string][] // undefined is filtered out
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    HISTFILE: '/dev/null',
    PARLEY_REGISTRY: '',
    DEMO_AGENT_PACE_MS: '0',
    NODE_COMPILE_CACHE: compileCache,
    [markName]: mark,
  }
}
