import { type Ref, shallowRef } from 'vue'

/** What the browser says of notifications from this page; `absent` where it has none. */
type PagePermission = NotificationPermission | 'absent'

/** Whether this page may show notifications. The question is only ever asked from a click. */
export function usePageNotifications(): { permission: Readonly<Ref<PagePermission>>, ask: () => Promise<void> } {
  const permission = shallowRef(pagePermission())
  return {
    permission,
    async ask() {
      permission.value = await Notification.requestPermission()
    },
  }
}

/** As it is now: it may be changed in the browser's settings at any time. */
export function pagePermission(): PagePermission {
  return 'Notification' in window ? Notification.permission : 'absent'
}
