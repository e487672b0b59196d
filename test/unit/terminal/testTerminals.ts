import type { TerminalOutput, TerminalWatch } from '../../../src/main/terminal/terminalWatchers'
import type { TerminalView } from '../../../src/shared/contract/terminalView'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { type TerminalRequest, Terminals, type TerminalsOptions } from '../../../src/main/terminal/terminals'

/** A window that watches a terminal, and what it received. */
export interface TestWatcher extends TerminalWatch {
  readonly received: TerminalOutput[]
}

/** Terminals of one thread in their own folder, those that have exited, and a function to run a shell line. */
export interface TestTerminals {
  readonly terminals: Terminals
  readonly folder: string
  readonly ended: TerminalView[]
  watch(terminalId: string): TestWatcher
  run(command: string, more?: Partial<TerminalRequest>): ReturnType<Terminals['create']>
}

/**
 * Gives a maker of terminals whose commands and folders are gone after each test; a process left over fails the test.
 */
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
    const ended: TerminalView[] = []
    const terminals = new Terminals({
      // HOME marks the processes of these terminals, so that leftovers can be found.
      baseEnvironment: { PATH: process.env.PATH, HOME: folder },
      onEnd: view => ended.push(view),
      report: (error) => {
        throw error
      },
      ...options,
    })
    const test = {
      terminals,
      folder,
      ended,
      watch: (terminalId: string) => {
        const received: TerminalOutput[] = []
        const watch = terminals.watch(terminalId, { onOutput: output => received.push(output), onChange: () => undefined })!
        return { ...watch, received }
      },
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
