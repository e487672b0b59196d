import type { Terminal } from '../../src/main/terminal/terminal'
import type { BenchRow } from './row'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/main/store/database'
import { OwnTerminalTable } from '../../src/main/store/tables/ownTerminalTable'
import { Launches } from '../../src/main/system/process/launches'
import { OwnTerminals } from '../../src/main/terminal/own/ownTerminals'
import { flowRows } from './flow'
import { floodBytes, floodCommand, ptyRows } from './pty'

/** The rows of `pty` and `flow` for the person's own shells. */
export function ownFloods(): Promise<BenchRow[]> {
  return withOwnTerminals(async (terminals) => {
    const flood = async (): Promise<Terminal> => {
      const { terminalId } = await terminals.create({ folder: tmpdir() })
      const terminal = terminals.find(terminalId)!
      terminal.write(`${floodCommand(floodBytes)}; exit\r`)
      return terminal
    }
    return [
      ...await ptyRows('shell', 'PTY into an own terminal', async () => void await (await flood()).waitForExit()),
      ...await flowRows('shell', async consume => consume(await flood())),
    ]
  })
}

async function withOwnTerminals<T>(measure: (terminals: OwnTerminals) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const report = (error: unknown): never => {
    throw error
  }
  const database = openDatabase(join(folder, 'parley.db'))
  const launches = new Launches({ folder, report })
  const terminals = new OwnTerminals({
    table: new OwnTerminalTable(database.sql),
    environment: () => Promise.resolve({ PATH: process.env.PATH, HOME: folder }),
    launches,
    preferences: () => ({ shell: '/bin/sh', keepsText: true }),
    onChange: () => undefined,
    report,
  })
  try {
    return await measure(terminals)
  }
  finally {
    await terminals.dispose()
    await launches.dispose()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
