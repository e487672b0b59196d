import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'
import { report } from '../../report'
import { folderName } from '../../text/paths'
import { useAddToMessage } from '../composer/mentions/useAddToMessage'
import { filesWords } from './words'

const addingKey: InjectionKey<(path: string) => void> = Symbol('file adding')

/** Provides adding a file to the thread's message. The result is announced, as the composer may be hidden. */
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

/** `undefined` without a message box. */
export function useFileAdding(): ((path: string) => void) | undefined {
  return inject(addingKey, undefined)
}
