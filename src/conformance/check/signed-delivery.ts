/** Changes the body of a delivery and signs it again. */
import { signStandardWebhooks } from '../../engine/deliver/signatures.ts'
import type { Connection } from '../scenario/integration.ts'

/** Returns the delivery with another body, signed with the secret of the integration. */
export async function signedAgain(
  request: Request,
  { secret }: Connection,
  change: (body: string) => string,
): Promise<Request> {
  const body = change(await request.text())
  const headers = new Headers(request.headers)
  const signed = signStandardWebhooks({
    id: headers.get('webhook-id') ?? '',
    atMs: Number(headers.get('webhook-timestamp')) * 1_000,
    body,
    url: request.url,
    secret,
    secrets: [secret],
  })
  for (const [name, value] of Object.entries(signed)) headers.set(name, value)
  headers.delete('content-length')
  return new Request(request.url, { method: request.method, headers, body })
}
