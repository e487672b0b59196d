import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterEach } from 'vitest'

// All files of the project share one page: each test leaves it as it found it.
disableAutoUnmount()
enableAutoUnmount(afterEach)
afterEach(() => {
  document.body.replaceChildren()
  for (const { name } of [...document.body.attributes, ...document.documentElement.attributes])
    [document.body, document.documentElement].forEach(element => element.removeAttribute(name))
  getSelection()?.removeAllRanges()
  localStorage.clear()
  sessionStorage.clear()
})
