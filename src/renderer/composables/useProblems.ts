import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, shallowRef, type ShallowRef } from 'vue'
import { errorMessage } from '../../shared/errors'
import { report } from '../report'

/** A failed request, as shown to the person. */
interface Problem {
  readonly id: number
  /** What failed. */
  readonly what: string
  readonly message: string
  readonly retry?: () => void
  readonly remedy?: Remedy
}

/** A remedy for a failure, shown as a button beside it. */
interface Remedy {
  readonly label: string
  readonly act: () => void
}

/** Runs requests and shows their failures, with a Retry button unless the caller has its own. */
export interface Problems {
  readonly list: Readonly<ShallowRef<readonly Problem[]>>
  /** Runs `act`. Returns whether it succeeded. A success removes earlier failures of the same request. */
  run(what: string, act: () => Promise<unknown>, offer?: { readonly canRetry: boolean }): Promise<boolean>
  /** Runs `act` without waiting for it. */
  start(what: string, act: () => Promise<unknown>, offer?: { readonly canRetry: boolean }): void
  /** Shows a failure. */
  add(what: string, error: unknown, retry?: () => void): void
  dismiss(id: number): void
}

const problemsKey: InjectionKey<Problems> = Symbol('problems')

/**
 * Provides the list of problems to descendants. Errors that are shown elsewhere (`isShownElsewhere`) are omitted. For
 * errors explained elsewhere (`isExplained`), the reason is omitted.
 */
export function provideProblems({
  isShownElsewhere = () => false,
  isExplained = () => false,
  remedyFor = () => undefined,
}: {
  isShownElsewhere?: (error: unknown) => boolean
  isExplained?: (error: unknown) => boolean
  remedyFor?: (error: unknown) => Remedy | undefined
} = {}): Problems {
  const list = shallowRef<readonly Problem[]>([])
  let lastId = 0

  function dismiss(id: number): void {
    list.value = list.value.filter(problem => problem.id !== id)
  }

  function add(what: string, error: unknown, retry?: () => void): void {
    const id = ++lastId
    const remedy = remedyFor(error)
    list.value = [...list.value, {
      id,
      what,
      message: isExplained(error) ? `${what}.` : `${what}: ${errorMessage(error)}`,
      remedy: remedy && {
        label: remedy.label,
        act: () => {
          dismiss(id)
          remedy.act()
        },
      },
      retry: retry && (() => {
        dismiss(id)
        retry()
      }),
    }]
  }

  async function run(what: string, act: () => Promise<unknown>, { canRetry } = { canRetry: true }): Promise<boolean> {
    try {
      await act()
      // Earlier failures are now obsolete.
      if (list.value.some(problem => problem.what === what))
        list.value = list.value.filter(problem => problem.what !== what)
      return true
    }
    catch (error) {
      if (!isShownElsewhere(error))
        add(what, error, canRetry ? () => start(what, act) : undefined)
      return false
    }
  }

  function start(what: string, act: () => Promise<unknown>, offer?: { readonly canRetry: boolean }): void {
    run(what, act, offer).catch(report)
  }

  const problems: Problems = { list, run, start, add, dismiss }
  provideLocal(problemsKey, problems)
  return problems
}

/** Returns the list of problems. */
export function useProblems(): Problems {
  const problems = injectLocal(problemsKey)
  if (!problems)
    throw new Error('useProblems() needs provideProblems() in this component or one above')
  return problems
}
