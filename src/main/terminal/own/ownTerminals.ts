import type { OwnTerminalView, ShellChoice } from '../../../shared/contract/ownTerminalView'
import type { OwnTerminalRow, OwnTerminalTable } from '../../store/tables/ownTerminalTable'
import type { Environment } from '../../system/environment/mergeEnvironment'
import type { Launches } from '../../system/process/launches'
import type { Report } from '../../system/report'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { getRunningProgram, maxPanes } from '../../../shared/contract/ownTerminalView'
import { HostError } from '../../../shared/errors'
import { isExecutable } from '../../system/commandOnPath'
import { isDirectory, startPty } from '../pty'
import { Terminal } from '../terminal'
import { findShell, listShells, type ShellSource } from './findShell'
import { type Foreground, readForeground } from './foreground'
import { restoreOutput, trimOutput } from './keptOutput'
import { createOwnEnvironment } from './ownEnvironment'

/** Used until a window reports its size. */
const initialSize = { columns: 80, rows: 24 }
const maxInFolder = 20
const maxInAll = 60
/** When to check what a shell runs: soon after output, and once output has stopped. */
const soonLookMs = 120
const lateLookMs = 1_000
/** Output of at most this period is lost if Parley is killed. */
const saveAfterMs = 5_000
/** A shell that fails within this time never started properly. Its terminal stays open to show the message. */
const failedStartMs = 3_000

interface OwnTerminalsOptions {
  readonly table: OwnTerminalTable
  /** The environment of the person's shell, once known. */
  readonly environment: () => Promise<Environment>
  readonly launches: Launches
  readonly preferences: () => { readonly shell: string, readonly keepsText: boolean }
  /** Called when terminals of a folder or their details have changed. */
  readonly onChange: (folder: string, terminals: readonly OwnTerminalView[]) => void
  readonly report: Report
}

/** A terminal and its state. */
interface OwnTerminal {
  readonly terminalId: string
  readonly folder: string
  readonly shell: ShellChoice
  readonly terminal: Terminal
  readonly startedAt: number
  groupId: string
  name: string | undefined
  cwd: string
  program?: string | undefined
  job?: string | undefined
  /** Whether it has changes that are not stored yet. */
  isUnsaved: boolean
  soonLook?: NodeJS.Timeout | undefined
  lateLook?: NodeJS.Timeout | undefined
}

