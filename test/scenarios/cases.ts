/** Every scenario that is shipped, with how it must end. */
import { mergeCases } from './cases/merge.ts'
import type { Case } from './played.ts'

export const cases: readonly Case[] = [...mergeCases]
