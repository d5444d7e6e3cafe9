/** The reasons why another process does not answer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { noAnswerText, ProcessClient } from '../../src/adapters/process/process-client.ts'

test.each([
  ['ECONNREFUSED', 'no server answers at https://app.test'],
  ['HPE_INVALID_CONSTANT', 'https://app.test did not answer with HTTP'],
  ['EPROTO', 'https://app.test did not answer with TLS; use an http address'],
  [
    'ECONNRESET',
    'the process closed the connection to https://app.test without an answer; its own output may tell why',
  ],
])('%s', (code, text) => {
  expect(noAnswerText('https://app.test', { code })).toBe(text)
})

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
])('%s is the reason why a certificate is not trusted', (code) => {
  expect(noAnswerText('https://app.test', { code })).toBe(
    `the certificate of https://app.test is not trusted (${code}); use an http address, or name the certificate in NODE_EXTRA_CA_CERTS`,
  )
})

test('a closed connection has its likely cause', () => {
  const text = noAnswerText('https://app.test', { code: 'ECONNRESET' }, 'it has no address')
  expect(text).toMatch(/without an answer; it has no address$/)
})

test('requests that follow each other share a connection, and those at the same time do not', async () => {
  const ports = new Set<number | undefined>()
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { signal } = new AbortController()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = new ProcessClient()
  const send = () => client.send({ url, method: 'GET', signal })
  try {
    for (let count = 0; count < 5; count += 1)
      expect(await send()).toEqual({ status: 200, body: 'ok' })
    expect(ports.size).toBe(1)
    await Promise.all([send(), send()])
    expect(ports.size).toBe(2)
    // Note: of two, at most the connection of the last response stays open.
    await Promise.all([send(), send()])
    expect(ports.size).toBeGreaterThan(2)
  } finally {
    client.close()
    server.close()
  }
})
