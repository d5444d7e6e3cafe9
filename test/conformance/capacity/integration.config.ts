/** An integration for the command `capacity`: reads all users. */
import { paged } from './example-syncs.ts'

export const connect = paged(25)
