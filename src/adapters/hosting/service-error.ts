/** Creates an error response in the form of the service. */
export const serviceError = (status: number, message: string): Response =>
  Response.json({ errors: {}, code: status, message }, { status })
