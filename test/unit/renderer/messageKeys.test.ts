// @vitest-environment happy-dom
import type { Attachment } from '../../../src/renderer/composables/useDrafts'
import { expect, it } from 'vitest'
import { nextTick, ref, shallowRef, watch } from 'vue'
import { useMessageKeys } from '../../../src/renderer/components/composer/useMessageKeys'
import { listEarlierMessages } from '../../../src/renderer/components/composer/useRecall'
import { getPastedText } from '../../../src/shared/thread/text/pastedText'

function createMessageBox(earlier: readonly string[] = []) {
  const box = document.createElement('textarea')
  const draft = { text: ref(''), attachments: shallowRef<readonly Attachment[]>([]) }
  watch(draft.text, text => box.value = text, { flush: 'sync' })
  const { handleKey, attachLongPaste, toText } = useMessageKeys({ draft, earlier: () => earlier, cycleMode: () => false })
  const targetBox = <E extends Event>(event: E): E => Object.defineProperty(event, 'target', { value: box })
  return {
    ...draft,
    toText,
    pasted: () => draft.attachments.value.map(({ name, content }) => [name, getPastedText(content)]),
    write: (text: string, caret = text.length) => {
      draft.text.value = text
      box.setSelectionRange(caret, caret)
    },
    press: async (key: string, more: KeyboardEventInit = {}) => {
      const isHandled = handleKey(targetBox(new KeyboardEvent('keydown', { key, ...more })))
      await nextTick()
      return isHandled
    },
    paste: (text: string) => {
      const clipboardData = { files: [], getData: () => text } as unknown as DataTransfer // all that is read of it
      return attachLongPaste(targetBox(Object.assign(new Event('paste', { cancelable: true }), { clipboardData }) as ClipboardEvent))
    },
  }
}

const makeLines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n')

it('turns a long paste into an attachment, which undo turns back into text until something is typed', async () => {
  const box = createMessageBox()
  box.write('before after', 7)
  expect(box.paste(makeLines(20))).toBe(false)
  expect(box.paste(makeLines(400))).toBe(true)
  expect([box.text.value, box.pasted()]).toEqual(['before after', [['Pasted 400 lines', makeLines(400)]]])
  expect(await box.press('z', { ctrlKey: true })).toBe(true)
  expect([box.text.value, box.pasted()]).toEqual([`before ${makeLines(400)}after`, []])
  expect(await box.press('z', { ctrlKey: true })).toBe(false)

  box.write('')
  expect(box.paste('x'.repeat(2_001))).toBe(true)
  expect(box.pasted()[0]?.[0]).toBe('Pasted 2,001 characters')
  box.write('more')
  expect(await box.press('z', { ctrlKey: true })).toBe(false)
  box.toText(box.attachments.value[0]!.id)
  expect([box.text.value, box.pasted()]).toEqual([`more\n${'x'.repeat(2_001)}`, []])
})

it('in an empty box, Up recalls earlier messages and Down goes back to the empty box', async () => {
  const box = createMessageBox(['third', 'second\nof two lines', 'first'])
  expect(await box.press('ArrowDown')).toBe(false)
  const seen: string[] = []
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
    expect(await box.press(key)).toBe(true)
    seen.push(box.text.value)
  }
  expect(seen).toEqual(['third', 'second\nof two lines', 'first', 'first', 'second\nof two lines', 'third', ''])
})

it('Up and Down replace no draft, and no recalled message after an edit or a caret move', async () => {
  const box = createMessageBox(['earlier'])
  box.write('draft')
  expect(await box.press('ArrowUp')).toBe(false)
  box.write('')
  await box.press('ArrowUp')
  box.write('earlier, changed')
  expect([await box.press('ArrowDown'), box.text.value]).toEqual([false, 'earlier, changed'])
  box.write('')
  await box.press('ArrowUp')
  box.write('earlier', 2)
  expect([await box.press('ArrowUp'), box.text.value]).toEqual([false, 'earlier'])
})

it('recalls the messages of the thread, the latest first, without adjacent duplicates', () => {
  const makeUserEntry = (text: string) => ({ kind: 'user' as const, content: [{ type: 'text' as const, text }] })
  const entries = ['a', 'b', 'b', ' ', 'a'].map(makeUserEntry) as unknown as Parameters<typeof listEarlierMessages>[0]
  expect(listEarlierMessages(entries)).toEqual(['a', 'b', 'a'])
})
