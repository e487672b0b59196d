/** What a terminal says besides its output. */
export const terminalWords = {
  name: 'Terminal',
  output: 'Output',
  noOutput: 'No output',
  truncated: 'The beginning of the output was dropped.',
  leftRunning: 'The agent keeps this running.',
  givesBack: 'Ctrl+Shift+Esc gives the keyboard back',
  takeKeyboard: 'Take the keyboard',
  takeKeyboardHint: 'What you type goes to the command (Ctrl+Shift+Esc gives the keyboard back)',
  copy: 'Copy output',
  files: 'Files in the output',
  noFiles: 'It names no files of this thread',
  kill: 'Kill',
  endAgent: 'End the agent',
  endAgentHint: 'Ends the agent with everything that it runs; the next message starts it again',
} as const
