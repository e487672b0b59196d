// Writes to its log and never responds.
process.stderr.write('waiting for a licence server\n')
process.stdin.resume()
setInterval(() => undefined, 60_000)
