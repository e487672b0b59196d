import { compileCache } from '../../support/scriptedAgent'
import { markName } from './markedProcesses'

/**
 * Returns the machine's environment with a separate home folder, so that no start files, history or settings of a
 * person interfere.
 */
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
