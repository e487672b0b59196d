/** What the files that go along with a message say. */
export const attachmentWords = {
  title: 'Attachments',
  preview: 'Preview',
  previewOf: (name: string) => `Preview ${name}`,
  content: 'What the agent gets',
  remove: (name: string) => `Remove ${name}`,
  dropHere: 'Drop files to attach them to your message',

  transcriptOf: (title: string) => `Transcript of ${title}`,
  noTranscript: (title: string, why: string) => `The transcript of “${title}” is not attached: ${why}`,

  retry: 'Try again',
  asLink: 'Attach as a link',
  asLinkHint: 'Keeps a copy and tells the agent where it is; the agent decides whether to open it',
  dismiss: 'Dismiss',
  writePath: 'Write its path into the message instead.',
  refused: (name: string, why: string) => `${name} was not attached: ${why}`,
}

/** Why a file was not attached. */
export const refusalWords = {
  tooEarly: 'the agent has not said yet what it takes.',
  noImages: 'this agent does not take images.',
  noSound: 'this agent does not take sound.',
  noFiles: 'this agent does not take files with a message.',
  imageTooLarge: (limit: string, size: string) => `an image may have at most ${limit}, this one has ${size}.`,
  soundTooLarge: (limit: string, size: string) => `a sound may have at most ${limit}, this one has ${size}.`,
  textTooLarge: (limit: string, size: string) => `a text may have at most ${limit}, this one has ${size}.`,
  messageTooLarge: (limit: string) => `a message may have at most ${limit} of files.`,
  unknownKind: 'it is neither text nor sound nor a PNG, JPEG, GIF or WebP image.',
}
