/** Takes longer stacks than the host does, so that they contain the code of the user. */

/** Interceptors put about 20 frames between the caller and the emulator. */
const framesMax = 50

/** Raises the number of frames of the next stacks. Returns the function that undoes it. */
export function raiseStackLimit(): () => void {
  const limited: { stackTraceLimit?: number } = Error
  const { stackTraceLimit } = limited
  if (stackTraceLimit !== undefined && stackTraceLimit >= framesMax) return () => undefined
  limited.stackTraceLimit = framesMax
  return () => {
    if (stackTraceLimit === undefined) delete limited.stackTraceLimit
    else limited.stackTraceLimit = stackTraceLimit
  }
}
