import { formatNumber } from '../../text/format'

/** Strings of the base components. */
export const baseWords = {
  dialog: {
    close: 'Close',
    closeHint: 'Close (Escape)',
    more: (count: number) => `${count} more: type to find them.`,
  },

  edge: {
    name: (column: string) => `Width of the ${column}`,
    hint: 'Drag, or press ← and →; double-click for the usual width',
    rowName: (row: string) => `Height of the ${row}`,
    rowHint: 'Drag, or press ↑ and ↓; double-click for the usual height',
  },

  suggestions: {
    name: 'Suggestions',
    more: (count: number) => `${formatNumber(count)} more: type to find them`,
  },

  lines: {
    all: (lines: number) => `Show all ${formatNumber(lines)} lines`,
    fold: 'Fold',
  },

  programTest: {
    test: 'Test',
    testing: 'Testing…',
    cancel: 'Cancel test',
    result: 'Result of the test',
    details: 'Last output',
  },

  /** Environment variables and headers. */
  fieldRows: {
    title: { variable: 'Environment', header: 'Headers' },
    nameOf: (what: 'variable' | 'header', number: number) => `Name of ${what} ${number}`,
    nameExample: { variable: 'NAME', header: 'Authorization' },
    valueOf: (what: 'variable' | 'header', number: number) => `Value of ${what} ${number}`,
    value: 'Value',
    storedValue: 'Stored; type to replace',
    secret: 'Secret',
    remove: (what: 'variable' | 'header', number: number) => `Remove ${what} ${number}`,
    add: { variable: 'Add variable', header: 'Add header' },
  },

  problems: {
    retry: 'Retry',
    dismiss: 'Dismiss',
  },

  toasts: {
    region: 'Notices',
    goTo: 'Go to notices',
    dismiss: 'Dismiss',
  },
} as const
