/** Refuses a body that is larger than anybody means, before it is taken in. */
import { limitRequestBody } from 'srvx/body-limit'
import { Problem } from '../../define/problems.ts'

/** One byte more is answered 413. */
export const bodyBytesMax = 5_000_000
/** The same for the control plane, which takes saved worlds. */
export const controlBytesMax = 256_000_000

type FetchHandler = (request: Request) => Promise<Response>

/** The handler, for requests whose bodies may have any size. */
export function withBodyLimit(handle: FetchHandler, bytesMax = bodyBytesMax): FetchHandler {
  const message = `The body is larger than ${bytesMax} bytes.`
  // Note: who reads the body may answer for what goes wrong by itself, and knows this as a refusal.
  const tooLarge = new Problem(413, { message })
  const createError = (): unknown => tooLarge
  return async (request) => {
    try {
      return await handle(limitRequestBody(request, bytesMax, { createError }))
    } catch (error) {
      if (error !== tooLarge) throw error
      return Response.json({ errors: {}, code: 413, message }, { status: 413 })
    }
  }
}
