/** Strings for mentions in a message. */
export const mentionWords = {
  title: 'Mentions',
  kinds: { file: 'File', folder: 'Folder', thread: 'Thread', terminal: 'Terminal', selection: 'Selection' },
  unnamedTerminal: 'Command',
  outputOf: (command: string) => `Output of ${command}`,
  selectionName: (number: number) => number === 1 ? 'selection' : `selection ${number}`,
  endOnly: '(only the end of a longer output)\n',
  open: (kind: string, name: string) => `Open ${kind.toLowerCase()} ${name}`,
  remove: (name: string) => `Remove ${name}`,
  failed: (name: string) => `“${name}” was not added`,
  gone: 'It no longer exists, or is not in a folder of this thread.',
  noOutput: 'None of its output was kept.',
}
