import { formatNumber } from '../../../text/format'

/** Strings for attachments. */
export const attachmentWords = {
  title: 'Attachments',
  previewOf: (name: string) => `Preview ${name}`,
  content: 'What the agent gets',
  remove: (name: string) => `Remove ${name}`,
  dropHere: 'Drop files to attach them to your message',

  transcriptOf: (title: string) => `Transcript of ${title}`,
  noTranscript: (title: string, why: string) => `The transcript of “${title}” is not attached: ${why}`,

  retry: 'Retry',
  asLink: 'Attach as a link',
  asLinkHint: 'Tells the agent where it is; the agent decides whether to open it',
  dismiss: 'Dismiss',
  refused: (name: string, why: string) => `“${name}” was not attached: ${why}`,
  folder: (name: string) => `“${name}” is a folder. Attach the files that matter, or name the folder in your message.`,
  tooMany: (count: number, limit: number) =>
    `${count === 1 ? 'One file was' : `${formatNumber(count)} files were`} not attached: a message may have at most ${limit}. `
    + 'Name their folder in your message instead.',

  link: 'link',
  copy: 'link to a copy',
  lentHint: (path: string) => `The agent of this thread may read it:\n${path}`,
  copyHint: 'The agent gets a copy to read, as Parley cannot know where this file is',

  pasted: (lines: number, characters: number) =>
    lines > 1 ? `Pasted ${formatNumber(lines)} lines` : `Pasted ${formatNumber(characters)} characters`,
  pastedHint: 'Undo turns it back into text',
  toText: 'Put it into the message',
}

/** Reasons why a file was not attached. */
export const refusalWords = {
  tooEarly: 'the agent has not said yet what it takes.',
  unreadable: 'it cannot be read.',
  unknownPicture: 'models don\'t take pictures in this format. Convert it to JPEG or PNG first.',
  full: (limit: number) => `a message may have at most ${limit} files.`,
  tooLargeToCopy: (limit: string, size: string) =>
    `it is ${size}, and a copy may be at most ${limit}. Write its path into the message instead.`,
}
