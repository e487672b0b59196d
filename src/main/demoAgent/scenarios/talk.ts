import type { PlanEntry } from '@agentclientprotocol/sdk'
import type { Scenario } from '../scenario'
import type { Turn } from '../turn'

/** Scenarios that only talk. */
export const talkScenarios: readonly Scenario[] = [
  { words: ['hello', 'hi', 'hey', 'good morning', 'good evening'], about: 'a greeting', group: 'Talk', run: greet },
  {
    words: ['markdown', 'table'],
    about: 'an answer with headings, code, a table, lists, links and quotes',
    group: 'Talk',
    isCommand: true,
    run: turn => turn.say(markdownAnswer),
  },
  { words: ['think'], about: 'thoughts before an answer', group: 'Talk', run: think },
  { words: ['plan'], takes: 'GOAL', about: 'a plan that is worked through', group: 'Talk', isCommand: true, run: workThroughPlan },
  {
    words: ['unicode', 'emoji'],
    about: 'emoji, right-to-left text, combining characters, very long words',
    group: 'Talk',
    run: turn => turn.say(unicodeAnswer),
  },
]

async function greet(turn: Turn): Promise<void> {
  await turn.say(
    'Hello! I am the **Demo agent**. I am a demo: I follow a script, no model is involved, and nothing leaves your computer.\n\n'
    + 'Type `help` to see what I can show you, or start with `markdown`, `plan` or `run ls`.',
  )
}

async function think(turn: Turn): Promise<void> {
  await turn.think('The person would like to see me think. I have a script, so there is nothing to find out. ')
  await turn.pause(10)
  await turn.think('Still, a thought takes a moment, and it comes before the answer. That should do.')
  await turn.say('I have thought about it. Thoughts are kept apart from the answer, so that you can fold them away.')
}

async function workThroughPlan(turn: Turn, goal: string): Promise<void> {
  const steps = [
    { content: 'Look at what is there', priority: 'high' },
    { content: goal === '' ? 'Make the change' : goal, priority: 'high' },
    { content: 'Check that it works', priority: 'medium' },
    { content: 'Tidy up', priority: 'low' },
  ] as const
  await turn.say('Here is my plan. I only pretend to work on it.')
  for (let current = 0; current <= steps.length; current++) {
    await turn.plan(
      steps.map((step, index): PlanEntry => ({
        ...step,
        status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
      })),
    )
    await turn.pause(40)
  }
  await turn.say('All four steps are done. Each change replaced the whole plan.')
}

const site = 'https://agentclientprotocol.com'
const markdownAnswer = `# A bit of everything

Text can be **bold**, *italic*, \`code\` or ~~struck out~~, with a [link to the protocol](${site}) and one as it is: <${site}>.

## Code

\`\`\`ts
/** The sum of all numbers, streamed as they arrive. */
export async function sum(numbers: AsyncIterable<number>): Promise<number> {
  let total = 0
  for await (const number of numbers)
    total += number
  return total
}
\`\`\`

\`\`\`python
def greet(name: str) -> str:
    return f"Hello, {name}!"
\`\`\`

\`\`\`sh
git log --oneline | head -n 5
\`\`\`

\`\`\`diff
- const answer = 41
+ const answer = 42
\`\`\`

## A table

| Method | From | What it does |
| :--- | :---: | ---: |
| \`session/prompt\` | client | starts a turn |
| \`session/update\` | agent | tells how it goes |
| \`session/cancel\` | client | ends it early |

## Lists

1. First
   - with a point below
     - and one below that
   - and another
2. Second
3. Third

- [x] stream an answer
- [ ] understand a question

> A quote can hold a list:
>
> - like this one
>
> > and another quote.

Math is drawn: $x^2 + y^2 = z^2$. A price of $5 or $10 stays as it is.

---

That was all.`

const unicodeAnswer = `Emoji: 👋🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🇺🇳 ❤️‍🔥

Right to left: مرحبا بالعالم and שלום עולם, in the middle of a line.

Other scripts: 你好，世界 · こんにちは · 안녕하세요 · Здравствуй · สวัสดี · नमस्ते

Combining: Z̃͑ą̂l̈ģ̊o, é (one character) and é (two)

A long word: ${'Donaudampfschifffahrts'.repeat(12)}gesellschaft

A long line of code:

\`\`\`
${'const veryLong = [1, 2, 3]; '.repeat(20)}
\`\`\`

A long path: /${'a-folder-with-a-long-name/'.repeat(12)}file.txt`

const demoWords = 'I am a demo: I follow a script, no model is involved, so I cannot answer that.'
  + ' But I can show you what an agent does here.'

/** Answers a message that matches no scenario. */
export async function answerAnything(turn: Turn): Promise<void> {
  const quoted = turn.text === ''
    ? ''
    : `You asked:\n\n${turn.text.slice(0, 2000).split('\n').map(line => `> ${line}`).join('\n')}\n\n`
  await turn.say(`${quoted}${demoWords} For example:

- \`markdown\` streams an answer with code, a table and lists
- \`plan\` works through a plan
- \`write hello.txt\` asks before it writes a file
- \`run ls\` runs a command in a terminal that you can watch

Type \`help\` for the whole list.`)
}
