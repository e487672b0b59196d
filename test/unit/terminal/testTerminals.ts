import type { TerminalOutput } from '../../../src/main/terminal/terminal'
import type { TerminalView } from '../../../src/shared/contract/contract'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { type TerminalRequest, Terminals, type TerminalsOptions } from '../../../src/main/terminal/terminals'

/** Terminals of one thread in a folder of their own, what they told, and a short way to run a shell line. */
export interface TestTerminals {
  readonly terminals: Terminals
  readonly folder: string
  readonly told: TerminalOutput[]
  readonly changed: TerminalView[]
  run(command: string, more?: Partial<TerminalRequest>): ReturnType<Terminals['create']>
}

/** Gives a maker of terminals whose commands and folders are gone after each test; a process left over fails the test. */
export function useTerminals(): (options?: Partial<TerminalsOptions>) => TestTerminals {
  const made: TestTerminals[] = []
  afterEach(async () => {
    for (const { terminals, folder } of made.splice(0)) {
      await terminals.dispose()
      rmSync(folder, { recursive: true })
      expect(processesWith(`HOME=${folder}`)).toEqual([])
    }
  })
  return (options) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-terminals-')))
    const told: TerminalOutput[] = []
    const changed: TerminalView[] = []
    const terminals = new Terminals({
      // HOME marks what these terminals start, so that whatever is left over can be found.
      baseEnvironment: { PATH: process.env.PATH, HOME: folder },
      onOutput: output => told.push(output),
      onChange: view => changed.push(view),
      ...options,
    })
    const test = {
      terminals,
      folder,
      told,
      changed,
      run: (command: string, more: Partial<TerminalRequest> = {}) => terminals.create({ command, cwd: folder, ...more }),
    }
    made.push(test)
    return test
  }
}

/** The processes that have `pair` in their environment. */
export function processesWith(pair: string): number[] {
  return readdirSync('/proc').map(Number).filter((pid) => {
    try {
      return pid > 0 && readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(pair)
    }
    catch {
      return false // it has just ended
    }
  })
}
