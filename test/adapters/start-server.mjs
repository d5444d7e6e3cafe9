/** A server that answers each request. The argument is the port. */
import { createServer } from 'node:http'

createServer((_, response) => response.end('ok')).listen(Number(process.argv[2]), '127.0.0.1')
