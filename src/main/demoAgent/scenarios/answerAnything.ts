import type { Turn } from '../turn'

const demoWords = 'I am a demo: I follow a script, no model is involved, so I cannot answer that.'
  + ' But I can show you what an agent does here.'

/** Answers a message that matches no scenario, without pretending to understand it. */
export async function answerAnything(turn: Turn): Promise<void> {
  const quoted = turn.text === '' ? '' : `You asked:\n\n${turn.text.slice(0, 2000).split('\n').map(line => `> ${line}`).join('\n')}\n\n`
  await turn.say(`${quoted}${demoWords} For example:

- \`markdown\` streams an answer with code, a table and lists
- \`plan\` works through a plan
- \`write hello.txt\` asks before it writes a file
- \`run ls\` runs a command in a terminal that you can watch

Type \`help\` for the whole list.`)
}
