import type { BufferAuthor, TextUpdate } from '../../../../shared/contract/methods/bufferMethods'
import { getClientID, getSyncedVersion, receiveUpdates, sendableUpdates, type Update } from '@codemirror/collab'
import { ChangeSet, type EditorState, type Text, type Transaction } from '@codemirror/state'
import { findUnsentChanges, type UnsentChanges } from './unsentChanges'

/** Keeps a window's text and the host's in sync. */
export interface CollabWire {
  /** Sends typed text. Resolves when the host has all of it; rejects if the host refuses. */
  push(): Promise<void>
  /** Takes the host's updates from that version. */
  receive(version: number, updates: readonly TextUpdate[]): void
  /** Changes that the host has not taken or may lose; `undefined` if none. */
  unsent(): UnsentChanges | undefined
}

interface CollabOptions {
  /** The used part of an `EditorView`. */
  readonly view: { readonly state: EditorState, dispatch(transactions: readonly Transaction[]): void }
  readonly send: (version: number, updates: TextUpdate[]) => Promise<{ isAccepted: boolean }>
  /** Effects in the same transaction as a remote change, such as marks. */
  readonly after: (changed: Transaction, by: BufferAuthor | undefined) => Transaction
  /** Window and host have different texts, so the file must be reopened. */
  readonly onLost: () => void
}

/** Maximum accepted attempts without the host's event. */
const maxInVain = 3
/** Time limit for the event. */
const tellMs = 2_000
/** Updates per call; the host accepts twice as many. */
const maxSent = 500

/**
 * The window's end of the connection between its text and the host's, for `@codemirror/collab`. Long, as its functions
 * share the pending state.
 */
export function createCollabWire({ view, send, after, onLost }: CollabOptions): CollabWire {
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
      const { isAccepted } = await send(version, sendableUpdates(view.state).slice(0, maxSent).map(toTextUpdate))
      if (!isAccepted || inVain === maxInVain)
        return lose()
      // The host publishes accepted updates to all windows, duplicates only once.
      if (getSyncedVersion(view.state) !== version)
        inVain = 0
      else if (!await isReported())
        inVain++
    }
  }

  /** Whether the host publishes something soon. */
  async function isReported(): Promise<boolean> {
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
        const told = run.map(toUpdate)
        const changed = receiveUpdates(view.state, told)
        const isOwn = run[0]?.clientId === getClientID(view.state)
        view.dispatch([changed, after(changed, isOwn ? undefined : run[0]?.by)])
        hostTexts.change(told.map(({ changes }) => changes), { isOwn })
      }
      catch (error) {
        if (!(error instanceof RangeError))
          throw error
        return lose() // the updates belong to another text
      }
    }
  }

  return {
    push,
    receive(version, updates) {
      receive(version, updates)
      onReported()
    },
    unsent() {
      const updates = sendableUpdates(view.state)
      if (updates.length === 0 && !hostTexts.isOwnNew)
        return undefined
      return findUnsentChanges({
        version: getSyncedVersion(view.state),
        updates: joinUpdates(updates).map(toTextUpdate),
        hostTexts: hostTexts.latest,
        text: view.state.doc,
      })
    },
  }
}

function toTextUpdate({ clientID, changes }: Update): TextUpdate {
  return { clientId: clientID, changes: changes.toJSON() as unknown }
}

/** Sent in one call. Updates of a `push` stay unchanged, so that the host recognizes duplicates. */
function joinUpdates(updates: readonly Update[]): Update[] {
  const [next, ...rest] = updates.slice(maxSent)
  const last = next && { ...next, changes: rest.reduce((all, { changes }) => all.compose(changes), next.changes) }
  return [...updates.slice(0, maxSent), ...last ? [last] : []]
}

function toUpdate({ clientId, changes }: TextUpdate): Update {
  return { clientID: clientId, changes: ChangeSet.fromJSON(changes) }
}

/** Consecutive updates of one author, so that each author's lines are known. */
function runsByAuthor(updates: readonly TextUpdate[]): TextUpdate[][] {
  const runs: TextUpdate[][] = []
  for (const update of updates) {
    const last = runs.at(-1)
    if (last && getAuthor(last[0]) === getAuthor(update))
      last.push(update)
    else
      runs.push([update])
  }
  return runs
}

function getAuthor(update: TextUpdate | undefined): string {
  const by = update?.by
  return by?.kind === 'agent' ? `${by.threadId} ${by.agentName}` : by?.kind ?? ''
}

/** Time until the host has stored typed text; 200 ms plus a slow disk. */
const storedAfterMs = 2_000
/** More updates than the host publishes in that time. */
const maxKept = 100

/** Texts known from the host: the latest, and those it may return to after a kill. */
class HostTexts {
  #latest: Text
  #earlier: { readonly text: Text, readonly until: number }[] = []
  #ownUntil = 0

  constructor(text: Text) {
    this.#latest = text
  }

  /** Latest first. */
  get latest(): readonly Text[] {
    const now = Date.now()
    return [this.#latest, ...this.#earlier.filter(({ until }) => until > now).map(({ text }) => text).toReversed()]
  }

  /** Recently typed text that the host may not have stored. */
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
