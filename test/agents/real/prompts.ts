/** The script's sentence in what an agent sends as a user message, or '': agents add reminders of their own around it. */
export function textOfPrompt(text: string): string {
  return /(?:say hello|write the file at \S+|run the command)/.exec(text)?.[0] ?? ''
}
