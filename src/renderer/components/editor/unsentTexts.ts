import type { HostClient } from '../../../shared/contract/contract'
import type { UnsentChanges } from './code/unsentChanges'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type ComputedRef, type InjectionKey, shallowReactive } from 'vue'
import { errorMessage, HostError } from '../../../shared/errors'
import { maxSentCharacters } from '../../../shared/files/fileLimits'
import { isOutOfReach } from '../../report'
import { editorWords as words } from './words'

/** Text typed in a file while the host could not receive it. */
interface UnsentText extends UnsentChanges {
  readonly threadId: string
  /** The path that the host uses. */
  readonly path: string
  readonly lineage: string
}

/** The person's position in a text. */
export interface CodePlace {
  readonly anchor: number
  readonly head: number
  readonly top: number
  readonly isFocused: boolean
}

/** A text that the host refused. */
interface RefusedText {
  readonly text: UnsentText
  readonly why: string
}

/** Typed texts that the host has not received. They outlive the lost connection and everything that depended on it. */
export interface UnsentTexts {
  /** Refused texts, which the person decides about. */
  readonly refused: ComputedRef<readonly RefusedText[]>
  /** Views that may have such a text, asked for one path or for any. */
  readonly shown: Set<(path?: string) => boolean>
  /** Whether any text is pending. */
  hasAny(): boolean
  /** Whether typed text is still in transit from an open editor. */
  isInTransit(path: string): boolean
  /** The person's position in each file, and the connection that it belongs to. */
  readonly places: Map<string, CodePlace & { readonly host: HostClient }>
  keep(text: UnsentText): void
  drop(text: UnsentText): void
  /** Hands over all pending texts. */
  handOver(host: HostClient): void
  /** Resolves when the pending texts of a file were received or refused. */
  handedOver(path: string): Promise<void>
}

const unsentKey: InjectionKey<UnsentTexts> = Symbol('unsentTexts')

/** Call this above everything that a new connection replaces. */
export function provideUnsentTexts(): UnsentTexts {
  const texts = createUnsentTexts()
  provideLocal(unsentKey, texts)
  return texts
}

/** Texts that the host has not received yet, in any file. Outside the app, nothing is pending. */
export function useUnsentTexts(): UnsentTexts {
  return injectLocal(unsentKey, createUnsentTexts, true)
}

/** Nothing is pending yet. */
export function createUnsentTexts(): UnsentTexts {
  const waiting = shallowReactive(new Map<UnsentText, { readonly why?: string, readonly done?: Promise<void> }>())

  const shown = new Set<(path?: string) => boolean>()

  async function handOne(host: HostClient, text: UnsentText): Promise<void> {
    try {
      await deliver(host, text)
      waiting.delete(text)
    }
    catch (error) {
      // Without a connection, it waits for the next one.
      if (waiting.has(text) && !isOutOfReach(error))
        waiting.set(text, { why: errorMessage(error) })
    }
  }

  return {
    refused: computed(() => [...waiting].flatMap(([text, { why }]) => why === undefined ? [] : [{ text, why }])),
    shown,
    hasAny: () => waiting.size > 0 || [...shown].some(hasAny => hasAny()),
    isInTransit: path => [...shown].some(hasAny => hasAny(path)),
    places: new Map(),
    keep: text => waiting.set(text, {}),
    drop: text => waiting.delete(text),
    handOver(host) {
      for (const text of [...waiting.keys()])
        waiting.set(text, { done: handOne(host, text) })
    },
    async handedOver(path) {
      await Promise.all([...waiting].flatMap(([text, { done }]) => text.path === path && done ? [done] : []))
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
    // Resends the original updates, so that the host doesn't add twice what it received without confirming.
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
