import { inject, type InjectionKey, provide, shallowRef, type ShallowRef } from 'vue'
import { report } from '../../report'
import { getFolderName } from '../../text/paths'
import { useAddToMessage } from '../composer/mentions/useAddToMessage'
import { filesWords } from './words'

const addingKey: InjectionKey<(path: string) => void> = Symbol('file adding')

/** Provides a function that adds a file to the thread's message. Returns a text for screen readers that confirms it. */
export function provideFileAdding(threadId: string): ShallowRef<string> {
  const addTo = useAddToMessage()
  const announcement = shallowRef('')

  async function add(path: string): Promise<void> {
    announcement.value = ''
    if (await addTo(threadId, path))
      announcement.value = filesWords.menu.added(getFolderName(path))
  }
  provide(addingKey, path => add(path).catch(report))
  return announcement
}

/** `undefined` without a provider. */
export function useFileAdding(): ((path: string) => void) | undefined {
  return inject(addingKey, undefined)
}
