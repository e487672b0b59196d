// Exits at once with code 1 and only stderr, like an agent without its configuration.
process.stderr.write('error: no configuration found\nrun "agent setup" first\n')
process.exitCode = 1
