/** The example integration, for the command `check`. */
import { checkConnect } from './check-connect.ts'

export const connect = checkConnect()
