/** Starts the LMS and the middleware on two ports. */
import { serve } from 'srvx'
import { createLms } from './lms/lms.ts'
import { createMiddleware } from './middleware/middleware.ts'

const {
  BASE_URL = 'http://127.0.0.1:4010/api/v1',
  TOKEN = 'course-admin-token',
  SECRET = '',
  LMS_PORT = '4020',
  PORT = '3000',
} = process.env

const lms = createLms()
serve({ port: Number(LMS_PORT), hostname: '127.0.0.1', fetch: lms.fetch })

const middleware = createMiddleware({
  baseUrl: BASE_URL,
  token: TOKEN,
  secret: SECRET,
  lms: { baseUrl: `http://127.0.0.1:${LMS_PORT}` },
})

serve({
  port: Number(PORT),
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/hooks') return middleware.fetch(request)
    if (pathname !== '/resync') return new Response(null, { status: 404 })
    await middleware.resync()
    return new Response(null, { status: 204 })
  },
})
