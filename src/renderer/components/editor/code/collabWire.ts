import type { BufferAuthor, TextUpdate } from '../../../../shared/contract/methods/bufferMethods'
import { getClientID, getSyncedVersion, receiveUpdates, sendableUpdates, type Update } from '@codemirror/collab'
import { ChangeSet, type EditorState, type Text, type Transaction } from '@codemirror/state'
import { findUnsentChanges, type UnsentChanges } from './unsentChanges'

/** Keeps a window's text and the host's in sync. */
export interface CollabWire {
  /** Sends typed text. Resolves when the host has all of it, and rejects if the host rejects it. */
  push(): Promise<void>
  /** Applies the host's updates that follow `version`. */
  receive(version: number, updates: readonly TextUpdate[]): void
  /** Returns changes that the host has not accepted or may lose; `undefined` if there are none. */
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

/** Maximum accepted attempts that no event of the host confirms. */
const maxUnconfirmed = 3
/** Time limit for the event. */
const eventTimeoutMs = 2_000
/** Updates per call; the host accepts twice as many. */
const maxSent = 500

/**
 * Syncs the window's text with the host's by `@codemirror/collab`. Long because its functions share the pending
 * state.
 */
export function createCollabWire({ view, send, after, onLost }: CollabOptions): CollabWire {
  let pushing: Promise<void> | undefined
  let isLost = false
  const hostTexts = new HostTexts(view.state.doc)
  let onEvent = (): void => undefined

  function reportLost(): void {
    if (!isLost)
      onLost()
    isLost = true
  }

  async function pushAll(): Promise<void> {
    let unconfirmed = 0
    while (!isLost && sendableUpdates(view.state).length > 0) {
      const version = getSyncedVersion(view.state)
      const { isAccepted } = await send(version, sendableUpdates(view.state).slice(0, maxSent).map(toTextUpdate))
      if (!isAccepted || unconfirmed === maxUnconfirmed)
        return reportLost()
      // The host publishes accepted updates to all windows, duplicates only once.
      if (getSyncedVersion(view.state) !== version)
        unconfirmed = 0
      else if (!await waitForEvent())
        unconfirmed++
    }
  }

  /** Resolves to whether the host published updates in time. */
  async function waitForEvent(): Promise<boolean> {
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, eventTimeoutMs, false)
      onEvent = () => {
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
      return reportLost()
    for (const run of splitByAuthor(updates.slice(synced - version))) {
      try {
        const received = run.map(toUpdate)
        const changed = receiveUpdates(view.state, received)
        const isOwn = run[0]?.clientId === getClientID(view.state)
        view.dispatch([changed, after(changed, isOwn ? undefined : run[0]?.by)])
        hostTexts.change(received.map(({ changes }) => changes), { isOwn })
      }
      catch (error) {
        if (!(error instanceof RangeError))
          throw error
        return reportLost() // the updates belong to another text
      }
    }
  }

  return {
    push,
    receive(version, updates) {
      receive(version, updates)
      onEvent()
    },
    unsent() {
      const updates = sendableUpdates(view.state)
      if (updates.length === 0 && !hostTexts.hasUnstoredInput)
        return undefined
      return findUnsentChanges({
        version: getSyncedVersion(view.state),
        updates: joinForSending(updates).map(toTextUpdate),
        hostTexts: hostTexts.latest,
        text: view.state.doc,
      })
    },
  }
}

function toTextUpdate({ clientID, changes }: Update): TextUpdate {
  return { clientId: clientID, changes: changes.toJSON() as unknown }
}

/** Joins updates that exceed one call. The first ones stay as `push` sent them, so the host recognizes duplicates. */
function joinForSending(updates: readonly Update[]): Update[] {
  const [next, ...rest] = updates.slice(maxSent)
  const last = next && { ...next, changes: rest.reduce((all, { changes }) => all.compose(changes), next.changes) }
  return [...updates.slice(0, maxSent), ...last ? [last] : []]
}

function toUpdate({ clientId, changes }: TextUpdate): Update {
  return { clientID: clientId, changes: ChangeSet.fromJSON(changes) }
}

/** Splits updates into runs of one author, to mark each author's lines. */
function splitByAuthor(updates: readonly TextUpdate[]): TextUpdate[][] {
  const runs: TextUpdate[][] = []
  for (const update of updates) {
    const last = runs.at(-1)
    if (last && getAuthorKey(last[0]) === getAuthorKey(update))
      last.push(update)
    else
      runs.push([update])
  }
  return runs
}

function getAuthorKey(update: TextUpdate | undefined): string {
  const by = update?.by
  return by?.kind === 'agent' ? `${by.threadId} ${by.agentName}` : by?.kind ?? ''
}

/** Maximum time until the host has stored typed text: 200 ms, plus a slow disk. */
const storeTimeoutMs = 2_000
/** Maximum earlier texts kept; more than the host publishes in that time. */
const maxKept = 100

/** Texts of the host: the latest one, and earlier ones that a killed host may restart from. */
class HostTexts {
  #latest: Text
  #earlier: { readonly text: Text, readonly until: number }[] = []
  #ownUntil = 0

  constructor(text: Text) {
    this.#latest = text
  }

  /** All of these texts, latest first. */
  get latest(): readonly Text[] {
    const now = Date.now()
    return [this.#latest, ...this.#earlier.filter(({ until }) => until > now).map(({ text }) => text).toReversed()]
  }

  /** Whether the host may not have stored recently typed text. */
  get hasUnstoredInput(): boolean {
    return this.#ownUntil > Date.now()
  }

  change(changes: readonly ChangeSet[], { isOwn }: { isOwn: boolean }): void {
    const until = Date.now() + storeTimeoutMs
    if (isOwn)
      this.#ownUntil = until
    this.#earlier = [...this.#earlier.slice(1 - maxKept), { text: this.#latest, until }]
    this.#latest = changes.reduce((text, change) => change.apply(text), this.#latest)
  }
}
