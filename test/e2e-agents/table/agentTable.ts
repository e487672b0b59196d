import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import type { Row } from './rows'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPackage } from '../../agents/real/agentCache'
import { areAllDriven, realAgents, startedBy } from '../../agents/real/realAgents'
import { cellsOf } from './rows'
import { type Results, tableOf, withCells, withTable } from './table'

const root = resolve(import.meta.dirname, '../../..')
const resultsFile = join(import.meta.dirname, 'results.json')

/** Stores the results of all agents' runs, and writes the tables of docs/agents.md from them. */
// Playwright wants its reporters as default exports.
export default class AgentTable implements Reporter {
  readonly #cells = new Map<string, Partial<Record<Row, string>>>()

  onTestEnd({ parent: { title: agent } }: TestCase, { annotations, status }: TestResult): void {
    // A test that the person stopped has no result.
    if (status === 'interrupted')
      return
    this.#cells.set(agent, { ...this.#cells.get(agent), ...cellsOf(annotations, status === 'passed' || status === 'skipped') })
  }

  onEnd(): void {
    if (!areAllDriven || startedBy !== undefined || this.#cells.size === 0)
      return
    let results: Results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) as Results : {} // written here
    for (const agent of realAgents) {
      const cells = this.#cells.get(agent.name)
      if (cells)
        results = withCells(results, agent.id, findPackage(agent).version, cells)
    }
    writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`)
    const page = join(root, 'docs/agents.md')
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOf(results, realAgents)))
  }

  printsToStdio(): boolean {
    return false
  }
}
