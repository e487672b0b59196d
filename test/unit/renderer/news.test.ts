import type { HostGreeting } from '../../../src/shared/contract/hostGreeting'
import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import type { Emit } from '../../../src/shared/rpc'
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, shallowRef } from 'vue'
import { useNews } from '../../../src/renderer/components/attention/useAttention'
import { Toasts } from '../../../src/renderer/components/base/useToasts'
import NotificationsSection from '../../../src/renderer/components/settings/NotificationsSection.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { hostStandIn } from './hostStandIn'

const thread = { threadId: 'a', title: 'Water\nthe plants', waiting: 0, activity: { state: 'ready' }, unread: 'ended' } as ThreadSummary

/** The browser's notifications, as far as a page uses them. */
class PageNotification extends EventTarget {
  static permission: NotificationPermission = 'granted'
  static shown: PageNotification[] = []
  static requestPermission = vi.fn(async () => PageNotification.permission = 'granted')
  isOpen = true
  constructor(readonly title: string, readonly options: NotificationOptions) {
    super()
    PageNotification.shown.push(this)
  }

  close(): void {
    this.isOpen = false
  }
}

let mounted: VueWrapper
beforeEach(() => {
  PageNotification.shown = []
  PageNotification.permission = 'granted'
  vi.stubGlobal('Notification', PageNotification)
})
afterEach(() => {
  mounted.unmount()
  vi.unstubAllGlobals()
})

async function mountNews({ notifier = 'page' }: { notifier?: HostGreeting['notifier'] } = {}) {
  const { connection, tell } = hostStandIn({})
  const toasts = new Toasts()
  const opened: string[] = []
  const openSettings = vi.fn()
  const open = shallowRef('b')
  mounted = mount(defineComponent(() => {
    useNews({
      byId: shallowRef(new Map([['a', thread]])),
      openId: open,
      greeting: shallowRef({ notifier } as HostGreeting),
      toasts,
      openThread: threadId => opened.push(threadId),
      openSettings,
    })
    return () => undefined
  }), { global: { provide: { [hostKey as symbol]: connection } } })
  const told: Emit = (event, payload) => tell(event, payload)
  return { told, toasts, opened, open, openSettings, texts: () => toasts.shown.value.map(({ text }) => text) }
}

describe('news of a thread', () => {
  it('is a toast that opens the thread, and disappears once seen in any window', async () => {
    const { told, toasts, opened, texts } = await mountNews()
    told('news', { threadId: 'a', kind: 'ended', isAway: false })
    await flushPromises()
    expect(texts()).toEqual(['Finished: Water ⏎ the plants'])
    toasts.shown.value[0]!.action!.run()
    expect(opened).toEqual(['a'])
    told('threadChanged', { ...thread, unread: undefined })
    await flushPromises()
    expect([texts(), PageNotification.shown]).toEqual([[], []])
  })

  it('replaces earlier news of the same thread', async () => {
    const { told, texts } = await mountNews()
    told('news', { threadId: 'a', kind: 'ended', isAway: false })
    told('news', { threadId: 'a', kind: 'waiting', isAway: false })
    await flushPromises()
    expect(texts()).toEqual(['Waiting for you: Water ⏎ the plants'])
  })

  it('is not shown while the thread is in view or deleted', async () => {
    const { told, open, texts } = await mountNews()
    told('news', { threadId: 'gone', kind: 'ended', isAway: false })
    told('news', { threadId: 'a', kind: 'ended', isAway: false })
    await flushPromises()
    expect(texts()).toHaveLength(1)
    open.value = 'a'
    await flushPromises()
    expect(texts()).toEqual([])
    told('news', { threadId: 'a', kind: 'failed', isAway: true })
    await flushPromises()
    expect(texts()).toEqual([])
  })

  it('is a browser notification while the person is away, if allowed, and opens the thread', async () => {
    const { told, opened, open } = await mountNews()
    told('news', { threadId: 'a', kind: 'failed', isAway: true })
    await flushPromises()
    const [shown] = PageNotification.shown
    expect([shown!.title, shown!.options]).toEqual(['Stopped before it was done', { body: 'Water ⏎ the plants', tag: 'a' }])
    shown!.dispatchEvent(new Event('click'))
    expect([opened, shown!.isOpen]).toEqual([['a'], false])
    told('news', { threadId: 'a', kind: 'failed', isAway: true })
    await flushPromises()
    open.value = 'a'
    await flushPromises()
    expect(PageNotification.shown.map(({ isOpen }) => isOpen)).toEqual([false, false])
  })

  it.each(['host', 'none'] as const)('is never a notification of the page if the notifier is %s', async (notifier) => {
    const { told, texts } = await mountNews({ notifier })
    told('news', { threadId: 'a', kind: 'ended', isAway: true })
    await flushPromises()
    expect([PageNotification.shown, texts()]).toEqual([[], ['Finished: Water ⏎ the plants']])
  })

  it('mentions the settings once if the page\'s permission was never requested', async () => {
    PageNotification.permission = 'default'
    const { told, toasts, openSettings, texts } = await mountNews()
    for (const kind of ['failed', 'ended'] as const)
      told('news', { threadId: 'a', kind, isAway: true })
    await flushPromises()
    expect(texts().filter(text => text.startsWith('Your browser'))).toHaveLength(1)
    toasts.shown.value.find(({ text }) => text.startsWith('Your browser'))!.action!.run()
    expect(openSettings).toHaveBeenCalledOnce()
    expect([PageNotification.shown, PageNotification.requestPermission.mock.calls]).toEqual([[], []])
  })
})

describe('the section "Notifications"', () => {
  it('asks the browser only on a click, and shows its answer', async () => {
    PageNotification.permission = 'default'
    mounted = mount(NotificationsSection, { props: { notifier: 'page' } })
    expect(PageNotification.requestPermission).not.toHaveBeenCalled()
    await mounted.get('button').trigger('click')
    await flushPromises()
    expect(PageNotification.requestPermission).toHaveBeenCalledOnce()
    expect(mounted.find('button').exists()).toBe(false)
    expect(mounted.get('[role=status]').text()).toBe('Your browser shows them.')
  })

  it('has no button if the answer would be forgotten, and says what helps', () => {
    PageNotification.permission = 'default'
    mounted = mount(NotificationsSection, { props: { notifier: 'none' } })
    expect(mounted.find('button').exists()).toBe(false)
    expect(mounted.get('[role=status]').text()).toContain('--port')
  })
})
