import type { TerminalView } from '../../../../src/shared/contract/terminalView'
// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, ref, type Ref, shallowRef } from 'vue'
import { type TerminalScreen, useTerminal } from '../../../../src/renderer/components/terminal/follow/useTerminal'
import { provideHost } from '../../../../src/renderer/composables/host/useHost'
import { type HostHandlers, hostMethods } from '../../../../src/shared/contract/contract'
import { connectHost, serveHost } from '../../../../src/shared/rpc'
import { channelPair } from '../../../support/channelPair'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach(close => close()))

/** A terminal followed over a real channel, and what its screen and the host received. */
function follow({ view, isWatched = ref(true) }: { view: () => TerminalView | undefined, isWatched?: Ref<boolean> }) {
  const { left, right, close } = channelPair()
  const calls: string[] = []
  const handlers = {
    openTerminal: () => {
      calls.push('open')
      return view()
    },
    leaveTerminal: () => void calls.push('leave'),
    ackTerminal: ({ offset }: { offset: number }) => void calls.push(`ack ${offset}`),
  } as unknown as HostHandlers // only the calls of a terminal's card
  const { emit } = serveHost({ channel: right, schemas: hostMethods, handlers, report: (error) => {
    throw error
  } })
  const drawn: string[] = []
  const screen: TerminalScreen = {
    reset: () => void drawn.push('reset'),
    write: (output, done) => {
      drawn.push(output)
      done()
    },
  }
  const terminal = shallowRef<ReturnType<typeof useTerminal>>()
  const Card = defineComponent(() => {
    terminal.value = useTerminal({ threadId: 'T', terminalId: 'X', isWatched })
    terminal.value.attach(screen)
    return () => h('div')
  })
  const wrapper = mount(defineComponent(() => {
    provideHost(connectHost(left))
    return () => h(Card)
  }))
  closers.push(() => {
    wrapper.unmount()
    close()
  })
  return {
    calls,
    drawn,
    terminal: terminal.value!,
    isWatched,
    print: (data: string, offset: number) => emit('terminalOutput', { threadId: 'T', terminalId: 'X', data, offset }),
  }
}

function makeView(output: string): TerminalView {
  return {
    terminalId: 'X',
    commandLine: 'ls',
    source: 'pty',
    state: 'running',
    output,
    offset: output.length,
    truncated: false,
    columns: 80,
    rows: 20,
  }
}

describe('a watched terminal', () => {
  it('draws kept output, then new output, and acknowledges it', async () => {
    const { calls, drawn, terminal, print } = follow({ view: () => makeView('kept ') })
    await expect.poll(() => drawn).toEqual(['reset', 'kept '])
    print('and ', 9)
    print('more', 13)
    // The echo of a key is drawn at once, later output in the next frame.
    await expect.poll(() => drawn).toEqual(['reset', 'kept ', 'and ', 'more'])
    await expect.poll(() => terminal.plain.value).toBe('kept and more')
    expect(terminal.getPlainOutput()).toBe('kept and more')
    expect(calls).toEqual(['open']) // a small amount is not acknowledged

    print('x'.repeat(16_384), 16_397)
    await expect.poll(() => calls).toEqual(['open', 'ack 16397'])
  })

  it('skips output that it has, completely or partly', async () => {
    const { drawn, print } = follow({ view: () => makeView('12345') })
    await expect.poll(() => drawn).toHaveLength(2)
    print('345', 5)
    print('4567', 7)
    await expect.poll(() => drawn).toEqual(['reset', '12345', '67'])
  })

  it('is reopened if output is missing in between', async () => {
    let kept = '1'
    const { calls, drawn, print } = follow({ view: () => makeView(kept) })
    await expect.poll(() => drawn).toHaveLength(2)
    kept = '123456'
    print('6', 6)
    await expect.poll(() => drawn).toEqual(['reset', '1', 'reset', '123456'])
    expect(calls.filter(call => call === 'open')).toHaveLength(2)
  })

  it('draws nothing while hidden, and everything when visible again', async () => {
    const { calls, drawn, isWatched, print } = follow({ view: () => makeView('all of it') })
    await expect.poll(() => drawn).toHaveLength(2)
    isWatched.value = false
    await expect.poll(() => calls).toContain('leave')
    print('unseen', 15)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(drawn).toHaveLength(2)
    isWatched.value = true
    await expect.poll(() => drawn).toEqual(['reset', 'all of it', 'reset', 'all of it'])
  })

  it('reports that the host kept no output', async () => {
    const { terminal } = follow({ view: () => undefined })
    await expect.poll(() => terminal.phase.value).toBe('missing')
  })
})
