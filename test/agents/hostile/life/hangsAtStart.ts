// Writes to its log and never answers anything.
process.stderr.write('waiting for a licence server\n')
process.stdin.resume()
setInterval(() => undefined, 60_000)
