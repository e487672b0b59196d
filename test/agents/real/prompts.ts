const sentences
  = /say hello|count slowly|write the file at \S+|run the (?:endless )?command|ask me a question|make a plan|repeat my first message/

/** The script's sentence in what an agent sends as a user message, or '': agents add reminders of their own around it. */
export function textOfPrompt(text: string): string {
  return sentences.exec(text)?.[0] ?? ''
}
