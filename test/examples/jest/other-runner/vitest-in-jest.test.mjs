/** A test that imports the entry point of another runner. */
import { test } from 'course-admin-emulator/vitest'

test('is not reached', () => {})
