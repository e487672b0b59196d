/** Whether a process with this id is running. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  }
  catch (error) {
    return error.code === 'EPERM' // it belongs to another user
  }
}
