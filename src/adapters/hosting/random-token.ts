/** Creates random tokens for servers that other machines can reach. */
import { randomBytes } from 'node:crypto'

/** Returns a random token of 32 characters, which the seed of the emulator does not determine. */
export const randomToken = (): string => randomBytes(24).toString('base64url')