/** The person's own terminals. They belong to a folder, outlive windows, and no agent reads or writes them. */
export class OwnTerminals {
  readonly #options: OwnTerminalsOptions
  readonly #terminals = new Map<string, OwnTerminal>()
  /** Terminals of a previous run, which start when their folder's are first listed. */
  #earlier: OwnTerminalRow[]
  readonly #restoring = new Map<string, Promise<void>>()
  readonly #ending = new Set<Promise<void>>()
  #saveTimer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: OwnTerminalsOptions) {
    this.#options = options
    this.#earlier = options.table.list()
    this.preferencesChanged()
  }

  /** Whether a command runs in any of them, including in the background. */
  get isBusy(): boolean {
    return [...this.#terminals.values()].some(one => getRunningProgram(one) !== undefined)
  }

  /** The terminals of a folder in order. Starts those of a previous run again. */
  async list(folder: string): Promise<OwnTerminalView[]> {
    await this.#restore(folder)
    return this.#inFolder(folder).map(toView)
  }

  /** The shells that a new terminal can run, the default first. */
  async shells(): Promise<ShellChoice[]> {
    const { shell: wanted } = this.#options.preferences()
    return listShells({ ...await this.#shellSource(), listed: readShellList(), wanted })
  }

  /** Starts a shell. `groupId` shows it beside that group's terminals. Throws a `HostError` if it can't be started. */
  async create({ folder, cwd = folder, shell, groupId }: {
    folder: string
    cwd?: string | undefined
    /** Path of the shell instead of the default. */
    shell?: string | undefined
    groupId?: string | undefined
  }): Promise<OwnTerminalView> {
    await this.#restore(folder)
    const source = await this.#shellSource() // before checking limits, because other requests may arrive meanwhile
    if (this.#terminals.size + this.#earlier.length >= maxInAll)
      throw new HostError('busy', `${maxInAll} terminals are open. Close one first.`)
    if (this.#inFolder(folder).length >= maxInFolder)
      throw new HostError('busy', `${maxInFolder} terminals are open in this folder. Close one first.`)
    if (groupId !== undefined && this.#inFolder(folder).filter(one => one.groupId === groupId).length >= maxPanes)
      throw new HostError('busy', `${maxPanes} terminals are side by side already. Close one first, or open a new tab.`)
    const terminalId = randomUUID()
    const place = { folder, cwd: isDirectory(cwd) ? cwd : folder, groupId: groupId ?? terminalId }
    const started = this.#start({ ...place, terminalId, name: undefined, shell: shell ?? '', output: '' }, source)
    this.#changed(started)
    return toView(started)
  }

  /** Names a terminal. An empty name restores the program's. */
  rename(terminalId: string, name: string): void {
    const one = this.#get(terminalId)
    one.name = name.trim() || undefined
    this.#changed(one)
  }

  /** Puts the terminals of a folder in this order. Others keep their order and follow. */
  sort(folder: string, terminalIds: readonly string[]): void {
    const all = [...this.#terminals.values()]
    const place = ({ terminalId }: OwnTerminal): number => {
      const index = terminalIds.indexOf(terminalId)
      return index === -1 ? terminalIds.length : index
    }
    const sorted = all.filter(one => one.folder === folder).sort((left, right) => place(left) - place(right))
    this.#terminals.clear()
    for (const one of [...all.filter(one => one.folder !== folder), ...sorted]) {
      one.isUnsaved = true
      this.#terminals.set(one.terminalId, one)
    }
    this.#saveSoon()
    this.#tell(folder)
  }

  /** Ends a terminal's shell and everything that runs in it. Ignores an unknown terminal, which is already closed. */
  async close(terminalId: string): Promise<void> {
    const one = this.#terminals.get(terminalId)
    if (!one)
      return
    this.#forget(one)
    await this.#end(one)
  }

  /** Deletes stored output if output is no longer kept. */
  preferencesChanged(): void {
    if (this.#options.preferences().keepsText)
      return
    this.#earlier = this.#earlier.map(row => ({ ...row, output: '' }))
    this.#store(table => table.removeTexts())
  }

  /** Closes the terminals of a folder that is deleted. */
  async closeFolder(folder: string): Promise<void> {
    this.#earlier = this.#earlier.filter(row => row.folder !== folder)
    await this.#restoring.get(folder)
    await Promise.all(this.#inFolder(folder).map(({ terminalId }) => this.close(terminalId)))
    this.#store(table => table.removeFolder(folder)) // including terminals that could not be restarted
  }

  /** The terminal, for its output and input. */
  find(terminalId: string): Terminal | undefined {
    return this.#terminals.get(terminalId)?.terminal
  }

  /** Stores the open terminals and ends all shells. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    clearTimeout(this.#saveTimer)
    await Promise.all([...this.#terminals.values()].map(one => this.#look(one)))
    for (const one of this.#terminals.values())
      one.isUnsaved = true
    this.#save()
    await Promise.all([...[...this.#terminals.values()].map(one => this.#end(one)), ...this.#ending])
  }

  /** Starts the terminals of a previous run, once. */
  async #restore(folder: string): Promise<void> {
    const rows = this.#earlier.filter(row => row.folder === folder)
    this.#earlier = this.#earlier.filter(row => row.folder !== folder)
    if (rows.length > 0)
      this.#restoring.set(folder, this.#startAll(rows).finally(() => this.#restoring.delete(folder)))
    await this.#restoring.get(folder)
  }

  async #startAll(rows: readonly OwnTerminalRow[]): Promise<void> {
    const source = await this.#shellSource()
    for (const row of rows) {
      const cwd = [row.cwd, row.folder].find(isDirectory) ?? homedir()
      try {
        this.#start({ ...row, cwd }, source)
      }
      catch (error) {
        this.#options.report(error, 'starting a terminal again') // its row stays for the next start
      }
    }
  }

  #start({ output, ...row }: OwnTerminalRow, source: ShellSource): OwnTerminal {
    const { launches } = this.#options
    if (this.#isDisposed)
      throw new HostError('closed', 'Parley is closing')
    const { terminalId, folder, cwd } = row
    const shell = findShell({ ...source, wanted: row.shell || this.#options.preferences().shell })
    const env = createOwnEnvironment(source.environment, { owner: terminalId })
    const start = { file: shell.path, args: shell.args, cwd, env, ...initialSize }
    const pty = launches.launch(terminalId, () => startPty(start))
    const terminal: Terminal = new Terminal({
      terminalId,
      commandLine: shell.path,
      cwd,
      ...initialSize,
      before: restoreOutput(output),
      pty,
      onOutput: () => this.#wrote(one),
      onEnd: () => this.#ended(one),
    })
    const one: OwnTerminal = {
      terminalId,
      folder,
      shell,
      terminal,
      startedAt: performance.now(),
      groupId: row.groupId,
      name: row.name,
      cwd,
      isUnsaved: true,
    }
    this.#terminals.set(terminalId, one)
    this.#saveSoon()
    return one
  }

  #wrote(one: OwnTerminal): void {
    one.isUnsaved = true
    this.#saveSoon()
    one.soonLook ??= setTimeout(() => {
      one.soonLook = undefined
      this.#lookNow(one)
    }, soonLookMs)
    // Again after the last output: a silent program starts after its command line is echoed.
    this.#lookLater(one)
  }

  #lookLater(one: OwnTerminal): void {
    clearTimeout(one.lateLook)
    if (this.#terminals.has(one.terminalId))
      one.lateLook = setTimeout(() => this.#lookNow(one), lateLookMs)
  }

  #lookNow(one: OwnTerminal): void {
    this.#look(one).catch(error => this.#options.report(error, 'looking at what a terminal runs'))
  }

  async #look(one: OwnTerminal): Promise<void> {
    const { program, job, cwd = one.cwd }: Foreground = one.terminal.isRunning
      ? await readForeground(one.terminal.pid)
      : {}
    if (job !== undefined)
      this.#lookLater(one) // the shell reports nothing when a command ends
    if (program === one.program && job === one.job && cwd === one.cwd)
      return
    Object.assign(one, { program, job, cwd })
    if (this.#terminals.has(one.terminalId))
      this.#changed(one)
  }

  /** A shell that the person left closes its terminal. A shell that failed at start leaves its message. */
  #ended(one: OwnTerminal): void {
    if (!this.#terminals.has(one.terminalId) || this.#isDisposed)
      return
    one.program = one.job = undefined
    const hasFailed = one.terminal.exit?.exitCode !== 0 && performance.now() - one.startedAt < failedStartMs
    if (!hasFailed) {
      this.#forget(one)
      this.#end(one).catch(error => this.#options.report(error, 'closing a terminal'))
      return
    }
    this.#changed(one)
  }

  #forget(one: OwnTerminal): void {
    this.#terminals.delete(one.terminalId)
    this.#store(table => table.remove(one.terminalId))
    this.#tell(one.folder)
  }

  /** Ends everything that runs in a terminal. */
  #end(one: OwnTerminal): Promise<void> {
    clearTimeout(one.soonLook)
    clearTimeout(one.lateLook)
    const ending = one.terminal.hangUp().finally(() => {
      this.#ending.delete(ending)
      this.#options.launches.ended(one.terminalId)
    })
    this.#ending.add(ending)
    return ending
  }

  #changed(one: OwnTerminal): void {
    one.isUnsaved = true
    this.#saveSoon()
    this.#tell(one.folder)
  }

  #tell(folder: string): void {
    this.#options.onChange(folder, this.#inFolder(folder).map(toView))
  }

  #saveSoon(): void {
    if (!this.#isDisposed)
      this.#saveTimer ??= setTimeout(() => this.#save(), saveAfterMs)
  }

  #save(): void {
    this.#saveTimer = undefined
    const { keepsText } = this.#options.preferences()
    for (const [position, one] of [...this.#terminals.values()].entries()) {
      if (!one.isUnsaved)
        continue
      const { terminalId, folder, groupId, name, shell, cwd, terminal } = one
      const output = keepsText ? trimOutput(terminal.view().output) : ''
      one.isUnsaved = !this.#store(table =>
        table.save({ terminalId, folder, groupId, position, name, shell: shell.path, cwd, output }))
    }
  }

  /**
   * Returns whether it was stored. A full disk does not stop a terminal; the next change is stored together with this
   * one.
   */
  #store(work: (table: OwnTerminalTable) => void): boolean {
    try {
      work(this.#options.table)
      return true
    }
    catch (error) {
      this.#options.report(error, 'storing a terminal')
      return false
    }
  }

  async #shellSource(): Promise<ShellSource> {
    return { environment: await this.#options.environment(), platform: process.platform, isExecutable }
  }

  #inFolder(folder: string): OwnTerminal[] {
    return [...this.#terminals.values()].filter(one => one.folder === folder)
  }

  #get(terminalId: string): OwnTerminal {
    const one = this.#terminals.get(terminalId)
    if (!one)
      throw new HostError('not_found', 'This terminal is closed')
    return one
  }
}

function toView(
  { terminalId, folder, groupId, name, shell, program, job, cwd, terminal }: OwnTerminal,
): OwnTerminalView {
  const { exit } = terminal
  return {
    terminalId,
    folder,
    groupId,
    ...name !== undefined && { name },
    shell: shell.name,
    ...program !== undefined && { program },
    ...job !== undefined && { job },
    cwd,
    state: exit ? 'exited' : 'running',
    ...exit && { exit },
  }
}

function readShellList(): string {
  try {
    return readFileSync('/etc/shells', 'utf8')
  }
  catch {
    return '' // not on Windows
  }
}
