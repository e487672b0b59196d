import type { ShallowRef } from 'vue'
import type { OpenFiles } from '../../composables/files/openFiles'
import type { Code } from './code/codeEditor'
import { nextTick, watch } from 'vue'
import { report } from '../../report'

/** Goes to the place of a file that was asked for. */
export function useAskedPlace({ path, files, code }: {
  path: string
  files: OpenFiles
  code: Readonly<ShallowRef<Code | undefined>>
}) {
  /** Where the keyboard was when the file was asked for, which may take a moment to read. */
  let askedFrom: Element | null = null
  const hasMovedOn = (): boolean => askedFrom?.isConnected === true && ![askedFrom, document.body].includes(document.activeElement!)

  /** Once there is a text to show it in. */
  function show(): void {
    const asked = files.asked.value
    if (!code.value || asked?.path !== path)
      return
    files.asked.value = undefined
    if (asked.line !== undefined)
      code.value.goTo({ line: asked.line, column: asked.column })
    if (!asked.isQuiet && !hasMovedOn())
      code.value.view.focus()
  }

  async function begin(): Promise<void> {
    await nextTick()
    askedFrom = document.activeElement
    show()
  }

  watch(files.asked, () => begin().catch(report), { immediate: true })
  return { show }
}
