// Crashes before it reads anything.
process.stderr.write('TypeError: the agent is broken\n')
process.exit(13)
