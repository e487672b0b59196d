import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { PlannedChange, ReviewOutcome } from '../../../src/shared/changes/change'
import { chmodSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lateMs } from '../../../src/main/changes/evidence'
import { getInitialChoice, getPlannedGrade, selectFiles } from '../../../src/renderer/components/changes/planned/plannedFiles'
import { createRandom, pickBetween } from '../../unit/changes/randomTexts'
import { type ModelThread, ModelWorld } from './modelWorld'

const steps = 28
const lineEnd = /\r?\n/
/** Files of the nested folder. */
const inside = ['src/d', 'src/e', 'src/made/i']
const names = ['a', 'b', 'c', 'src/d', 'src/e', 'data/f', 'made/g', 'made/deep/h']
/** Longer than the coarsest resolution of file times. */
const clockMs = 60
/** Longer than the system takes to report a change, and the host to scan. */
const seenMs = 250
/** Resets the branch by one commit and commits again, with conflicting files stashed. */
const rebase = ['rebase', '-q', '--force-rebase', '--autostash', 'HEAD~1']

type Deed = () => unknown

/**
 * Plays a random history of a person, three agents, git and every button; the same seed gives the same history except
 * for timing. Each line and each link names its author. Returns what went wrong: a button deleted a person's line
 * outside rows that were shown as uncertain and chosen, or one attributed to another author in a row of a better grade
 * than "cannot tell"; an undo did not restore the previous state; a change of a turn is not listed; the repository
 * changed.
 */
export async function playHistory(seed: number): Promise<string[]> {
  const world = new ModelWorld()
  const history = new ModelHistory(world, createRandom(seed))
  try {
    await history.play()
  }
  catch (error) {
    world.faults.push(error instanceof Error ? error.stack ?? error.message : String(error))
  }
  finally {
    await world.dispose()
  }
  return world.faults.length > 0 ? [...world.faults, ...history.told] : []
}

/** A seed whose history went wrong, and how. */
export interface ModelFault {
  readonly seed: number
  readonly what: readonly string[]
}

