/** What a CommonJS test in Jest loads in the place of `course-admin-emulator/node`. */
import { commonjsError } from './refusal.ts'

throw commonjsError()
