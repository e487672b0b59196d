import type { TerminalCommands } from '../../shared/contract/ownTerminalView'
import type { SavedCommandTable } from '../store/tables/savedCommandTable'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HostError } from '../../shared/errors'
import { isJsonObject } from '../../shared/text/jsonObject'
import { findRepository } from '../git/repository'
import { readPlainFile } from '../system/readPlainFile'

/** Longer lists would not fit into a menu. */
const maxSaved = 50
const maxScripts = 100

/** Package managers that run a folder's scripts, by their lock files. */
const runners: readonly (readonly [lockFile: string, run: string])[] = [
  ['pnpm-lock.yaml', 'pnpm run'],
  ['yarn.lock', 'yarn run'],
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
]

/**
 * The commands that a folder's terminals suggest: those saved for its repository, and the scripts of its package.json.
 */
export class TerminalCommandList {
  readonly #table: SavedCommandTable

  constructor(table: SavedCommandTable) {
    this.#table = table
  }

  read(folder: string): TerminalCommands {
    return { saved: this.#table.list(findRepositoryFolder(folder)), scripts: readScripts(folder) }
  }

  save(folder: string, line: string): void {
    const repository = findRepositoryFolder(folder)
    if (this.#table.list(repository).length >= maxSaved)
      throw new HostError('invalid_params', `${maxSaved} commands are saved for this repository. Remove one first.`)
    this.#table.save(repository, line)
  }

  remove(folder: string, line: string): void {
    this.#table.remove(findRepositoryFolder(folder), line)
  }
}

/**
 * The folder under which commands are saved: the repository's, which its worktrees share, or else the folder itself.
 */
function findRepositoryFolder(folder: string): string {
  return findRepository(folder)?.common ?? folder
}

function readScripts(folder: string): TerminalCommands['scripts'] {
  const scripts = parseScripts(folder)
  const run = runners.find(([lockFile]) => existsSync(join(folder, lockFile)))?.[1] ?? 'npm run'
  return Object.entries(scripts)
    .filter((pair): pair is [string, string] => /^[\w:.@/-]+$/.test(pair[0]) && typeof pair[1] === 'string')
    .slice(0, maxScripts)
    .map(([name, text]) => ({ line: `${run} ${name}`, text }))
}

function parseScripts(folder: string): Record<string, unknown> {
  try {
    const manifest: unknown = JSON.parse(readPlainFile(join(folder, 'package.json')))
    return isJsonObject(manifest) && isJsonObject(manifest.scripts) ? manifest.scripts : {}
  }
  catch {
    return {} // missing, or being written
  }
}