/** Plays histories of many seeds, several at a time, because a history mostly waits. */
export async function playHistories({ first, count, atOnce = 10, stopsAtFault = false, onFault }: {
  first: number
  count: number
  atOnce?: number
  stopsAtFault?: boolean
  onFault?: (fault: ModelFault) => void
}): Promise<ModelFault[]> {
  const faults: ModelFault[] = []
  let next = first
  const play = async (): Promise<void> => {
    while (next < first + count && !(stopsAtFault && faults.length > 0)) {
      const seed = next++
      const what = await playHistory(seed)
      if (what.length > 0) {
        faults.push({ seed, what })
        onFault?.({ seed, what })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, play))
  return faults.sort((one, other) => one.seed - other.seed)
}

class ModelHistory {
  readonly told: string[] = []
  readonly #world: ModelWorld
  /** The initial content of files, including hidden ones and those elsewhere. */
  readonly #first = new Map<string, string>()
  readonly #next: () => number
  #lines = 0
  /** When the person made a file. */
  readonly #madeAt = new Map<string, number>()
  /** The person's unsaved text in Parley, by file. */
  readonly #typed = new Map<string, string>()
  /** The person's lines that were attributed to an author other than an agent, with their files. */
  #signed: readonly (readonly [name: string, line: string])[] = []
  /** Lines of the person's that each thread's buttons restored, and that an undo may delete again. */
  readonly #broughtBack = new Map<string, Set<string>>()

  constructor(world: ModelWorld, next: () => number) {
    this.#world = world
    this.#next = next
  }

  async play(): Promise<void> {
    const world = this.#world
    if (this.#random(3) > 0)
      world.git('init', '-q')
    world.write('.gitignore', 'data/\n')
    for (const name of names.slice(0, 6)) {
      world.write(name, this.#text('old', 4))
      this.#first.set(name, world.text(name))
    }
    mkdirSync(join(world.elsewhere, 'photos'))
    this.#first.set('photos/p', this.#text('old', 2))
    writeFileSync(join(world.elsewhere, 'photos', 'p'), this.#first.get('photos/p')!)
    world.commit('one')
    await pause(clockMs)
    for (let step = 0; step < steps && world.faults.length === 0; step++) {
      const deeds = this.#deeds()
      const [what, deed] = deeds[this.#random(deeds.length)]!
      this.told.push(what)
      await deed()
      this.#signed = this.#signed.filter(([name, line]) => this.#linesOf(name).includes(line))
      if (this.#random(3) === 0)
        await pause(this.#random(seenMs))
    }
    for (const thread of world.threads)
      await this.#endTurn(thread)
    for (const thread of world.threads) {
      await this.#button(thread, undefined, 'first')
      await this.#undo(thread)
    }
  }

  #deeds(): readonly (readonly [string, Deed])[] {
    const world = this.#world
    const name = names[this.#random(names.length)]!
    const thread = world.threads[this.#random(world.threads.length)]!
    const { threadId } = thread
    const own = thread.folder === world.root ? name : inside[this.#random(inside.length)]!
    const [other, ownOther] = [names[this.#random(names.length)]!, inside[this.#random(inside.length)]!]
    const beside = thread.folder === world.root ? other : ownOther
    const isIdle = world.threads.every(({ promptId }) => promptId === undefined)
    const person: (readonly [string, Deed])[] = [
      [`the person edits ${name}`, () => this.#edit(name, 'person', this.#random(2) > 0 ? 'rename' : 'in place')],
      [`the person edits ${name} in an editor with a lock`, () => this.#editLocked(name)],
      [`the person saves ${name} in Parley`, () => this.#save(thread, name)],
      [`the person types in ${name} in Parley`, () => this.#type(name)],
      [`the person links ${name}`, () => world.link(`${name}.link`, `person ${++this.#lines}`)],
      [`the person deletes ${name}`, () => world.remove(name)],
      [`the person moves ${name}`, () => world.move(name, `${name}.moved`)],
      [`the person moves ${name} onto ${other}`, () => world.moveOnto(name, other)],
      [`the person swaps ${name} and ${other}`, () => world.swap(name, other)],
      ['the person shows what was hidden', () => world.write('.gitignore', '\n')],
      ['the person hides data', () => world.write('.gitignore', 'data/\n')],
      ['the person commits', () => world.commit('more')],
      ['the person checks out', () => world.git('checkout', '-q', '--', '.')],
      ['the person rebases', () => world.git(...rebase)],
      ['the person cleans', () => world.git('clean', '-fdq')],
      ['the person mounts or unmounts photos', () => this.#mount()],
      ['Parley is killed', () => world.restart('is killed')],
      ['the person stashes', () => world.git('stash', '-q')],
      ['the person takes the stash', () => world.git('stash', 'pop', '-q')],
      ['the person moves src away', () => world.move('src', 'away')],
      ['the person moves src back', () => world.move('away', 'src')],
      ...this.#reshapes(name, 'person').map(([what, deed]) => [`the person ${what}`, deed] as const),
    ]
    if (thread.promptId === undefined) {
      return [
        ...person,
        [`${threadId} begins`, () => this.#beginTurn(thread)],
        [`${threadId} begins a turn`, () => this.#beginTurn(thread)],
        [`${threadId} begins another turn`, () => this.#beginTurn(thread)],
        [`reject all of ${threadId}`, () => this.#button(thread, undefined, 'first')],
        [`reject whatever is of ${threadId}`, () => this.#button(thread, undefined, 'every')],
        [`keep all of ${threadId}`, () => this.#keep(thread)],
        [`undo in ${threadId}`, () => this.#undo(thread)],
        ...isIdle
          ? [
              [`restore in ${threadId}`, () => this.#button(thread, thread.prompts[this.#random(thread.prompts.length)], 'first')] as const,
              ['Parley ends and starts', () => world.restart('ends')] as const,
            ]
          : [],
      ]
    }
    if (thread.isAsking) {
      return [
        [`the person edits ${name} during the question of ${threadId}`, () => this.#edit(name, 'person', 'rename')],
        [`the person makes ${name}.new during the question of ${threadId}`, () => this.#edit(`${name}.new`, 'person', 'in place')],
        [`the person edits what ${threadId} asks about`, () => this.#edit(thread.asksAbout ?? name, 'person', 'rename')],
        [`the person makes what ${threadId} asks for`, () => this.#makeAskedFor(thread)],
        [`the person answers ${threadId}`, () => this.#answer(thread)],
      ]
    }
    return [
      ...person,
      [`${threadId} names and edits ${own}`, () => this.#named(thread, own)],
      [`${threadId} edits ${own} at once, and shows it`, () => this.#shown(thread, own)],
      [`${threadId} makes ${own}.made and tells then`, () => this.#toldLate(thread, `${own}.made`)],
      [`${threadId} writes ${own} through Parley`, () => this.#through(thread, own)],
      [`${threadId} writes ${own} without a word`, () => this.#agentEdits(thread, own)],
      [`${threadId} runs a command on ${own}`, () => this.#command(thread, () => this.#agentEdits(thread, own))],
      [`${threadId} deletes ${own} by a command`, () => this.#command(thread, () => world.remove(own))],
      [`${threadId} moves ${own} by a command`, () => this.#command(thread, () => world.move(own, `${own}.moved`))],
      ...([['moves', 'onto', world.moveOnto], ['swaps', 'and', world.swap]] as const).flatMap(([does, and, move]) => {
        const [what, work] = [`${threadId} ${does} ${own} ${and} ${beside}`, () => move(own, beside)] as const
        return [
          [`${what} by a command`, () => this.#command(thread, work)],
          [`${what}, which it edits`, () => this.#named(thread, beside, work)],
        ] as const
      }),
      [`${threadId} shows what was hidden`, () => this.#command(thread, () => world.write('.gitignore', '\n'))],
      [`${threadId} moves ${own} and names its new place`, () => this.#namedMove(thread, [`${own}.moved`], own)],
      [`${threadId} moves ${own} and names both places`, () => this.#namedMove(thread, [own, `${own}.moved`], own)],
      ...this.#reshapes(own, thread.promptId)
        .map(([what, deed]) => [`${threadId} ${what}`, () => this.#command(thread, deed)] as const),
      [`${threadId} moves photos in`, () => this.#command(thread, () => this.#moveIn())],
      [`${threadId} stashes`, () => this.#command(thread, () => world.git('stash', '-q'))],
      [`${threadId} commits`, () => this.#command(thread, () => world.commit(threadId))],
      [`${threadId} resets`, () => this.#command(thread, () => world.git('reset', '-q', '--hard'))],
      [`${threadId} rebases`, () => this.#command(thread, () => world.git(...rebase))],
      [`${threadId} cleans`, () => this.#command(thread, () => world.git('clean', '-fdq'))],
      [`${threadId} links ${own}`, () => this.#command(thread, () => world.link(`${own}.link`, thread.promptId!))],
      [`${threadId} writes back what was typed`, () => this.#writeTyped(thread)],
      [`${threadId} leaves a program running`, () => this.#runProgram(thread)],
      [`${threadId} asks`, () => this.#ask(thread)],
      [`${threadId} asks about ${own}`, () => this.#ask(thread, own)],
      [`${threadId} ends`, () => this.#endTurn(thread)],
      [`${threadId} ends its turn`, () => this.#endTurn(thread)],
      [`reject all of ${threadId} while it works`, () => this.#button(thread, undefined, 'first')],
    ]
  }

  async #beginTurn(thread: ModelThread): Promise<void> {
    await pause(clockMs) // a change at the very moment of a prompt cannot be attributed
    const promptId = `${thread.threadId}${thread.prompts.length}`
    await thread.recorder.beginTurn(promptId)
    thread.prompts.push(promptId)
    thread.promptId = promptId
    thread.wrote.clear()
    await pause(clockMs)
  }

  async #endTurn(thread: ModelThread): Promise<void> {
    const { promptId } = thread
    if (promptId === undefined)
      return
    if (thread.isAsking)
      await this.#answer(thread)
    thread.recorder.endTurn(promptId)
    thread.promptId = undefined
    const wrote = [...thread.wrote].filter(name => this.#world.isFile(name) && this.#linesOf(name).some(line => line.startsWith(promptId)))
    for (let waits = 0; waits < 200 && wrote.length > 0 && !thread.sums.has(promptId); waits++)
      await pause(50)
    const listed = new Set(thread.sums.get(promptId)?.files.map(({ path }) => path))
    const missed = wrote.filter(name => !name.startsWith('data/') && this.#world.isFile(name) && !listed.has(this.#world.at(name)))
    // On a busy machine, a prompt may be sent before the folder was scanned, as the card says.
    if (missed.length > 0 && thread.sums.get(promptId)?.gap === undefined)
      this.#fault(`the card of ${promptId} does not list ${missed.join()}`)
    if (thread.hasProgram && this.#random(2) === 0) {
      await pause(lateMs + clockMs)
      const name = names[this.#random(names.length)]!
      this.told.push(`the person edits ${name} while a program of ${thread.threadId} runs on`)
      this.#edit(name, 'person', 'in place')
      this.#sign(name)
      await pause(seenMs)
    }
    thread.recorder.setCommandRunning(false)
    thread.hasProgram = false
  }

  #runProgram(thread: ModelThread): void {
    thread.recorder.setCommandRunning(true)
    thread.hasProgram = true
  }

  async #ask(thread: ModelThread, name?: string): Promise<void> {
    if (name !== undefined) {
      const text = this.#world.isFile(name) ? this.#world.text(name) : ''
      thread.asksFor = `${text}person ${++this.#lines}\n` // nobody but the person will write it
      const call = { kind: 'edit', status: 'pending', ...this.#diff(name, thread.asksFor) }
      this.#tell(thread, { sessionUpdate: 'tool_call', ...call }, name)
    }
    thread.recorder.noteRequest()
    thread.recorder.setOpenQuestions(1)
    thread.isAsking = true
    thread.asksAbout = name
    await pause(clockMs)
  }

  async #answer(thread: ModelThread): Promise<void> {
    await pause(clockMs) // the person turns from the editor to the question
    thread.recorder.setOpenQuestions(0)
    thread.isAsking = false
    await pause(clockMs)
    if (thread.asksAbout !== undefined)
      this.#tell(thread, { sessionUpdate: 'tool_call_update', status: 'failed' }, thread.asksAbout)
    await pause(clockMs)
    const { asksAbout: name, asksFor: text } = thread
    // An agent tries again, and finds that it exists.
    const isMade = name !== undefined && this.#world.files().get(name) === text
    if (isMade && text !== undefined && this.#random(2) === 0) {
      this.told.push(`${thread.threadId} takes for its own what the person made`)
      const shown = { kind: 'edit', toolCallId: `again ${++this.#lines}`, ...this.#diff(name, text) }
      this.#tell(thread, { sessionUpdate: 'tool_call', status: 'in_progress', ...shown }, name)
      this.#tell(thread, { sessionUpdate: 'tool_call_update', status: 'completed', ...shown }, name)
      await pause(clockMs)
    }
    thread.asksFor = undefined
  }

  #makeAskedFor({ asksAbout: name, asksFor: text }: ModelThread): void {
    if (name === undefined || text === undefined)
      return
    this.#world.write(name, text, this.#random(2) > 0 ? 'rename' : 'in place')
    this.#signed = [...this.#signed, [name, text.trimEnd().split('\n').at(-1)!]]
  }

  async #named(thread: ModelThread, name: string, before = (): void => undefined): Promise<void> {
    // No person edits a file at the moment when it is named, or creates one that an agent reports in the same second.
    await pause(Math.max(clockMs, (this.#madeAt.get(name) ?? 0) + 1_300 - Date.now()))
    const status = this.#random(2) > 0 ? 'pending' : 'in_progress'
    this.#tell(thread, { sessionUpdate: 'tool_call', status, kind: 'edit' }, name)
    await pause(pickBetween(this.#next, 20, seenMs))
    before()
    this.#agentEdits(thread, name)
    await pause(pickBetween(this.#next, 1, 30))
    this.#tell(thread, { sessionUpdate: 'tool_call_update', status: 'completed' }, name)
    await pause(clockMs)
  }

  /** Writes before Parley reads the files that the call names. */
  async #shown(thread: ModelThread, name: string): Promise<void> {
    await pause(Math.max(clockMs, (this.#madeAt.get(name) ?? 0) + 1_300 - Date.now()))
    const read = this.#changed(name, thread.promptId!)
    if (this.#random(3) === 0) {
      this.#edit(name, 'person', 'in place')
      await pause(pickBetween(this.#next, clockMs, seenMs))
    }
    const text = this.#random(2) > 0 ? this.#changed(name, thread.promptId!) : read
    const shown = { kind: 'edit', toolCallId: `shown ${++this.#lines}`, ...this.#diff(name, text) }
    const isLate = this.#random(3) === 0
    const begun = { sessionUpdate: 'tool_call', status: isLate ? 'in_progress' : 'pending', ...shown }
    const tell = (): void => this.#tell(thread, begun, name)
    if (!isLate)
      tell()
    thread.wrote.add(name)
    this.#world.write(name, text)
    if (isLate)
      tell()
    await pause(this.#random(30))
    this.#tell(thread, { sessionUpdate: 'tool_call_update', toolCallId: shown.toolCallId, status: 'completed' }, name)
    await pause(clockMs)
  }

  /** The content of a call that shows its change of a file: the whole text, or the changed lines. */
  #diff(name: string, newText: string): object {
    const path = this.#world.at(name)
    const oldText = this.#world.isFile(name) ? this.#world.text(name) : null
    const [old, fresh] = [oldText?.split('\n') ?? [], newText.split('\n')]
    const same = fresh.findIndex((line, at) => line !== old[at])
    const before = old.slice(same, same + 2).join('\n')
    const after = fresh.slice(same, fresh.length - old.length + same + 2).join('\n')
    const isPart = same >= 0 && before !== '' && this.#random(2) > 0
    return { content: [{ type: 'diff', path, ...isPart ? { oldText: before, newText: after } : { oldText, newText } }] }
  }

  async #toldLate(thread: ModelThread, name: string): Promise<void> {
    if (this.#world.isFile(name) || name.startsWith('data/')) // in a hidden folder it may be old
      return
    this.#agentEdits(thread, name)
    await pause(pickBetween(this.#next, 0, seenMs))
    this.#tell(thread, { sessionUpdate: 'tool_call', status: 'completed', kind: 'edit' }, name)
    await pause(clockMs)
  }

  async #namedMove(thread: ModelThread, named: readonly string[], name: string): Promise<void> {
    await pause(clockMs) // nobody creates a file at the very moment when its new place is named
    const toolCallId = `move ${++this.#lines}`
    const locations = named.map(place => ({ path: this.#world.at(place) }))
    const call = { toolCallId, title: 'x', kind: 'move', status: 'pending', locations } as const
    thread.recorder.take({ sessionUpdate: 'tool_call', ...call })
    await pause(pickBetween(this.#next, 20, seenMs))
    this.#world.move(name, `${name}.moved`)
    await pause(pickBetween(this.#next, 1, 30))
    thread.recorder.take({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
    await pause(clockMs)
  }

  /** Changes a file but not its lines. */
  #reshapes(name: string, who: string): readonly (readonly [string, () => void])[] {
    const world = this.#world
    const path = world.at(name)
    const whereFile = (work: () => void) => (): void => void (world.isFile(name) && work())
    return [
      [`makes ${name} executable`, whereFile(() => chmodSync(path, 0o755))],
      [`dates ${name} back`, whereFile(() => utimesSync(path, 0, 0))],
      [`links ${name} hard`, whereFile(() => existsSync(`${path}.hard`) || linkSync(path, `${path}.hard`))],
      [`edits ${name}.hard`, () => world.isFile(`${name}.hard`) && this.#edit(`${name}.hard`, who, 'in place')],
      [`flips the line ends of ${name}`, whereFile(() => {
        const text = world.text(name)
        world.write(name, text.includes('\r') ? text.replaceAll('\r', '') : text.replaceAll('\n', '\r\n'))
      })],
      [`makes ${name} a folder`, whereFile(() => {
        const text = world.text(name)
        world.remove(name)
        world.write(`${name}/x`, text)
      })],
      [`makes ${name} a file again`, () => {
        const text = world.isFile(`${name}/x`) ? world.text(`${name}/x`) : undefined
        if (text === undefined)
          return
        world.remove(name)
        world.write(name, text)
      }],
      [`renames ${name} by case`, () => world.move(name, name.toUpperCase())],
      [`puts a link in the place of ${name}`, whereFile(() => {
        world.move(name, `${name}.real`)
        if (!world.isFile(name))
          world.link(name, `${basename(name)}.real`)
      })],
    ]
  }

  async #through(thread: ModelThread, name: string): Promise<void> {
    const text = this.#changed(name, thread.promptId!)
    thread.wrote.add(name)
    await thread.recorder.write(this.#world.at(name), announce => this.#world.writeAnnounced(name, text, announce))
  }

  async #command(thread: ModelThread, work: () => void): Promise<void> {
    const toolCallId = `command ${++this.#lines}`
    thread.recorder.take({ sessionUpdate: 'tool_call', toolCallId, title: 'x', kind: 'execute', status: 'pending' })
    await pause(pickBetween(this.#next, 20, seenMs))
    work()
    await pause(pickBetween(this.#next, 1, 30))
    thread.recorder.take({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
  }

  /** With earlier unsaved text, merged into the file on disk meanwhile. */
  async #save(thread: ModelThread, name: string): Promise<void> {
    this.#type(name)
    await pause(this.#random(50))
    const lines = [...this.#linesOf(name), this.#typed.get(name)!]
    const text = lines.map(line => `${line}\n`).join('')
    await thread.review.recordSave(this.#world.at(name), announce => this.#world.writeAnnounced(name, text, announce))
    this.#typed.delete(name)
    this.#world.noteUnsaved(name, false)
  }

  #type(name: string): void {
    if (this.#typed.has(name))
      return
    this.#typed.set(name, `person ${++this.#lines}`)
    this.#world.noteUnsaved(name, true)
  }

  /** An agent read unsaved text, and writes it with its own tools. */
  async #writeTyped(thread: ModelThread): Promise<void> {
    const place = relative(this.#world.root, thread.folder)
    const [name, typed] = [...this.#typed].find(([name]) => name.startsWith(place)) ?? []
    if (name === undefined || typed === undefined || this.#linesOf(name).includes(typed))
      return
    thread.wrote.add(name)
    this.#tell(thread, { sessionUpdate: 'tool_call', status: 'in_progress', kind: 'edit' }, name)
    await pause(clockMs)
    const lines = [...this.#linesOf(name), typed, `${thread.promptId!} ${++this.#lines}`]
    this.#world.write(name, lines.map(line => `${line}\n`).join(''))
    this.#signed = [...this.#signed, [name, typed]]
    this.#tell(thread, { sessionUpdate: 'tool_call_update', status: 'completed' }, name)
    await this.#world.seen()
  }

  async #editLocked(name: string): Promise<void> {
    const lock = this.#world.at(join(name, '..', `.${name.split('/').at(-1)!}.swp`))
    mkdirSync(join(lock, '..'), { recursive: true })
    writeFileSync(lock, 'x')
    await pause(this.#random(clockMs))
    this.#edit(name, 'person', 'rename')
    this.#sign(name)
    await this.#world.seen()
    rmSync(lock)
  }

  #moveIn(): void {
    const from = join(this.#world.elsewhere, 'photos')
    if (existsSync(from) && !existsSync(this.#world.at('photos')))
      renameSync(from, this.#world.at('photos'))
  }

  #mount(): void {
    const place = join(this.#world.elsewhere, 'photos')
    if (existsSync(place))
      this.#moveIn()
    else if (existsSync(this.#world.at('photos')))
      renameSync(this.#world.at('photos'), place)
  }

  async #keep(thread: ModelThread): Promise<void> {
    const { marks } = await thread.review.list({ threadId: thread.threadId })
    await this.#watched(thread, [], new Set(), () => thread.review.decideAll({ threadId: thread.threadId, act: 'keep', marks }))
  }

  /** Rejects or restores the initial selection, or every row. */
  async #button(thread: ModelThread, promptId: string | undefined, which: 'first' | 'every'): Promise<void> {
    await pause(seenMs) // the list is on the screen, and no longer grows
    const planned = await this.#world.plan(thread, promptId).catch(unlessBusy)
    const chosen = which === 'first' ? getInitialChoice(planned ?? []) : new Set(planned?.map(({ path }) => path))
    const files = selectFiles(planned ?? [], chosen)
    if (!planned || files.length === 0)
      return
    const before = this.#world.files()
    // This restored git's tracked files, which counts as a change of the running command.
    for (const name of ['data/f', 'photos/p']) {
      const row = planned.find(({ path, does }) => does === 'delete' && path === this.#world.at(name))
      if (row && before.get(name)?.replaceAll('\r', '') === this.#first.get(name) && !this.#world.isTracked(name))
        this.#fault(`${name}, which was hidden or elsewhere, counts as an addition: ${row.by.join()}`)
    }
    const outcome = await this.#watched(thread, planned, chosen, () => promptId === undefined
      ? thread.review.decide({ threadId: thread.threadId, act: 'reject', files })
      : thread.review.restore(promptId, files))
    // Undone immediately, everything is as before, byte for byte.
    if (outcome?.left.length === 0 && outcome.done > 0 && this.#random(3) === 0) {
      const undone = await this.#undo(thread)
      const after = this.#world.files()
      const others = [...before.keys(), ...after.keys()].filter(name => before.get(name) !== after.get(name))
      if (undone?.left.length === 0 && others.length > 0)
        this.#fault(`the undo did not bring back ${[...new Set(others)].join()}`)
    }
  }

  async #undo(thread: ModelThread): Promise<ReviewOutcome | undefined> {
    const { undo } = await thread.review.list({ threadId: thread.threadId })
    return undo && await this.#watched(thread, undefined, new Set(), () => thread.review.undo(undo))
  }

  /**
   * Executes a button's action. `planned`: the shown rows; `undefined` for an undo, which reverts what its act
   * restored.
   */
  async #watched(
    thread: ModelThread,
    planned: readonly PlannedChange[] | undefined,
    chosen: ReadonlySet<string>,
    press: () => Promise<ReviewOutcome>,
  ): Promise<ReviewOutcome | undefined> {
    const before = this.#world.files()
    const git = this.#world.gitStamp()
    const outcome = await press().catch(unlessBusy)
    if (this.#world.gitStamp() !== git)
      this.#fault('the repository changed')
    const after = this.#world.files()
    const [old, now] = [listPersonLines(before.values()), listPersonLines(after.values())]
    const lost = [...old].filter(line => !now.has(line))
    const mayGo = (line: string): boolean => {
      if (!planned)
        return this.#broughtBack.get(thread.threadId)?.has(line) === true
      const places = [...before]
        .filter(([, text]) => text.split(lineEnd).includes(line))
        .map(([name]) => this.#world.at(name))
      const isSigned = (path: string): boolean =>
        this.#signed.some(([name, signed]) => signed === line && this.#world.at(name) === path)
      return planned.some(row => places.includes(row.path) && chosen.has(row.path) && !row.conflict
        && (isSigned(row.path) ? getPlannedGrade(row) === 'unclear' : getPlannedGrade(row) !== 'edits'))
    }
    const wrong = lost.filter(line => !mayGo(line))
    if (wrong.length > 0)
      this.#fault(`lost ${wrong.join()}; rows: ${JSON.stringify(planned?.map(({ path, by, conflict }) => [path, ...by, conflict]))}`)
    if (planned) {
      // Of each file: another one may hold the same lines, until the person deletes it.
      const back = [...after].flatMap(([name, text]) => {
        const had = listPersonLines([before.get(name) ?? ''])
        return [...listPersonLines([text])].filter(line => !had.has(line))
      })
      this.#broughtBack.set(thread.threadId, new Set([...this.#broughtBack.get(thread.threadId) ?? [], ...back]))
    }
    return outcome
  }

  #tell(thread: ModelThread, update: object, name: string): void {
    const path = this.#world.at(name)
    thread.recorder.take({ toolCallId: `edit ${name}`, title: 'x', locations: [{ path }], ...update } as unknown as SessionUpdate)
  }

  #agentEdits(thread: ModelThread, name: string): void {
    thread.wrote.add(name)
    this.#edit(name, thread.promptId!, 'in place')
  }

  #edit(name: string, who: string, how: 'in place' | 'rename'): void {
    if (who === 'person' && !this.#world.isFile(name))
      this.#madeAt.set(name, Date.now())
    this.#world.write(name, this.#changed(name, who), how)
    if (who === 'person' && this.#hasOthers())
      this.#sign(name)
  }

  /** Whether an agent waits for the person, or several work. */
  #hasOthers(): boolean {
    const { threads } = this.#world
    const working = threads.filter(({ promptId }) => promptId !== undefined)
    return working.length > 1 || working.some(({ isAsking }) => isAsking)
  }

  /** Records that the person's last change was attributed to another author. */
  #sign(name: string): void {
    this.#signed = [...this.#signed, [name, `person ${this.#lines}`]]
  }

  /** Returns the file with an additional line of that author. An agent may overwrite lines of others. */
  #changed(name: string, who: string): string {
    const lines = this.#linesOf(name)
    const at = this.#random(lines.length + 1)
    lines.splice(at, who === 'person' ? 0 : this.#random(2), `${who} ${++this.#lines}`)
    return lines.map(line => `${line}\n`).join('')
  }

  #linesOf(name: string): string[] {
    return this.#world.isFile(name) ? this.#world.text(name).split(lineEnd).filter(Boolean) : []
  }

  #text(who: string, count: number): string {
    return Array.from({ length: count }, () => `${who} ${++this.#lines}\n`).join('')
  }

  #fault(what: string): void {
    this.#world.faults.push(what)
  }

  #random(below: number): number {
    return below <= 0 ? 0 : pickBetween(this.#next, 0, below - 1)
  }
}

/** Lists the lines that no agent wrote. */
function listPersonLines(texts: Iterable<string>): Set<string> {
  return new Set([...texts].flatMap(text => text.split(lineEnd)).filter(line => /^(?:person|old) /.test(line)))
}

function unlessBusy(error: unknown): undefined {
  const expected = /working in this folder|undone already|not recorded|is not there/
  if (!(error instanceof Error && expected.test(error.message)))
    throw error
}
