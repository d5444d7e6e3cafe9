/** Serves the built inspector page, with a policy that allows no content from other origins. */
import { readFile } from 'node:fs/promises'
import type { ControlRoutes } from '../../engine/control/route.ts'
import { Problem } from '../../engine/define/problems.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

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

/** The folder of the page, relative to a built file and to this source file. */
const folders = ['./inspector/', '../../../dist/inspector/']

/** The routes of the control plane that serve the page. */
export const pageRoutes: ControlRoutes = {
  /** Returns the page of the inspector. */
  'GET ': () => readPageFile('page.html'),
  /** Returns a script or a style sheet of the page. */
  'GET assets/:id': ({ id: name }) => readPageFile(name),
}

async function readPageFile(name: string): Promise<Response> {
  const type = Object.hasOwn(files, name) ? files[name] : undefined
  if (type === undefined) {
    throw new Problem(404, { message: `The page does not have a file ${name}.` })
  }
  for (const folder of folders) {
    const text = await readFile(new URL(folder + name, import.meta.url)).catch(() => undefined)
    if (text) return new Response(text, { headers: { ...headers, 'content-type': type } })
  }
  throw new EmulatorError('no_page', {
    action: 'show the inspector',
    reason: 'the page is not built',
    advice: 'Run "npm run build" and reload.',
  })
}
