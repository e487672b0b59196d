// Talks to a person, and never says a word of ACP: not even when it is sent one, upon which it may end.
const key = `sk-ant-${'a1b2'.repeat(12)}`
process.stdout.write(`\n\u001B[1mWelcome to Chatty\u001B[0m\twith the key ${key}! ${'Ask me something. '.repeat(20)}\n> \n`)
if (process.argv.includes('--brief'))
  process.stdin.once('data', () => process.exit(3))
else
  process.stdin.resume()
