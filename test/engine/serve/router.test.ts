/** The router: which operation a path names when literal segments and parameters both match. */
import { expect, test } from 'vitest'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { createRouter } from '../../../src/engine/serve/router.ts'

const routerOf = (...paths: string[]) =>
  createRouter(paths.map((path) => ({ method: 'GET', path }) as CatalogOperation))

test('a literal segment comes before a parameter', () => {
  const router = routerOf('/users/{id}', '/users/me')
  expect(router.find('GET', '/users/me')).toMatchObject({ operation: { path: '/users/me' } })
  expect(router.find('GET', '/users/7')).toMatchObject({ params: { id: '7' } })
})

test('a literal segment that only longer paths have is the value of a parameter', () => {
  const router = routerOf('/users/{id}', '/users/me/orders')
  expect(router.find('GET', '/users/me')).toMatchObject({
    operation: { path: '/users/{id}' },
    params: { id: 'me' },
  })
  expect(router.find('GET', '/users')).toBeUndefined()
})
