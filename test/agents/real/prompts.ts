/** Prompts that the scripted model understands. */
const sentences = new RegExp([
  'say hello',
  'say nothing',
  'count slowly',
  String.raw`write the file at \S+`,
  String.raw`read the file at \S+`,
  String.raw`run the (?:short |endless )?command`,
  String.raw`do the (?:long )?task at \S+`,
  'ask me a question',
  'make a plan',
  'propose a plan',
  String.raw`use a subagent \(\S+\)`,
  'repeat my first message',
  String.raw`fail with \d+`,
].join('|'))

/** Finds the script's sentence in a user message, which agents surround with reminders. Returns '' if there is none. */
export function findScriptSentence(text: string): string {
  return sentences.exec(text)?.[0] ?? ''
}
