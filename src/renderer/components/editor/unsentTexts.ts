import type { HostClient } from '../../../shared/contract/contract'
import type { UnsentChanges } from './code/unsentChanges'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type ComputedRef, type InjectionKey, shallowReactive } from 'vue'
import { errorMessage, HostError } from '../../../shared/errors'
import { maxSentCharacters } from '../../../shared/files/fileLimits'
import { isOutOfReach } from '../../report'
import { editorWords as words } from './words'

/** Text typed while the host could not receive it. */
interface UnsentText extends UnsentChanges {
  readonly threadId: string
  /** The file's real path, as the host has it. */
  readonly path: string
  readonly lineage: string
}

/** Selection, scroll position and focus in a text. */
export interface CodePlace {
  readonly anchor: number
  readonly head: number
  readonly top: number
  readonly isFocused: boolean
}

/** A text that the host rejected. */
interface RefusedText {
  readonly text: UnsentText
  readonly why: string
}

/** Typed texts that the host has not received. They outlive a lost connection and the components that used it. */
export interface UnsentTexts {
  /** Rejected texts. The person decides what to do with them. */
  readonly refused: ComputedRef<readonly RefusedText[]>
  /** Functions of open views that return whether they have such a text, for one path or for any. */
  readonly shown: Set<(path?: string) => boolean>
  /** Whether any text is pending. */
  hasAny(): boolean
  /** Whether typed text is still in transit from an open editor. */
  isInTransit(path: string): boolean
  /** The last position in each file, and the connection at that time. */
  readonly places: Map<string, CodePlace & { readonly host: HostClient }>
  keep(text: UnsentText): void
  drop(text: UnsentText): void
  /** Sends all pending texts to the host. */
  handOver(host: HostClient): void
  /** Resolves when the host has received or rejected the pending texts of a file. */
  waitForHandOver(path: string): Promise<void>
}

const unsentKey: InjectionKey<UnsentTexts> = Symbol('unsentTexts')

/** Provides the texts. Must be called above all components that a new connection replaces. */
export function provideUnsentTexts(): UnsentTexts {
  const texts = createUnsentTexts()
  provideLocal(unsentKey, texts)
  return texts
}

/** Returns the provided texts, or none without a provider. */
export function useUnsentTexts(): UnsentTexts {
  return injectLocal(unsentKey, createUnsentTexts, true)
}

/** Creates an empty collection. */
export function createUnsentTexts(): UnsentTexts {
  const pending = shallowReactive(new Map<UnsentText, { readonly why?: string, readonly done?: Promise<void> }>())

  const shown = new Set<(path?: string) => boolean>()

  async function handOverOne(host: HostClient, text: UnsentText): Promise<void> {
    try {
      await deliver(host, text)
      pending.delete(text)
    }
    catch (error) {
      // Without a connection, the text stays pending until the next one.
      if (pending.has(text) && !isOutOfReach(error))
        pending.set(text, { why: errorMessage(error) })
    }
  }

  return {
    refused: computed(() => [...pending].flatMap(([text, { why }]) => why === undefined ? [] : [{ text, why }])),
    shown,
    hasAny: () => pending.size > 0 || [...shown].some(hasAny => hasAny()),
    isInTransit: path => [...shown].some(hasAny => hasAny(path)),
    places: new Map(),
    keep: text => pending.set(text, {}),
    drop: text => pending.delete(text),
    handOver(host) {
      for (const text of [...pending.keys()])
        pending.set(text, { done: handOverOne(host, text) })
    },
    async waitForHandOver(path) {
      await Promise.all([...pending].flatMap(([text, { done }]) => text.path === path && done ? [done] : []))
    },
  }
}

async function deliver(
  host: HostClient,
  { threadId, path, lineage, version, updates, forText }: UnsentText,
): Promise<void> {
  const place = { threadId, path }
  const view = await host.openBuffer(place)
  try {
    if (view.kind === 'other')
      throw new HostError('unsupported', view.reason)
    // Resends the original updates, so that the host recognizes those that it received without confirming them.
    if (view.lineage === lineage && updates.length === 0)
      return
    if (view.lineage === lineage && (await host.updateBuffer({ ...place, version, updates: [...updates] })).isAccepted)
      return
    const merged = forText(view.text)
    if (merged && merged.base.length > maxSentCharacters)
      throw new HostError('unsupported', words.unsent.tooLong)
    if (merged)
      await host.mergeIntoBuffer({ ...place, ...merged })
  }
  finally {
    await host.closeBuffer(place)
  }
}
