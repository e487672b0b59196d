// Starts, and never says a word of ACP.
process.stderr.write('waiting for a licence server\n')
process.stdin.resume()
