import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { nextTick, reactive } from 'vue'
import { useThreadPanel } from '../../../src/renderer/components/thread/useThreadPanel'

/** A wide window with a thread whose transcript has loaded. */
function openPanel() {
  const now = reactive({ hasCards: false, hasChanges: false, isDue: true, isTurnOpen: false, wouldDisturb: false })
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } } // the type of this page
  happyDOM.setViewport({ width: 1440 })
  let panel!: ReturnType<typeof useThreadPanel>
  mount({
    setup() {
      panel = useThreadPanel({
        hasCards: () => now.hasCards,
        hasChanges: () => now.hasChanges,
        isDue: () => now.isDue,
        isTurnOpen: () => now.isTurnOpen,
        wouldDisturb: () => now.wouldDisturb,
      })
      return () => undefined
    },
  })
  return { panel, now }
}

it('the thread panel is shown only while there are cards or the agent log to show', () => {
  const { panel, now } = openPanel()
  expect(panel.isShown.value).toBe(false)
  now.hasCards = true
  expect(panel.isShown.value).toBe(true)
  now.hasCards = false
  expect(panel.isShown.value).toBe(false)
  panel.toggleLog()
  expect(panel.isLogShown.value).toBe(true)
})

it('the thread panel opens and closes with a message or on request, never during a turn', async () => {
  const { panel, now } = openPanel()
  now.isTurnOpen = true
  await nextTick()
  now.hasCards = true
  expect([panel.isShown.value, panel.isAwaited.value, panel.hasSomething.value]).toEqual([false, true, true])
  now.isTurnOpen = false
  await nextTick()
  expect(panel.isShown.value).toBe(false)
  now.isTurnOpen = true
  await nextTick()
  expect(panel.isShown.value).toBe(true)

  now.hasCards = false
  expect(panel.isShown.value, 'its place is left').toBe(true)
  now.hasCards = true
  expect(panel.isShown.value).toBe(true)
  now.hasCards = false
  now.isTurnOpen = false
  await nextTick()
  now.isTurnOpen = true
  await nextTick()
  expect(panel.isShown.value).toBe(false)

  now.hasCards = true
  expect(panel.isShown.value).toBe(false)
  panel.toggle()
  expect(panel.isShown.value).toBe(true)
})

it('the thread panel stays open when a plan arrives after the person opened it to see changes', async () => {
  const { panel, now } = openPanel()
  Object.assign(now, { hasChanges: true, isTurnOpen: true })
  await nextTick()
  panel.toggle()
  expect(panel.isShown.value).toBe(true)
  now.hasCards = true
  expect(panel.isShown.value).toBe(true)
})

it('the thread panel does not open if it would move what the person reads or answers', () => {
  const { panel, now } = openPanel()
  now.wouldDisturb = true
  now.hasCards = true
  expect(panel.isShown.value).toBe(false)
})

it('the thread panel does not open with a message for cards that are no longer due', async () => {
  const { panel, now } = openPanel()
  Object.assign(now, { hasCards: true, isTurnOpen: false, isDue: false })
  expect(panel.isShown.value, 'it was free to come').toBe(true)
  now.hasCards = false
  now.isTurnOpen = true
  await nextTick()
  now.hasCards = true
  now.isTurnOpen = false
  await nextTick()
  now.isTurnOpen = true
  await nextTick()
  expect(panel.isShown.value).toBe(false)
  Object.assign(now, { isDue: true, isTurnOpen: false })
  await nextTick()
  now.isTurnOpen = true
  await nextTick()
  expect(panel.isShown.value).toBe(true)
})
