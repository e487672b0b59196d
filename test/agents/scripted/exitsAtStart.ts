// Ends at once with code 1 and only stderr, as agents do whose configuration is missing.
process.stderr.write('error: no configuration found\nrun "agent setup" first\n')
process.exitCode = 1
