import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'
import { messageOf } from '../../shared/errors'

/** A call that failed, as a person is told of it. */
export interface Problem {
  readonly id: number
  readonly message: string
  readonly retry?: () => void
}

export interface Problems {
  readonly list: Readonly<ShallowRef<readonly Problem[]>>
  /** Runs `act`; when it fails, says so, with the offer to try again unless the caller has its own. Answers whether it went well. */
  attempt(what: string, act: () => Promise<unknown>, offer?: { readonly canRetry: boolean }): Promise<boolean>
  dismiss(id: number): void
}

const problemsKey: InjectionKey<Problems> = Symbol('problems')

/**
 * Makes the list of problems and hands it to the components below. What `isTold` elsewhere already is not told again; of what `isExplained`
 * elsewhere, only what failed.
 */
export function provideProblems({
  isTold = () => false,
  isExplained = () => false,
}: { isTold?: (error: unknown) => boolean, isExplained?: (error: unknown) => boolean } = {}): Problems {
  const list = shallowRef<readonly Problem[]>([])
  let lastId = 0
  const dismiss = (id: number) => {
    list.value = list.value.filter(problem => problem.id !== id)
  }
  const problems: Problems = {
    list,
    dismiss,
    async attempt(what, act, { canRetry } = { canRetry: true }) {
      try {
        await act()
        return true
      }
      catch (error) {
        if (isTold(error))
          return false
        const id = ++lastId
        const retry = () => {
          dismiss(id)
          void problems.attempt(what, act)
        }
        list.value = [
          ...list.value,
          { id, message: isExplained(error) ? `${what}.` : `${what}: ${messageOf(error)}`, retry: canRetry ? retry : undefined },
        ]
        return false
      }
    },
  }
  provide(problemsKey, problems)
  return problems
}

/** Where a failed call is told to the person. */
export function useProblems(): Problems {
  const problems = inject(problemsKey)
  if (!problems)
    throw new Error('useProblems() needs provideProblems() in a component above')
  return problems
}
