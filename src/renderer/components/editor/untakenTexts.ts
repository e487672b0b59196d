import type { HostClient } from '../../../shared/contract/contract'
import type { UntakenChanges } from './code/untaken'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type ComputedRef, type InjectionKey, shallowReactive } from 'vue'
import { errorMessage, HostError } from '../../../shared/errors'
import { maxSentCharacters } from '../../../shared/files/fileLimits'
import { isOutOfReach } from '../../report'
import { editorWords as words } from './words'

/** What was typed in a file while the host could not take it. */
interface UntakenText extends UntakenChanges {
  readonly threadId: string
  /** As the host names it. */
  readonly path: string
  readonly lineage: string
}

/** Where someone was in a text. */
export interface CodePlace {
  readonly anchor: number
  readonly head: number
  readonly top: number
  readonly isFocused: boolean
}

/** One that the host refuses. */
interface RefusedText {
  readonly text: UntakenText
  readonly why: string
}

/** What was typed and waits for the host: it outlives the connection that was lost, and all that was on it. */
export interface UntakenTexts {
  /** They wait for the person. */
  readonly refused: ComputedRef<readonly RefusedText[]>
  /** What else may have a text that waits: those that are shown, asked for one path, or for any. */
  readonly shown: Set<(path?: string) => boolean>
  /** Whether anything waits at all. */
  hasAny(): boolean
  /** Whether something that was typed is still on its way from where it is shown. */
  isOnItsWay(path: string): boolean
  /** Where the person was in each file, and on which connection. */
  readonly places: Map<string, CodePlace & { readonly host: HostClient }>
  keep(text: UntakenText): void
  drop(text: UntakenText): void
  /** Hands everything over that waits. */
  handOver(host: HostClient): void
  /** What waits for a file has been handed over, or not taken. */
  handedOver(path: string): Promise<void>
}

const untakenKey: InjectionKey<UntakenTexts> = Symbol('untakenTexts')

/** To be called above what a new connection replaces. */
export function provideUntakenTexts(): UntakenTexts {
  const texts = createUntakenTexts()
  provideLocal(untakenKey, texts)
  return texts
}

/** What waits for the host in any file; what is shown without the app waits nowhere. */
export function useUntakenTexts(): UntakenTexts {
  return injectLocal(untakenKey, createUntakenTexts, true)
}

/** Nothing waits yet. */
export function createUntakenTexts(): UntakenTexts {
  const waiting = shallowReactive(new Map<UntakenText, { readonly why?: string, readonly done?: Promise<void> }>())

  const shown = new Set<(path?: string) => boolean>()

  async function handOne(host: HostClient, text: UntakenText): Promise<void> {
    try {
      await give(host, text)
      waiting.delete(text)
    }
    catch (error) {
      // Without a connection it waits for the next one.
      if (waiting.has(text) && !isOutOfReach(error))
        waiting.set(text, { why: errorMessage(error) })
    }
  }

  return {
    refused: computed(() => [...waiting].flatMap(([text, { why }]) => why === undefined ? [] : [{ text, why }])),
    shown,
    hasAny: () => waiting.size > 0 || [...shown].some(hasAny => hasAny()),
    isOnItsWay: path => [...shown].some(hasAny => hasAny(path)),
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

async function give(host: HostClient, { threadId, path, lineage, version, updates, forText }: UntakenText): Promise<void> {
  const place = { threadId, path }
  const view = await host.openBuffer(place)
  try {
    if (view.kind === 'other')
      throw new HostError('unsupported', view.reason)
    // As if the connection had never been lost: what the host took without telling of it is not added twice.
    if (view.lineage === lineage && updates.length === 0)
      return
    if (view.lineage === lineage && (await host.updateBuffer({ ...place, version, updates: [...updates] })).isAccepted)
      return
    const merged = forText(view.text)
    if (merged && merged.base.length > maxSentCharacters)
      throw new HostError('unsupported', words.untaken.tooLong)
    if (merged)
      await host.mergeIntoBuffer({ ...place, ...merged })
  }
  finally {
    await host.closeBuffer(place)
  }
}
