/** Creates random tokens for servers that other machines can reach. */
import { randomBytes } from 'node:crypto'

/** Returns a token of 32 characters that nobody can guess. The seed of the emulator does not determine it. */
export const randomToken = (): string => randomBytes(24).toString('base64url')
