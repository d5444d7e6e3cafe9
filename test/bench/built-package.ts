/** The built package, with the types of the sources. */
import { fileURLToPath } from 'node:url'
import type * as PackageExports from '../../src/index.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const built = (await import(
  new URL('../../dist/index.js', import.meta.url).href
)) as typeof PackageExports

export const { createEmulator, storyToHTML } = built
