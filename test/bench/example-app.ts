/** The example integration, as the command `explore` loads it. */
import { exampleConnect } from '../conformance/explore/example-connect.ts'

export const connect = exampleConnect()
