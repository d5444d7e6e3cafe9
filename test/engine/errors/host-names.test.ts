/** Host names of requests and webhooks. */
import { expect, test } from 'vitest'
import { hostNameFrom, hostNameOf, isLoopbackName } from '../../../src/engine/errors/host-names.ts'

test.each([
  ['LOCALHOST:4010', 'localhost'],
  ['app.test', 'app.test'],
  ['app.test:99999', undefined],
  ['app.test:123456', undefined],
  ['app.test:', undefined],
  ['127.999.0.1', undefined],
  ['[::1]:80', '[::1]'],
  ['[::g]', undefined],
  ['::1', undefined],
  ['user@app.test', undefined],
  ['app.test/path', undefined],
  ['', undefined],
])('the host of "%s" is %s', (authority, host) => {
  expect(hostNameOf(authority)).toBe(host)
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.12.255.3', true],
  ['127.0.0.1.app.test', false],
  ['app127.0.0.1', false],
  ['127.0.0', false],
  ['[::1]', true],
  ['[::2]', false],
  ['[::ffff:7f00:1]', true],
  ['[::ffff:7fab:cd0]', true],
  ['[::ffff:7f0:1]', false],
  ['[::ffff:8000:1]', false],
  ['[::ffff:7f00:1].app.test', false],
  ['localhost.app.test', false],
])('%s is an address of this machine: %s', (host, isLoopback) => {
  expect(isLoopbackName(host)).toBe(isLoopback)
})

test('a host from a setting may be an IPv6 address without brackets', () => {
  expect(hostNameFrom('::1')).toBe('[::1]')
  expect(hostNameFrom('[::1]')).toBe('[::1]')
  expect(hostNameFrom('App.test')).toBe('app.test')
})
