/** Hands out the built page, with headers under which it can load nothing from elsewhere. */
import { readFile } from 'node:fs/promises'
import { EmulatorError } from '../../machine/errors.ts'

const files: Readonly<Record<string, string>> = {
  'page.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** Beside the built server, or in what was built of these sources. */
const folders = ['./inspector/', '../../../dist/inspector/']

/** Undefined for a file that the page does not have. */
export async function pageFile(name: string): Promise<Response | undefined> {
  const type = files[name]
  if (type === undefined) return undefined
  for (const folder of folders) {
    const text = await readFile(new URL(folder + name, import.meta.url)).catch(() => undefined)
    if (text) return new Response(text, { headers: { ...headers, 'content-type': type } })
  }
  throw new EmulatorError('no_page', {
    action: 'show the inspector',
    reason: 'its page was not built',
    advice: 'Run "npm run build" and reload.',
  })
}
