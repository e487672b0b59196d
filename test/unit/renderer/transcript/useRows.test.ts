import { expect, it, onTestFinished } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { useFolds } from '../../../../src/renderer/components/transcript/rows/useRows'

function mountFolds() {
  const isFollowing = shallowRef(true)
  const end = shallowRef<string>()
  const isUsed = shallowRef(false)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const isReading = () => !isFollowing.value || isUsed.value
  return { isFollowing, end, isUsed, ...scope.run(() => useFolds({ isFollowing, lastEnd: () => end.value, isReading }))! }
}

it('a turn folds when it ends while the reader is at the end', () => {
  const { end, isOpen } = mountFolds()
  end.value = 'e1'
  expect(isOpen('worked e1')).toBe(false)
})

it('a turn stays open while the reader is elsewhere, and folds once they reach the end', async () => {
  const { isFollowing, end, isOpen } = mountFolds()
  isFollowing.value = false
  end.value = 'e1'
  expect([isOpen('worked e1'), isOpen('worked e0')]).toEqual([true, false])
  isFollowing.value = true
  await nextTick()
  expect(isOpen('worked e1')).toBe(false)
})

it('a turn that the reader is using stays open until the next turn has ended', () => {
  const { end, isUsed, isOpen } = mountFolds()
  isUsed.value = true
  end.value = 'e1'
  expect(isOpen('worked e1')).toBe(true)
  isUsed.value = false
  end.value = 'e2'
  expect([isOpen('worked e1'), isOpen('worked e2')]).toEqual([false, false])
})

it('rows stay as the reader opened or closed them', () => {
  const { isFollowing, end, isOpen, toggle } = mountFolds()
  isFollowing.value = false
  end.value = 'e1'
  toggle('worked e1', false)
  toggle('run a', true)
  isFollowing.value = true
  expect([isOpen('worked e1'), isOpen('run a')]).toEqual([false, true])
})
