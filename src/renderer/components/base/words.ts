import type { ToastTone } from './useToasts'

/** What the base components say by themselves. */
export const baseWords = {
  dialog: {
    close: 'Close',
    closeHint: 'Close (Escape)',
    more: (count: number) => `${count} more: type to find them.`,
  },

  edge: {
    name: (column: string) => `Width of the ${column}`,
    hint: 'Drag, or press ← and →; double-click for the usual width',
  },

  toasts: {
    region: 'Notices ({hotkey})',
    tone: { plain: 'Notice', ok: 'Done', bad: 'Failed' } satisfies Record<ToastTone, string>,
    dismiss: 'Dismiss',
  },
} as const
