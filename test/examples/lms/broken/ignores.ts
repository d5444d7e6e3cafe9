/** Has no use for an event that it should act upon. */
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

/** Lets people in, and never out. */
export const ignoresCancellations = ignoring('enrollment.updated')
export const ignoresTeachers = ignoring('planned_course.teacher_attendees_changed')
/** Looks at the link of an edition when somebody enrolls, and not again. */
export const ignoresLateLinks = ignoring('planned_course.updated')
