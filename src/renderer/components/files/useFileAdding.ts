import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'
import { report } from '../../report'
import { folderName } from '../../text/paths'
import { useAddToMessage } from '../composer/mentions/useAddToMessage'
import { filesWords } from './words'

const addingKey: InjectionKey<(path: string) => void> = Symbol('file adding')

/**
 * Lets everything below mention a file in the thread's message. What it answers with is announced: the composer may be
 * out of sight.
 */
export function provideFileAdding(threadId: string): ShallowRef<string> {
  const addTo = useAddToMessage()
  const announced = shallowRef('')

  async function add(path: string): Promise<void> {
    announced.value = ''
    if (await addTo(threadId, path))
      announced.value = filesWords.menu.added(folderName(path))
  }
  provide(addingKey, path => add(path).catch(report))
  return announced
}

/** `undefined` where there is no message. */
export function useFileAdding(): ((path: string) => void) | undefined {
  return inject(addingKey, undefined)
}
