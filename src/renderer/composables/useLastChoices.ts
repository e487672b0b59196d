import type { HostConnection } from '../../shared/rpc'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type InjectionKey, type Ref, shallowReactive } from 'vue'
import { useHost } from './host/useHost'

/**
 * The person's last choices by name. Stored by the host, as each start of the web shell has a new address and therefore
 * an empty browser storage.
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

/** Ignores that a choice can't be stored. It still applies until the window closes. */
function ignoreUnsaved(error: unknown): void {
  console.warn('Last choices are not kept over a restart.', error)
}

/** A text that outlives this window. An empty text is removed. */
export function useLastText(name: string): Ref<string> {
  return useLastTexts()(name)
}

/** Returns a function like `useLastText`, for names that are known later. */
export function useLastTexts(): (name: string) => Ref<string> {
  const { texts, save } = injectLocal(choicesKey, undefined) ?? createUnstoredChoices()
  return name => computed({ get: () => texts.get(name) ?? '', set: text => save(name, text) })
}

/** One of a few choices. The first one is the default, and replaces unknown stored values. */
export function useLastChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): Ref<T> {
  const stored = useLastText(name)
  return computed({
    get: () => choices.find(choice => choice === stored.value) ?? choices[0],
    set: choice => stored.value = choice === choices[0] ? '' : choice,
  })
}

function createUnstoredChoices(): LastChoices {
  const texts = shallowReactive(new Map<string, string>())
  return { texts, save: (name, text) => void texts.set(name, text) }
}
