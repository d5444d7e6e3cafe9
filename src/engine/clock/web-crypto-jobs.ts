/**
 * Counts the operations of `crypto.subtle`. They run in a pool of threads, which no list of the resources of a
 * process shows. An integration often checks a signature in this way.
 */
import { isPromise } from '../errors/argument-checks.ts'

/** The operations of `crypto.subtle` in this process. */
export interface WebCryptoJobs {
  /** The number of operations that have begun and not ended. */
  running: number
  /** The number of operations that have ended. */
  ended: number
}

// Note: test files with their own copy of this module share the methods of `crypto.subtle`, and so the count.
const jobsKey = Symbol.for('course-admin-emulator.webCryptoJobs')

/**
 * Returns the count of the operations. The first call wraps the methods of `crypto.subtle`; they return the same
 * promises as before. Returns a count that stays 0 in a host without `crypto.subtle`.
 */
export function watchWebCrypto(): Readonly<WebCryptoJobs> {
  const jobs: WebCryptoJobs = { running: 0, ended: 0 }
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle) return jobs
  const methods = Object.getPrototypeOf(subtle) as object
  const known = Reflect.get(methods, jobsKey) as WebCryptoJobs | undefined
  if (known) return known
  Reflect.defineProperty(methods, jobsKey, { value: jobs })
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    if (typeof property.value !== 'function' || name === 'constructor') continue
    Reflect.defineProperty(methods, name, { ...property, value: counted(property.value, jobs) })
  }
  return jobs
}

function counted(method: (...input: unknown[]) => unknown, jobs: WebCryptoJobs): unknown {
  const end = (): void => {
    jobs.running -= 1
    jobs.ended += 1
  }
  const counting = {
    [method.name](this: unknown, ...input: unknown[]): unknown {
      const result = Reflect.apply(method, this, input)
      if (!isPromise(result)) return result
      jobs.running += 1
      result.then(end, end)
      return result
    },
  }
  return counting[method.name]
}
