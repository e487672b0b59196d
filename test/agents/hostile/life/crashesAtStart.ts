// Crashes before it has read anything.
process.stderr.write('TypeError: the agent is broken\n')
process.exit(13)
