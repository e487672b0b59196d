import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { describeResult, runCommand } from '../runCommand'

/** Scenarios that run commands in terminals. */
export const commandScenarios: readonly Scenario[] = [
  {
    words: ['run', '$'],
    takes: 'COMMAND',
    about: 'how it asks, then runs a command and watches its output grow',
    group: 'Commands',
    isCommand: true,
    run: runGiven,
  },
  createCommandScenario({
    words: ['short', 'terminal short', 'terminal'],
    about: 'a command that ends at once',
    posix: 'echo "Hello from a terminal"',
    windows: 'echo Hello from a terminal',
  }),
  createCommandScenario({
    words: ['terminal long', 'long command', 'lines'],
    about: 'a command that writes 200 lines in a few seconds',
    posix: 'i=1; while [ $i -le 200 ]; do echo "line $i of 200"; i=$((i+1)); sleep 0.02; done',
    windows: 'for /L %i in (1,1,200) do @(echo line %i of 200 & ping -n 1 -w 20 192.0.2.1 >nul)',
  }),
  createCommandScenario({
    words: ['coloured', 'colored', 'terminal coloured', 'terminal colored', 'colours', 'colors'],
    about: 'a command that writes in colour and redraws a progress bar',
    posix: [
      String.raw`printf '\033[1;31mred\033[0m \033[32mgreen\033[0m \033[1;34mblue\033[0m '`,
      String.raw`printf '\033[38;5;208morange\033[0m \033[4munderlined\033[0m\n'`,
      String.raw`for i in 20 40 60 80 100; do printf '\rprogress \033[32m%3d%%\033[0m' $i; sleep 0.2; done`,
      String.raw`printf '\ndone\n'`,
    ].join('; '),
    windows:
      'powershell -NoProfile -Command "Write-Host red -ForegroundColor Red; Write-Host green -ForegroundColor Green; Write-Host done"',
  }),
  createCommandScenario({
    words: ['interactive', 'terminal interactive'],
    about: 'a command that asks for your name: take the keyboard and type it',
    posix: 'printf "What is your name? "; read name; echo "Hello, $name!"',
    windows: 'set /p name="What is your name? " & call echo Hello, %name%!',
  }),
  createCommandScenario({
    words: ['failing', 'terminal failing', 'fail'],
    about: 'a command that ends with exit code 3',
    posix: 'echo "Looking for the answer"; echo "It is not here" >&2; exit 3',
    windows: 'echo Looking for the answer & echo It is not here 1>&2 & exit 3',
  }),
  createCommandScenario({
    words: ['endless', 'terminal endless'],
    about: 'a command that runs until it is killed',
    posix: 'i=0; while true; do echo "tick $i"; i=$((i+1)); sleep 0.5; done',
    windows: 'ping -t 127.0.0.1',
  }),
  createCommandScenario({
    words: ['timeout', 'terminal timeout'],
    about: 'a command that the agent kills after two seconds',
    posix: 'i=0; while true; do echo "tick $i"; i=$((i+1)); sleep 0.2; done',
    windows: 'ping -t 127.0.0.1',
    timeoutMs: 2000,
  }),
  createCommandScenario({
    words: ['unasked', 'terminal unasked'],
    about: 'a command that the agent does not ask for, so that the client has to',
    posix: 'echo "Nobody asked you about me"',
    windows: 'echo Nobody asked you about me',
    unasked: true,
  }),
  {
    words: ['several', 'several at once', 'terminal several', 'parallel'],
    about: 'three commands at the same time',
    group: 'Commands',
    run: runSeveral,
  },
]

interface ReadyCommand {
  readonly words: readonly string[]
  readonly about: string
  readonly posix: string
  readonly windows: string
  readonly unasked?: true
  readonly timeoutMs?: number
}

function createCommandScenario({ words, about, posix, windows, ...how }: ReadyCommand): Scenario {
  return {
    words,
    about,
    group: 'Commands',
    run: async turn =>
      turn.say(describeResult(
        await runCommand(turn, { commandLine: process.platform === 'win32' ? windows : posix, ...how }),
      )),
  }
}

async function runGiven(turn: Turn, commandLine: string): Promise<void> {
  if (commandLine === '')
    return turn.say('Tell me which command, as in `run ls -l`.')
  await turn.say(describeResult(await runCommand(turn, { commandLine })))
}

async function runSeveral(turn: Turn): Promise<void> {
  const commandLines
    = process.platform === 'win32'
      ? ['echo one', 'echo two', 'echo three']
      : [
          'for i in 1 2 3; do echo "one $i"; sleep 0.3; done',
          'for i in 1 2 3; do echo "two $i"; sleep 0.4; done',
          'for i in 1 2 3; do echo "three $i"; sleep 0.5; done',
        ]
  const results = await Promise.allSettled(commandLines.map(commandLine => runCommand(turn, { commandLine })))
  const failure = results.find(result => result.status === 'rejected')
  if (failure !== undefined)
    throw failure.reason
  const lines = results.map(result => (result.status === 'fulfilled' ? `- ${describeResult(result.value)}` : ''))
  await turn.say(`All three are done:\n\n${lines.join('\n')}`)
}
