import { type Ref, shallowRef } from 'vue'

/** The browser's permission for notifications, or `absent` if it doesn't support them. */
type PagePermission = NotificationPermission | 'absent'

/** Whether this page may show notifications. Permission is requested only on click. */
export function usePageNotifications(): { permission: Readonly<Ref<PagePermission>>, ask: () => Promise<void> } {
  const permission = shallowRef(getPagePermission())
  return {
    permission,
    async ask() {
      permission.value = await Notification.requestPermission()
    },
  }
}

/** Returns the current permission, which may be changed in the browser's settings at any time. */
export function getPagePermission(): PagePermission {
  return 'Notification' in window ? Notification.permission : 'absent'
}
