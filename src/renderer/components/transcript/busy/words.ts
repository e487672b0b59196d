/** What an agent at work does, where it names no call. */
export const busyWords = {
  thinking: 'Thinking',
  writing: 'Writing',
  working: 'Working',
  call: 'Working',
} as const
