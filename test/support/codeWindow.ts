import type { BufferView } from '../../src/shared/contract/methods/bufferMethods'
import type { HostConnection } from '../../src/shared/rpc'
import { collab } from '@codemirror/collab'
import { EditorState } from '@codemirror/state'
import { type CollabWire, createCollabWire } from '../../src/renderer/components/editor/code/collabWire'
import { createUnsentTexts, type UnsentTexts } from '../../src/renderer/components/editor/unsentTexts'

/**
 * A window with one open file and its editor's wire, without the page. Text that the host has not confirmed survives a
 * lost connection.
 */
export class CodeWindow {
  readonly unsent: UnsentTexts = createUnsentTexts()
  readonly #place: { threadId: string, path: string }
  #connection: (HostConnection & { close: () => void }) | undefined
  #state!: EditorState
  #view!: BufferView
  #wire: CollabWire | undefined

  private constructor(place: { threadId: string, path: string }) {
    this.#place = place
  }

  static async open(connection: HostConnection & { close: () => void }, place: { threadId: string, path: string }): Promise<CodeWindow> {
    const window = new CodeWindow(place)
    await window.reconnect(connection)
    return window
  }

  get text(): string {
    return this.#state.doc.toString()
  }

  /** Replaces the first occurrence by that text. */
  type(over: string, insert: string): void {
    const from = this.text.indexOf(over)
    this.#state = this.#state.update({ changes: { from, to: from + over.length, insert } }).state
  }

  push(): Promise<void> {
    return this.#wire!.push() // open
  }

  /** Cuts the connection. The window keeps typed text and accepts more. */
  cut(): void {
    this.#connection?.close()
  }

  /** Reconnects like the page: sends pending text, and opens the file again. */
  async reconnect(connection: HostConnection & { close: () => void }): Promise<void> {
    const changes = this.#wire?.unsent()
    this.#wire = undefined
    this.#connection = connection
    if (changes)
      this.unsent.keep({ ...changes, ...this.#place, lineage: this.#view.lineage })
    this.unsent.handOver(connection.host)
    await this.unsent.waitForHandOver(this.#place.path)
    if (this.unsent.refused.value.length === 0)
      await this.#open(connection)
  }

  async #open({ host, on }: HostConnection): Promise<void> {
    const view = await host.openBuffer(this.#place)
    if (view.kind !== 'text')
      throw new Error(view.reason)
    this.#view = view
    const extensions = [collab({ startVersion: view.version, clientID: crypto.randomUUID() })]
    this.#state = EditorState.create({ doc: view.text, extensions })
    const current = (): EditorState => this.#state
    const wire = createCollabWire({
      view: {
        get state() {
          return current()
        },
        dispatch: transactions => transactions.forEach(made => this.#state = made.state),
      },
      send: (version, updates) => host.updateBuffer({ ...this.#place, version, updates }),
      after: changed => changed.state.update({}),
      onLost: () => undefined,
    })
    this.#wire = wire
    on('bufferUpdates', ({ version, updates }) => wire.receive(version, updates))
  }
}
