import type { BufferAuthor, TextUpdate } from '../../../../shared/contract/methods/bufferMethods'
import { getClientID, getSyncedVersion, receiveUpdates, sendableUpdates, type Update } from '@codemirror/collab'
import { ChangeSet, type EditorState, type Text, type Transaction } from '@codemirror/state'
import { type UntakenChanges, untakenChanges } from './untaken'

/** What keeps a text in a window and in the host the same. */
export interface CollabWire {
  /** Hands over what was typed; done when the host has all of it. Rejects when the host refuses. */
  push(): Promise<void>
  /** Takes the host's updates, which begin at that version. */
  receive(version: number, updates: readonly TextUpdate[]): void
  /** What the host did not take yet, or may forget again; `undefined` where it has all. */
  untaken(): UntakenChanges | undefined
}

/** Options of `collabWire`. */
interface CollabOptions {
  /** An `EditorView`, of which only this counts. */
  readonly view: { readonly state: EditorState, dispatch(transactions: readonly Transaction[]): void }
  readonly send: (version: number, updates: TextUpdate[]) => Promise<{ isAccepted: boolean }>
  /** What follows in the same transaction when someone else's change came in, such as a mark of what they wrote. */
  readonly after: (changed: Transaction, by: BufferAuthor | undefined) => Transaction
  /** The window and the host know different texts: the file has to be opened again. */
  readonly onLost: () => void
}

/** How many attempts may be accepted by the host without its event arriving. */
const maxInVain = 3
/** How long the event may take. */
const tellMs = 2_000
/** How many updates are sent at once; the host accepts at most twice as many. */
const maxSent = 500

/**
 * The window's end of the wire between its text and the host's, as `@codemirror/collab` wants it. Long: its functions
 * share what is on its way.
 */
export function collabWire({ view, send, after, onLost }: CollabOptions): CollabWire {
  let pushing: Promise<void> | undefined
  let isLost = false
  const hostTexts = new HostTexts(view.state.doc)
  let onReported = (): void => undefined

  function lose(): void {
    if (!isLost)
      onLost()
    isLost = true
  }

  async function pushAll(): Promise<void> {
    let inVain = 0
    while (!isLost && sendableUpdates(view.state).length > 0) {
      const version = getSyncedVersion(view.state)
      const { isAccepted } = await send(version, sendableUpdates(view.state).slice(0, maxSent).map(toldOf))
      if (!isAccepted || inVain === maxInVain)
        return lose()
      // The host tells all windows what it took; what it took twice it tells once.
      if (getSyncedVersion(view.state) !== version)
        inVain = 0
      else if (!await heard())
        inVain++
    }
  }

  /** Whether the host tells of something soon. */
  async function heard(): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, tellMs, false)
      onReported = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  function push(): Promise<void> {
    pushing ??= pushAll().finally(() => pushing = undefined)
    return pushing
  }

  function receive(version: number, updates: readonly TextUpdate[]): void {
    const synced = getSyncedVersion(view.state)
    if (isLost || version + updates.length <= synced)
      return
    if (version > synced)
      return lose()
    for (const run of runsByAuthor(updates.slice(synced - version))) {
      try {
        const told = run.map(updateOf)
        const changed = receiveUpdates(view.state, told)
        const isOwn = run[0]?.clientId === getClientID(view.state)
        view.dispatch([changed, after(changed, isOwn ? undefined : run[0]?.by)])
        hostTexts.change(told.map(({ changes }) => changes), { isOwn })
      }
      catch (error) {
        if (!(error instanceof RangeError))
          throw error
        return lose() // they are of another text
      }
    }
  }

  return {
    push,
    receive(version, updates) {
      receive(version, updates)
      onReported()
    },
    untaken() {
      const updates = sendableUpdates(view.state)
      if (updates.length === 0 && !hostTexts.isOwnNew)
        return undefined
      return untakenChanges({
        version: getSyncedVersion(view.state),
        updates: joined(updates).map(toldOf),
        hostTexts: hostTexts.latest,
        text: view.state.doc,
      })
    },
  }
}

function toldOf({ clientID, changes }: Update): TextUpdate {
  return { clientId: clientID, changes: changes.toJSON() as unknown }
}

/** In one call of the host. Those of one `push` stay as they are, by which the host knows what it took already. */
function joined(updates: readonly Update[]): Update[] {
  const [next, ...rest] = updates.slice(maxSent)
  const last = next && { ...next, changes: rest.reduce((all, { changes }) => all.compose(changes), next.changes) }
  return [...updates.slice(0, maxSent), ...last ? [last] : []]
}

function updateOf({ clientId, changes }: TextUpdate): Update {
  return { clientID: clientId, changes: ChangeSet.fromJSON(changes) }
}

/** Updates that follow one another and are of one author, so that each author's lines are known. */
function runsByAuthor(updates: readonly TextUpdate[]): TextUpdate[][] {
  const runs: TextUpdate[][] = []
  for (const update of updates) {
    const last = runs.at(-1)
    if (last && authorOf(last[0]) === authorOf(update))
      last.push(update)
    else
      runs.push([update])
  }
  return runs
}

function authorOf(update: TextUpdate | undefined): string {
  const by = update?.by
  return by?.kind === 'agent' ? `${by.threadId} ${by.agentName}` : by?.kind ?? ''
}

/** The host stores what was typed 200 ms later; a slow disk takes its time. */
const storedAfterMs = 2_000
/** More than the host tells of in that time to someone who types. */
const maxKept = 100

/** The texts that the host told a window of: the latest one, and those that it may go back to when it is killed. */
class HostTexts {
  #latest: Text
  #earlier: { readonly text: Text, readonly until: number }[] = []
  #ownUntil = 0

  constructor(text: Text) {
    this.#latest = text
  }

  /** The latest first. */
  get latest(): readonly Text[] {
    const now = Date.now()
    return [this.#latest, ...this.#earlier.filter(({ until }) => until > now).map(({ text }) => text).toReversed()]
  }

  /** The window typed what the host may not have stored yet. */
  get isOwnNew(): boolean {
    return this.#ownUntil > Date.now()
  }

  change(changes: readonly ChangeSet[], { isOwn }: { isOwn: boolean }): void {
    const until = Date.now() + storedAfterMs
    if (isOwn)
      this.#ownUntil = until
    this.#earlier = [...this.#earlier.slice(1 - maxKept), { text: this.#latest, until }]
    this.#latest = changes.reduce((text, change) => change.apply(text), this.#latest)
  }
}
