import type { HostEvents } from '../../src/shared/contract/hostEvents'
import type { BufferState, BufferView, TextUpdate } from '../../src/shared/contract/methods/bufferMethods'
import type { HostConnection } from '../../src/shared/rpc'
import { collab, getSyncedVersion, receiveUpdates, sendableUpdates } from '@codemirror/collab'
import { ChangeSet, EditorState } from '@codemirror/state'

/** A window's editor on one file, without its page. */
export class EditedFile {
  readonly #connection: HostConnection
  readonly #place: { threadId: string, path: string }
  #editor: EditorState
  state: BufferState
  readonly view: BufferView
  /** Who changed the text, if not a window. */
  readonly authors: TextUpdate['by'][] = []

  private constructor(connection: HostConnection, place: { threadId: string, path: string }, view: BufferView, clientID: string) {
    this.#connection = connection
    this.#place = place
    this.view = view
    this.state = view
    this.#editor = EditorState.create({ doc: view.text, extensions: [collab({ startVersion: view.version, clientID })] })
    connection.on('bufferChanged', ({ path, state }) => {
      if (path === view.path)
        this.state = state
    })
    connection.on('bufferUpdates', payload => this.#receive(payload))
  }

  static async open(connection: HostConnection, place: { threadId: string, path: string }, clientId = 'window'): Promise<EditedFile> {
    const view = await connection.host.openBuffer(place)
    if (view.kind !== 'text')
      throw new Error(view.reason)
    return new EditedFile(connection, place, view, clientId)
  }

  get text(): string {
    return this.#editor.doc.toString()
  }

  /** Replaces the first occurrence of a text by typing over it. */
  type(over: string, text: string): void {
    const from = this.text.indexOf(over)
    if (from < 0)
      throw new Error(`there is no "${over}" in: ${this.text}`)
    this.#editor = this.#editor.update({ changes: { from, to: from + over.length, insert: text } }).state
  }

  /** Sends typed text until the host has all of it. */
  async push(): Promise<void> {
    for (;;) {
      const updates = sendableUpdates(this.#editor)
        .map(({ clientID, changes }) => ({ clientId: clientID, changes: changes.toJSON() as unknown }))
      if (updates.length === 0)
        return
      await this.#connection.host.updateBuffer({ ...this.#place, version: getSyncedVersion(this.#editor), updates })
    }
  }

  #receive({ path, version, updates }: HostEvents['bufferUpdates']): void {
    const seen = getSyncedVersion(this.#editor) - version
    if (path !== this.view.path || seen < 0 || seen >= updates.length)
      return
    const fresh = updates.slice(seen)
    this.authors.push(...fresh.filter(({ by }) => by).map(({ by }) => by))
    this.#editor = receiveUpdates(
      this.#editor,
      fresh.map(({ clientId, changes }) => ({ clientID: clientId, changes: ChangeSet.fromJSON(changes) })),
    ).state
  }
}
