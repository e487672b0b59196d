// Starts, reads, and never answers anything.
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
process.stderr.write('loading, this may take a while\n')
