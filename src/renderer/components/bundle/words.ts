import type { Bundle } from '../../../shared/bundle/bundle'
import { formatDateTime } from '../../text/format'
import { visibleName } from '../../text/visibleText'

/** Strings for opening and replaying an exported bundle. */
export const bundleWords = {
  open: 'Open a bundle…',
  file: 'Bundle',
  reading: (name: string) => `Reading the bundle “${visibleName(name)}”…`,
  notOpened: (why: string) => `The bundle was not opened: ${visibleName(why, 400)}`,
  chooseAnother: 'Choose another',
  dismiss: 'Dismiss',

  title: (title: string) => `Bundle: ${visibleName(title, 200)}`,
  facts: ({ agent, thread, made, exportedAt, isWithoutContents }: Bundle) => [
    `${visibleName(agent?.name ?? thread.agentName)} ${visibleName(agent?.version ?? '', 40)}`,
    `Parley ${visibleName(made.parley, 40)} on ${visibleName(made.platform, 40)}`,
    formatDateTime(exportedAt),
    ...isWithoutContents ? ['without file contents'] : [],
  ].join(' · '),
  log: 'Agent log',
  logOf: 'Agent log of the bundle',
  planOf: 'Plan of the bundle',
  close: 'Close the bundle',
  unshowable: 'This bundle cannot be shown: part of it is not in the form that Parley writes. Ask for a new export from the latest Parley.',
  play: 'Play',
  pause: 'Pause',
  slider: 'Events shown',
  count: (count: number, total: number) => `${count} of ${total}`,
  events: (count: number, total: number) => `${count} of ${total} events`,

  tooLarge: 'The file is larger than 64 MB, the limit for bundles. Choose one that “Export bundle” wrote.',
  tooSlow: 'Showing it would take too long: no thread of Parley’s looks like that. Ask for a new export.',
  unreadable: 'The file cannot be read. It may be a folder, or have been moved or changed; choose the file itself again.',
  notUtf8: 'The file is not UTF-8 text, so it is no bundle. Choose one that “Export bundle” wrote.',
  readOnly: 'A bundle is read-only.',
} as const
