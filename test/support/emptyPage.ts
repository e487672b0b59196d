import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterEach } from 'vitest'

// All test files of the project share one page, so it is emptied after each test.
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
