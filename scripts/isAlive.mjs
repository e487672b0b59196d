/** Whether a process with this id exists. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  }
  catch (error) {
    return error.code === 'EPERM' // it is there, but somebody else's
  }
}
