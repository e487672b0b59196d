// Starts, and never speaks ACP.
process.stderr.write('waiting for a licence server\n')
process.stdin.resume()
