import { shallowRef } from 'vue'
import { plainOutput } from '../screen/plainOutput'

/** How much plain text a screen reader is given: the end of the output. */
const plainLimit = 64 * 1024
const plainEveryMs = 250
/** Above this, a screen reader gets the text less often, since each update lays all of it out again. */
const longPlain = 16 * 1024
const longPlainEveryMs = 1_000

/** The end of the output as plain text, for screen readers: brought up to date a few times a second at most. */
export function plainEnd(output: () => string) {
  const text = shallowRef('')
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function read(): void {
    stop()
    text.value = plainOutput(output().slice(-plainLimit))
  }

  return {
    text,
    read,
    readSoon: () => timer ??= setTimeout(read, text.value.length < longPlain ? plainEveryMs : longPlainEveryMs),
    stop,
  }
}
