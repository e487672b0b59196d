import { formatBytes } from '../../../shared/text/formatBytes'
import { formatDate, formatNumber } from '../../text/format'

/** Strings of message and tool call content, by type. */
export const contentWords = {
  more: (left: number | string) => `Show more (${left} left)`,
  unknown: (type: string) => `Content of an unknown type (${type})`,

  annotations: {
    forModel: 'Meant for the model, not for you',
    important: 'Important',
    optional: 'Optional',
    changed: (date: Date) => `changed ${formatDate(date.getTime())}`,
  },

  json: {
    items: (count: number) => count === 1 ? '1 item' : `${formatNumber(count)} items`,
    keys: (count: number) => count === 1 ? '1 key' : `${formatNumber(count)} keys`,
  },

  image: {
    name: 'Image',
    of: (file: string) => `Image, ${file}`,
    refused: (why: string) => `Image, ${why}`,
    enlarge: (name: string) => `Enlarge ${name}`,
    enlargeHint: 'Enlarge',
    tooManyBytes: 'larger than 8 MB',
    tooManyPixels: (width: number, height: number) => `too large (${width} × ${height})`,
    notReadable: 'not readable',
    unknownType: (mimeType: string) =>
      mimeType === '' ? 'damaged, or of a type that is not shown' : `of a type that is not shown (${mimeType})`,
  },

  audio: {
    of: (source: string) => `Audio, ${source}`,
    notPlayed: (mimeType: string, bytes: number) => `Audio (${mimeType}), ${formatBytes(bytes)}`,
  },

  saving: {
    save: 'Save…',
    saveOf: (name: string) => `Save ${name}`,
    hint: 'Saves it as a file that cannot be run',
    failed: 'The file was not saved',
    notReadable: 'it is damaged',
  },

  kinds: {
    image: 'picture',
    audio: 'sound',
    video: 'video',
    pdf: 'PDF document',
    text: 'text',
    archive: 'archive',
    program: 'program',
    unknown: 'file of an unknown type',
  },

  resource: (name: string, bytes: number) => `${name} · ${formatBytes(bytes)}`,
  linkSize: (bytes: number) => ` · ${formatBytes(bytes)}`,

  preview: {
    notShown: (name: string, why: string) => `${name} cannot be shown: ${why}`,
    loading: 'Reading…',
    isCut: 'There is more than is shown here.',
    empty: 'It is empty.',
  },
} as const
