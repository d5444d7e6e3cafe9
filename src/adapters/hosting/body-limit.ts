/** Refuses a request body above a size limit before it is read into memory. */
import { limitRequestBody } from 'srvx/body-limit'
import { Problem } from '../../engine/define/problems.ts'
import { serviceError } from './service-error.ts'

/** The largest request body of the service. A larger body is answered with 413. */
export const bodyBytesMax = 5_000_000
/** The largest request body without a known token, so that many slow requests hold little memory. */
export const anonymousBytesMax = 65_536
/** The largest request body of the control plane, which accepts saved worlds. */
export const controlBytesMax = 256_000_000

type FetchHandler = (request: Request) => Promise<Response>

/** Wraps a handler: a request with a body above `bytesMax` is answered with 413. */
export function withBodyLimit(handle: FetchHandler, bytesMax: number): FetchHandler {
  const message = `The body is larger than ${bytesMax} bytes.`
  // Note: a handler may catch errors of the body itself, and it knows a `Problem`.
  const tooLarge = new Problem(413, { message })
  const createError = (): unknown => tooLarge
  return async (request) => {
    try {
      return await handle(limitRequestBody(request, bytesMax, { createError }))
    } catch (error) {
      if (error !== tooLarge) throw error
      return serviceError(413, message)
    }
  }
}
