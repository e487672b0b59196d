// Prints text for a person, and never speaks ACP, not even in response to a message, after which it may exit.
const key = `sk-ant-${'a1b2'.repeat(12)}`
process.stdout.write(`\n\u001B[1mWelcome to Chatty\u001B[0m\twith the key ${key}! ${'Ask me something. '.repeat(20)}\n> \n`)
if (process.argv.includes('--brief'))
  process.stdin.once('data', () => process.exit(3))
else
  process.stdin.resume()
