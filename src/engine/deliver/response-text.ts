/** Reads the body of a receiver's response up to a maximum length. */

/** The maximum length of the stored body of a receiver's response. */
const responseLengthMax = 16_384

export async function readLimitedText({ body }: Response): Promise<string> {
  if (!body) return ''
  let text = ''
  const decoder = new TextDecoder()
  // Note: all runtimes iterate over bodies, also over those of libraries; the DOM types omit it.
  for await (const chunk of body as typeof body & AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= responseLengthMax) break
  }
  return text.slice(0, responseLengthMax)
}
