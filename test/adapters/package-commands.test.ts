/** The packages of a project: which are installed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasPackages } from '../../src/adapters/cli/init/package-commands.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packages-'))
  for (const name of ['vitest', '@playwright/test', 'removed'])
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
  for (const name of ['vitest', '@playwright/test'])
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  [[], true],
  [['vitest'], true],
  [['vitest', '@playwright/test'], true],
  [['jest'], false],
  [['vitest', 'jest'], false],
  [['jest', 'vitest'], false],
  // Note: a removed package can leave its folder, such as with a cache.
  [['removed'], false],
])('the packages %j are installed: %s', (names, expected) => {
  expect(hasPackages(folder, names)).toBe(expected)
})
