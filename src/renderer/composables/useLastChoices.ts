import type { HostConnection } from '../../shared/rpc'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type InjectionKey, type Ref, shallowReactive } from 'vue'
import { useHost } from './host/useHost'

/**
 * The person's last choices by name. Stored by the host, as a web shell's address, and so its browser storage, is new
 * with each start.
 */
interface LastChoices {
  readonly texts: Map<string, string>
  readonly save: (name: string, text: string) => void
}

const choicesKey: InjectionKey<LastChoices> = Symbol('last choices')

/** Provides last choices to descendants. */
export function provideLastChoices(): void {
  provideLocal(choicesKey, createStoredChoices(useHost()))
}

function createStoredChoices({ host }: HostConnection): LastChoices {
  const texts = shallowReactive(new Map<string, string>())
  const changed = new Set<string>()
  host.readLastChoices({}).then((saved) => {
    for (const [name, text] of Object.entries(saved)) {
      if (!changed.has(name)) // choices made meanwhile are newer
        texts.set(name, text)
    }
  }).catch(ignoreUnsaved)
  return {
    texts,
    save: (name, text) => {
      changed.add(name)
      texts.set(name, text)
      host.saveLastChoice({ name, text }).catch(ignoreUnsaved)
    },
  }
}

/** Ignores a choice that can't be stored. It holds until the window closes. */
function ignoreUnsaved(error: unknown): void {
  console.warn('Last choices are not kept over a restart.', error)
}

/** A text that outlives this window. An empty text is removed. */
export function useLastText(name: string): Ref<string> {
  return useLastTexts()(name)
}

/** Returns a function that does the same for names that are known later. */
export function useLastTexts(): (name: string) => Ref<string> {
  const { texts, save } = injectLocal(choicesKey, undefined) ?? createUnstoredChoices()
  return name => computed({ get: () => texts.get(name) ?? '', set: text => save(name, text) })
}

/** One of a few choices. The first one is the default, also for values of unknown versions. */
export function useLastChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): Ref<T> {
  const kept = useLastText(name)
  return computed({
    get: () => choices.find(choice => choice === kept.value) ?? choices[0],
    set: choice => kept.value = choice === choices[0] ? '' : choice,
  })
}

function createUnstoredChoices(): LastChoices {
  const texts = shallowReactive(new Map<string, string>())
  return { texts, save: (name, text) => void texts.set(name, text) }
}
