/** Ignores one event that requires a change in the LMS. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, type Middleware, partsFrom } from '../middleware/middleware.ts'

const ignoring =
  (event: string) =>
  (config: Config): Middleware => {
    const parts = partsFrom(config)
    return createMiddleware(config, {
      ...parts,
      handlersFor: (doers) => ({ ...parts.handlersFor(doers), [event]: async () => undefined }),
    })
  }

/** Grants course access and never removes it. */
export const ignoresCancellations = ignoring('enrollment.updated')
export const ignoresTeachers = ignoring('planned_course.teacher_attendees_changed')
/** Reads the LMS link of an edition only at an enrollment. */
export const ignoresLateLinks = ignoring('planned_course.updated')
