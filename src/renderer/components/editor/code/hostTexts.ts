import type { ChangeSet, Text } from '@codemirror/state'

/** The host stores what was typed 200 ms later; a slow disk takes its time. */
const storedAfterMs = 2_000
/** More than the host tells of in that time to somebody who types. */
const maxKept = 100

/** The texts that the host told a window of: the latest one, and those that it may go back to when it is killed. */
export class HostTexts {
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
