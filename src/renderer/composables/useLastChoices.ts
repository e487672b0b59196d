import type { HostConnection } from '../../shared/rpc'
import { injectLocal, provideLocal } from '@vueuse/core'
import { computed, type InjectionKey, type Ref, shallowReactive } from 'vue'
import { useHost } from './host/useHost'

/**
 * What the person chose last, by name. The host keeps it: a web shell's address, and so its browser storage, is new
 * with each start.
 */
interface LastChoices {
  readonly texts: Map<string, string>
  readonly save: (name: string, text: string) => void
}

const choicesKey: InjectionKey<LastChoices> = Symbol('last choices')

/** Keeps last choices for the components below. */
export function provideLastChoices(): void {
  provideLocal(choicesKey, keptChoices(useHost()))
}

function keptChoices({ host }: HostConnection): LastChoices {
  const texts = shallowReactive(new Map<string, string>())
  const changed = new Set<string>()
  host.readLastChoices({}).then((saved) => {
    for (const [name, text] of Object.entries(saved)) {
      if (!changed.has(name)) // what was chosen meanwhile is newer
        texts.set(name, text)
    }
  }).catch(notKept)
  return {
    texts,
    save: (name, text) => {
      changed.add(name)
      texts.set(name, text)
      host.saveLastChoice({ name, text }).catch(notKept)
    },
  }
}

/** No one is stopped by a choice that is not kept: it holds until the window closes. */
function notKept(error: unknown): void {
  console.warn('Last choices are not kept over a restart.', error)
}

/** A text that outlives this window; an empty one counts as none. */
export function useLastText(name: string): Ref<string> {
  return useLastTexts()(name)
}

/** The same for names that are known only later. */
export function useLastTexts(): (name: string) => Ref<string> {
  const { texts, save } = injectLocal(choicesKey, undefined) ?? unkept()
  return name => computed({ get: () => texts.get(name) ?? '', set: text => save(name, text) })
}

/** One of a few choices. The first is the one to begin with; what an unknown version kept counts as that. */
export function useLastChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): Ref<T> {
  const kept = useLastText(name)
  return computed({
    get: () => choices.find(choice => choice === kept.value) ?? choices[0],
    set: choice => kept.value = choice === choices[0] ? '' : choice,
  })
}

function unkept(): LastChoices {
  const texts = shallowReactive(new Map<string, string>())
  return { texts, save: (name, text) => void texts.set(name, text) }
}
