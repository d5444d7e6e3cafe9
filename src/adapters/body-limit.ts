/** Refuses a body that is too large to be meant for the service, before it is taken in. */
import { limitRequestBody } from 'srvx/body-limit'

/** One byte more is answered 413. A saved world, which the control plane takes, may be larger. */
export const bodyBytesMax = 5_000_000

type Handle = (request: Request) => Promise<Response>

/** The handler, for requests whose bodies may have any size. */
export function withBodyLimit(handle: Handle): Handle {
  return async (request) => {
    const createError = (): unknown => tooLarge
    try {
      return await handle(limitRequestBody(request, bodyBytesMax, { createError }))
    } catch (error) {
      if (error !== tooLarge) throw error
      const message = `The body is larger than ${bodyBytesMax} bytes.`
      return Response.json({ errors: {}, code: 413, message }, { status: 413 })
    }
  }
}

const tooLarge = new Error('the body is too large')
